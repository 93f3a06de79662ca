package org.mahnmf.outlier;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * How much the cells of each column usually differ from their predictions: 1.4826·median, which
 * estimates the standard deviation and does not care about outliers. Noise that grows with what is
 * expected is measured for all columns together, by level: what is expected, in middles of the
 * column.
 */
final class Spreads {

  /** Median to standard deviation of the normal distribution. */
  private static final double TO_DEVIATION = 1.4826;

  /** Levels of what is expected, and cells in each. */
  private static final int MOST_LEVELS = 20;

  private static final int LEAST_CELLS = 200;

  /** More cells tell nothing new of the levels: then every so many rows are taken. */
  private static final int ENOUGH_CELLS = 1 << 18;

  /** How many times noisier or calmer than the column a level may be. */
  private static final double MOST_NOISE = 4;

  /** Of the zeros of a column, or of its cells where nothing is expected, nearly all. */
  private static final double NEARLY_ALL = .9;

  /**
   * A spread below this share of how much the expected values of a column vary, or of how large
   * they are, is that of the search and not noise: even without noise a non-negative fit may miss a
   * few samples by that much, because they lie just outside the cone of the parts.
   */
  private static final double FLOOR_OF_VARIATION = .03;

  private static final double FLOOR_OF_SIZE = 1e-4;

  /** Expected values below this share of the usual positive entry of a column are zeros. */
  private static final double MOSTLY_ZERO = .01;

  private final Observations table;
  private final DenseMatrix expected;
  private final double[] floors;
  private final int width;
  private final boolean[] telling;
  private final double[] noise; // of the level of each cell

  /** Measures a table from predictions and the least spread of each column; all are kept. */
  Spreads(Observations table, DenseMatrix expected, double[] floors) {
    this.table = table;
    this.expected = expected;
    this.floors = floors;
    this.width = floors.length;
    this.telling = new boolean[expected.array().length];
    this.noise = new double[telling.length];
    Arrays.fill(noise, 1);
  }

  /** Estimates the standard deviation by a quantile of |residual|, which are <em>modified</em>. */
  static double of(double[] sizes, int count, double level) {
    return TO_DEVIATION * Selection.select(sizes, 0, count, level);
  }

  /**
   * Returns the least spread of a column that counts as noise.
   *
   * @param expected values of the column; <em>modified</em>
   * @param usual middle of the positive entries of the column
   */
  static double floor(double[] expected, int count, double usual) {
    double middle = Selection.select(expected, 0, count, .5);
    for (int i = 0; i < count; i++) {
      expected[i] = Math.abs(expected[i] - middle);
    }
    double variation = of(expected, count, .5);
    if (Math.max(middle, variation) < MOSTLY_ZERO * usual) {
      variation = usual; // from nothing to that
    }
    return Math.max(FLOOR_OF_VARIATION * variation, FLOOR_OF_SIZE * middle);
  }

  /** Returns the residuals in spreads, 0 where a cell is missing. */
  DenseMatrix scores() {
    for (int j = 0; j < width; j++) {
      markTelling(j);
    }
    levels(columns());
    double[] spreads = columns();
    DenseMatrix scores = new DenseMatrix(expected.rows(), width);
    for (int k = 0; k < noise.length; k++) {
      double spread = Math.max(floors[k % width], noise[k] * spreads[k % width]);
      if (isObserved(k) && spread > 0) {
        scores.array()[k] = residual(k) / spread;
      }
    }
    return scores;
  }

  private boolean isObserved(int k) {
    return table.weight(k / width, k % width) > 0;
  }

  private double residual(int k) {
    return table.values().get(k / width, k % width) - expected.array()[k];
  }

  /**
   * Finds the cells that tell how much noise there is. In a column with many zeros these do not:
   * nothing is below zero, so they may be met without noise and with much. Nor does what stands
   * where nothing is expected and nearly always nothing is seen.
   */
  private void markTelling(int column) {
    int count = 0;
    int zeros = 0;
    int bare = 0;
    int empty = 0;
    for (int k = column; k < telling.length; k += width) {
      if (isObserved(k)) {
        boolean isZero = table.values().get(k / width, column) == 0;
        boolean isBare = expected.array()[k] < floors[column];
        count++;
        zeros += isZero ? 1 : 0;
        bare += isBare ? 1 : 0;
        empty += isBare && isZero ? 1 : 0;
      }
    }
    boolean hasManyZeros = zeros > (1 - NEARLY_ALL) * count;
    boolean isNearlyEmpty = empty > NEARLY_ALL * bare;
    for (int k = column; k < telling.length; k += width) {
      boolean isZero = table.values().get(k / width, column) == 0;
      boolean isBare = expected.array()[k] < floors[column];
      telling[k] = isObserved(k) && !(hasManyZeros && isZero) && !(isNearlyEmpty && isBare);
    }
  }

  /** The spread of each column, divided by the noise of the levels. */
  private double[] columns() {
    double[] spreads = new double[width];
    double[] sizes = new double[expected.rows()];
    for (int j = 0; j < width; j++) {
      int count = 0;
      for (int k = j; k < telling.length; k += width) {
        if (telling[k]) {
          sizes[count++] = Math.abs(residual(k)) / noise[k];
        }
      }
      spreads[j] = Math.max(floors[j], of(sizes, count, .5));
    }
    return spreads;
  }

  /** How much noisier than its column a cell is because of what is expected there. */
  private void levels(double[] spreads) {
    double[] middles = new double[width];
    double[] sizes = new double[expected.rows()];
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = expected.get(i, j);
      }
      middles[j] = Math.max(floors[j], Selection.select(sizes, 0, sizes.length, .5));
    }
    int stride = Math.max(1, telling.length / ENOUGH_CELLS);
    int[] order =
        IntStream.range(0, telling.length)
            .filter(k -> telling[k] && k / width % stride == 0)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> expected.array()[k] / middles[k % width]))
            .mapToInt(Integer::intValue)
            .toArray();
    int count = Math.min(MOST_LEVELS, order.length / LEAST_CELLS);
    if (count < 2) {
      return;
    }
    double[] levels = new double[count];
    double[] found = new double[count];
    double[] cells = new double[order.length / count + 1];
    for (int b = 0; b < count; b++) {
      int from = (int) ((long) b * order.length / count);
      int to = (int) ((b + 1L) * order.length / count);
      for (int q = from; q < to; q++) {
        double spread = spreads[order[q] % width];
        cells[q - from] = spread > 0 ? Math.abs(residual(order[q])) / spread : 0;
      }
      found[b] = Math.max(1 / MOST_NOISE, Math.min(MOST_NOISE, of(cells, to - from, .5)));
      int middle = order[(from + to) >>> 1];
      levels[b] = expected.array()[middle] / middles[middle % width];
    }
    for (int k = 0; k < noise.length; k++) {
      noise[k] = between(levels, found, expected.array()[k] / middles[k % width]);
    }
  }

  /** Linear between levels, constant beyond. */
  private static double between(double[] levels, double[] found, double level) {
    int above = 0;
    while (above < levels.length && levels[above] <= level) {
      above++;
    }
    if (above == 0 || above == levels.length) {
      return found[above == 0 ? 0 : above - 1];
    }
    double part = (level - levels[above - 1]) / (levels[above] - levels[above - 1]);
    return found[above - 1] + part * (found[above] - found[above - 1]);
  }
}
