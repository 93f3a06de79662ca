package org.mahnmf.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Times the phases of a command. */
final class Stopwatch {

  private final Map<String, Double> laps = new LinkedHashMap<>();
  private long since = System.nanoTime();

  /**
   * Ends a phase and begins the next.
   *
   * @param name of the phase that ends
   */
  void lap(String name) {
    long now = System.nanoTime();
    laps.put(name, (now - since) * 1e-9);
    since = now;
  }

  /** Returns the seconds of each phase so far. */
  Map<String, Double> seconds() {
    return new LinkedHashMap<>(laps);
  }
}
