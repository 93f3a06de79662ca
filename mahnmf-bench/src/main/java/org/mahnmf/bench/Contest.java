package org.mahnmf.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.mahnmf.cli.job.Summary;

/** Runs alternatives in turn, so that what slows the machine down slows all of them. */
final class Contest {

  private static final int ROUNDS = 5;

  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  private record Entry(String name, Work work, List<Double> seconds) {}

  private final List<Entry> entries = new ArrayList<>();
  private final double most;
  private final Consumer<String> progress;

  /** Starts without entries; no further round begins after so many seconds. */
  Contest(double most, Consumer<String> progress) {
    this.most = most;
    this.progress = progress;
  }

  /** Adds work that is as it is from the beginning, such as a process. */
  void cold(String name, Work work) {
    entries.add(new Entry(name, work, new ArrayList<>()));
  }

  /** Adds work that is done once before it counts, so that its code is compiled. */
  void warm(String name, Work work) throws IOException {
    progress.accept(name + ", to warm up");
    work.run();
    cold(name, work);
  }

  /** Returns a row for each entry: name, median and least of the seconds, number of runs. */
  List<List<String>> run() throws IOException {
    long begin = System.nanoTime();
    for (int round = 0; round < ROUNDS && (System.nanoTime() - begin) * 1e-9 < most; round++) {
      for (Entry entry : entries) {
        progress.accept(entry.name + ", run " + (round + 1));
        long start = System.nanoTime();
        entry.work.run();
        entry.seconds.add((System.nanoTime() - start) * 1e-9);
      }
    }
    return entries.stream().map(Contest::row).toList();
  }

  private static List<String> row(Entry entry) {
    double[] seconds = entry.seconds.stream().mapToDouble(s -> s).toArray();
    return List.of(
        entry.name,
        Summary.text("%.2f", median(seconds)),
        Summary.text("%.2f", Arrays.stream(seconds).min().orElseThrow()),
        String.valueOf(entry.seconds.size()));
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
