package org.mahnmf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.mahnmf.HistoryPoint;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Admm;
import org.mahnmf.start.RandomStart;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.PassOperation;
import org.mahnmf.store.PassSums;
import org.mahnmf.store.SideData;
import org.mahnmf.store.Workers;

/** What more threads gain and what larger problems cost. */
final class Scaling {

  private static final int STEPS = 6;

  private Scaling() {}

  /**
   * The cost of an outer step of ADMM, five iterations and a look at the objective.
   *
   * @param features m
   * @param samples n
   * @param rank r
   * @param seconds per outer step, the median of several
   * @param ratio to the first line
   */
  record Growth(int features, int samples, int rank, double seconds, double ratio) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "ADMM step %5d x %5d, r = %3d: %8.2f ms, %5.2f times the first",
          features,
          samples,
          rank,
          1e3 * seconds,
          ratio);
    }

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("features", features);
      map.put("samples", samples);
      map.put("rank", rank);
      map.put("secondsPerStep", seconds);
      map.put("ratio", ratio);
      return map;
    }
  }

  static List<Growth> growth(boolean quick) {
    int m = quick ? 500 : 2000;
    int n = quick ? 400 : 1000;
    int[][] sizes = {{m, n, 20}, {2 * m, n, 20}, {m, 2 * n, 20}, {2 * m, 2 * n, 20}, {m, n, 40}};
    List<Growth> lines = new ArrayList<>();
    for (int[] size : sizes) {
      step(size); // compiles
      double seconds = step(size);
      double first = lines.isEmpty() ? seconds : lines.get(0).seconds();
      lines.add(new Growth(size[0], size[1], size[2], seconds, seconds / first));
    }
    return lines;
  }

  private static double step(int[] size) {
    List<HistoryPoint> history =
        MahNmf.withRank(size[2])
            .with(new Admm())
            .with(new RandomStart())
            .withMaxIterations(STEPS)
            .fit(Observations.of(uniform(size[1], size[0])))
            .record()
            .outcome()
            .history();
    double[] steps = new double[history.size() - 1];
    for (int k = 0; k < steps.length; k++) {
      steps[k] = history.get(k + 1).seconds() - history.get(k).seconds();
    }
    Arrays.sort(steps);
    return steps[steps.length / 2];
  }

  /** How many times faster two threads are than one at a smoothing pass, r = 50. */
  static double threads() {
    Observations table = Observations.of(uniform(2000, 1000));
    double one = Double.POSITIVE_INFINITY;
    double two = Double.POSITIVE_INFINITY;
    try (Workers single = new Workers(1);
        Workers pair = new Workers(2)) {
      SideData alone = DenseStore.scaled(table, single).side(Factor.CODES);
      SideData shared = DenseStore.scaled(table, pair).side(Factor.CODES);
      for (int round = 0; round < 12; round++) {
        one = Math.min(one, pass(alone));
        two = Math.min(two, pass(shared));
      }
    }
    return one / two;
  }

  private static double pass(SideData side) {
    int rank = 50;
    DenseMatrix fixed = uniform(rank, side.length());
    DenseMatrix moving = uniform(rank, side.count());
    DenseMatrix product = new DenseMatrix(rank, side.count());
    PassSums sums = new PassSums(side.count());
    double[] q = new double[side.length()];
    Arrays.fill(q, 1);
    long begin = System.nanoTime();
    side.pass(new PassOperation.SmoothedSign(1, q, 0), fixed, moving, product, sums);
    return (System.nanoTime() - begin) * 1e-9;
  }

  static DenseMatrix uniform(int rows, int columns) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    SplittableRandom random = new SplittableRandom(rows + 31L * columns);
    Arrays.setAll(matrix.array(), k -> random.nextDouble());
    return matrix;
  }
}
