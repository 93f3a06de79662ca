package org.mahnmf.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the hot loops with OpenBLAS's dgemm and these ratios with those on record: another JDK
 * may compile the same loops to slower code, and no test would notice.
 */
final class Guard {

  /** Below this share of the recorded ratio a kernel has fallen. */
  private static final double LEAST = .8;

  private static final int ROUNDS = 12;
  private static final double SECONDS = .05;

  private final String jdk;
  private final Map<String, Double> recorded = new HashMap<>();

  /**
   * Reads guard.txt: lines of a kernel and its ratio on each JDK that the first line names.
   *
   * @param feature the JDK's main version; the newest on record that is not newer counts
   */
  Guard(int feature) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Guard.class.getResourceAsStream("guard.txt"), StandardCharsets.UTF_8))) {
      List<String[]> lines =
          reader.lines().filter(line -> !line.startsWith("#")).map(s -> s.split(" +")).toList();
      String[] head = lines.get(0);
      int column = 1;
      while (column + 1 < head.length && Integer.parseInt(head[column + 1]) <= feature) {
        column++;
      }
      jdk = head[column];
      for (String[] line : lines.subList(1, lines.size())) {
        recorded.put(line[0], Double.valueOf(line[column]));
      }
    }
  }

  /** Returns whether a ratio is too far below the one on record; a kernel not on record is not. */
  boolean isFallen(String kernel, double ratio) {
    return ratio < LEAST * recorded.getOrDefault(kernel, 0.);
  }

  /** Measures and prints every ratio; returns whether none has fallen. */
  boolean check(PrintStream out) {
    Peaks peaks = new Peaks();
    out.println("kernel              ratio to dgemm   on record for JDK " + jdk);
    boolean fine = true;
    for (KernelCase kernel : KernelCase.all()) {
      double[] best = Peaks.best(ROUNDS, SECONDS, kernel.work(), peaks::gemm);
      double ratio = kernel.operations() / best[0] / (Peaks.gemmFlops() / best[1]);
      boolean fallen = isFallen(kernel.name(), ratio);
      fine &= !fallen;
      out.printf(
          Locale.ROOT,
          "%-20s%14.4f   %.4f%s%n",
          kernel.name(),
          ratio,
          recorded.getOrDefault(kernel.name(), Double.NaN),
          fallen ? "   FELL below 80 % of it" : "");
    }
    return fine;
  }
}
