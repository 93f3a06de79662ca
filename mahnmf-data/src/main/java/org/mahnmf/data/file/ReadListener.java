package org.mahnmf.data.file;

/** Learns how far a reader has come. Called often, by one thread at a time. */
@FunctionalInterface
public interface ReadListener {

  /** Does nothing. */
  ReadListener NONE = fraction -> {};

  /**
   * Told after each piece of work.
   *
   * @param fraction what is done, from 0 to 1
   */
  void onProgress(double fraction);

  /**
   * Returns a listener for one part of the work.
   *
   * @param from what is done before it, from 0 to 1
   * @param to what is done after it
   */
  default ReadListener part(double from, double to) {
    return fraction -> onProgress(from + (to - from) * fraction);
  }
}
