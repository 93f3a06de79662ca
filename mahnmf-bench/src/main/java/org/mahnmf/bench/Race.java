package org.mahnmf.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.mahnmf.Factorization;
import org.mahnmf.HistoryPoint;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.data.SyntheticClip;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Solver;

/** All solvers on one problem: objective over time. */
final class Race {

  /** One solver's run. */
  record Run(String solver, double objective, double seconds, List<HistoryPoint> history) {}

  private final String name;
  private final int rank;
  private final Observations table;
  private final Duration limit;
  private final List<Run> runs = new ArrayList<>();

  private Race(String name, int rank, DenseMatrix table, Duration limit) {
    this.name = name;
    this.rank = rank;
    this.table = Observations.of(table);
    this.limit = limit;
  }

  static List<Race> all(boolean quick) {
    Duration limit = Duration.ofSeconds(quick ? 10 : 60);
    int m = quick ? 300 : 1000;
    int n = quick ? 200 : 500;
    int r = quick ? 15 : 50;
    SyntheticClip clip = SyntheticClip.create(160, 120, quick ? 40 : 120, 1);
    return List.of(
        new Race("uniform " + m + " x " + n + ", r = " + r, r, Scaling.uniform(n, m), limit),
        new Race(
            "planted " + m + " x " + n + ", r = 10, 20 % gross errors", 10, planted(n, m), limit),
        new Race("clip 19200 x " + clip.pixels().rows() + ", r = 2", 2, clip.pixels(), limit));
  }

  /** Uniform factors, half of their entries zero; 10 % of the entries twice the largest, 10 % 0. */
  private static DenseMatrix planted(int samples, int features) {
    int rank = 10;
    SplittableRandom random = new SplittableRandom(7);
    double[][] codes = new double[samples][rank];
    double[][] basis = new double[rank][features];
    for (double[][] factor : new double[][][] {codes, basis}) {
      for (double[] row : factor) {
        for (int k = 0; k < row.length; k++) {
          row[k] = random.nextBoolean() ? random.nextDouble() : 0;
        }
      }
    }
    DenseMatrix table = new DenseMatrix(samples, features);
    double largest = 0;
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        double sum = 0;
        for (int l = 0; l < rank; l++) {
          sum += codes[i][l] * basis[l][j];
        }
        table.set(i, j, sum);
        largest = Math.max(largest, sum);
      }
    }
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        double draw = random.nextDouble();
        if (draw < .2) {
          table.set(i, j, draw < .1 ? 2 * largest : 0);
        }
      }
    }
    return table;
  }

  /** Runs every solver twice and keeps the second run, for which the code is compiled. */
  void run() {
    for (Solver solver : Registry.solvers()) {
      if (solver.name().equals("symmetric")) {
        continue; // another problem
      }
      MahNmf settings = MahNmf.withRank(rank).with(solver).withTimeLimit(limit);
      settings.withMaxIterations(3).fit(table);
      Factorization found = settings.fit(table);
      runs.add(
          new Run(
              solver.name(),
              found.objective(),
              found.record().outcome().seconds(),
              found.record().outcome().history()));
    }
  }

  String name() {
    return name;
  }

  List<Run> runs() {
    return runs;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append('\n');
    for (Run run : runs) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-10s objective %12.6g in %6.2f s%n",
              run.solver(),
              run.objective(),
              run.seconds()));
    }
    return text.toString();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("problem", name);
    List<Object> lines = new ArrayList<>();
    for (Run run : runs) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("solver", run.solver());
      line.put("objective", run.objective());
      line.put("seconds", run.seconds());
      lines.add(line);
    }
    map.put("runs", lines);
    return map;
  }
}
