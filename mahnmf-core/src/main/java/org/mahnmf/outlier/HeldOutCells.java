package org.mahnmf.outlier;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;

/**
 * What fits that have not seen a cell expect there.
 *
 * <p>Residuals of a fit are no yardstick: least absolute errors meet rank cells of every row
 * exactly, and codes follow the rest. So generous suspects of a first fit are hidden, and every
 * other cell is hidden in one of {@link #FOLDS} folds, each a fit that begins where the first one
 * ended. These have no ridge, whose shrinkage is a bias of the size of small noise.
 */
final class HeldOutCells {

  static final int FOLDS = 5;

  /** A cell so many spreads of its column off in the first fit is hidden from all others. */
  private static final double SUSPECT = 8;

  /** Halves of the cells of a row from which its codes are found anew. */
  private static final int HALVES = 24;

  private static final Admm METHOD = new Admm().with(.5, 1e-4);
  private static final long SEED = 0x6A09E667F3BCC909L;

  private final Observations table;
  private final DenseMatrix basis;
  private final DenseMatrix codes;
  private final int width;
  private final byte[] fold; // ALWAYS hidden, or in one fold, or NEVER
  private final DenseMatrix predicted;

  private static final byte ALWAYS = -1;
  private static final byte NEVER = -2;

  /**
   * Knows a first fit.
   *
   * @param table columns of like size; <em>kept</em>
   * @param basis rank x features; <em>kept</em>
   * @param codes samples x rank; <em>kept and modified</em>
   */
  HeldOutCells(Observations table, DenseMatrix basis, DenseMatrix codes) {
    this.table = table;
    this.basis = basis;
    this.codes = codes;
    this.width = table.features();
    this.fold = new byte[table.samples() * width];
    this.predicted = new ProductMatrix(codes, basis).toDense();
  }

  /** Returns what the first fit expects. */
  DenseMatrix expected() {
    return predicted;
  }

  /**
   * Returns the predictions; of suspects and missing cells the middle of those of all folds.
   *
   * @param floors the least spread of each column that counts as noise
   */
  DenseMatrix predict(double[] floors, int threads, BooleanSupplier stop) {
    double[] limits = limits(floors);
    if (lookAgain(limits, threads)) {
      limits = limits(floors);
    }
    for (int k = 0; k < fold.length; k++) {
      fold[k] = isObserved(k) && miss(k) <= limits[k % width] ? 0 : ALWAYS;
    }
    drawFolds();
    DenseMatrix[] all = new DenseMatrix[FOLDS];
    for (int f = 0; f < FOLDS; f++) {
      MahNmf settings =
          MahNmf.ofRank(basis.rows())
              .with(METHOD)
              .with(new GivenStart(basis, codes))
              .withThreads(threads)
              .withLastStep(false)
              .withCancellation(stop);
      Factorization fit = settings.fit(table.withValues(without(f)));
      all[f] = fit.lowRank().toDense();
    }
    double[] of = new double[FOLDS];
    for (int k = 0; k < fold.length; k++) {
      if (fold[k] >= 0) {
        predicted.array()[k] = all[fold[k]].array()[k];
      } else {
        for (int f = 0; f < FOLDS; f++) {
          of[f] = all[f].array()[k];
        }
        Arrays.sort(of);
        predicted.array()[k] = of[FOLDS / 2];
      }
    }
    return predicted;
  }

  /** How far off suspects are; an exact fit of many cells is not their noise. */
  private double[] limits(double[] floors) {
    double parameters = (double) basis.rows() * (table.samples() + width);
    double exact = Math.min(.5, parameters / fold.length);
    double[] limits = new double[width];
    double[] sizes = new double[table.samples()];
    for (int j = 0; j < width; j++) {
      int count = 0;
      for (int k = j; k < fold.length; k += width) {
        if (isObserved(k)) {
          sizes[count++] = miss(k);
        }
      }
      limits[j] = SUSPECT * Math.max(floors[j], Spreads.of(sizes, count, exact + (1 - exact) * .5));
    }
    return limits;
  }

  /**
   * Finds other codes of rows with more suspects than codes can bear: a few cells that agree by
   * chance may have drawn the codes to them. Each is encoded from random halves of its cells, and
   * the codes that the most cells agree with are kept, which no size of a cell can outweigh.
   *
   * @return whether any were better
   */
  private boolean lookAgain(double[] limits, int threads) {
    int rank = basis.rows();
    int[] rows =
        IntStream.range(0, table.samples())
            .filter(
                i -> 2 * count(i, k -> miss(k) > limits[k % width]) > count(i, k -> true) - rank)
            .filter(i -> count(i, k -> true) >= 2 * rank)
            .toArray();
    if (rows.length == 0) {
      return false;
    }
    SplittableRandom random = new SplittableRandom(~SEED);
    DenseMatrix halves = new DenseMatrix(rows.length * HALVES, width);
    for (int n = 0; n < halves.rows(); n++) {
      int from = rows[n / HALVES] * width;
      int seen = 0;
      int left = count(rows[n / HALVES], k -> true);
      int wanted = Math.max(rank + 1, left / 2);
      for (int j = 0; j < width; j++) {
        boolean isTaken = isObserved(from + j) && random.nextInt(left--) < wanted - seen;
        seen += isTaken ? 1 : 0;
        halves.set(n, j, isTaken ? table.values().get(from / width, j) : Double.NaN);
      }
    }
    DenseMatrix found =
        Model.of(basis).withThreads(threads).transform(Observations.of(halves)).codes().toDense();
    Matrix expected = new ProductMatrix(found, basis);
    boolean isAny = false;
    double[] row = new double[width];
    for (int n = 0; n < halves.rows(); n++) {
      int from = rows[n / HALVES] * width;
      double now = 0;
      double then = 0;
      expected.copyRow(n, row);
      for (int j = 0; j < width; j++) {
        if (isObserved(from + j) && limits[j] > 0) {
          double value = table.values().get(from / width, j);
          now += Math.min(limits[j], miss(from + j)) / limits[j];
          then += Math.min(limits[j], Math.abs(value - row[j])) / limits[j];
        }
      }
      if (then < now) {
        System.arraycopy(row, 0, predicted.array(), from, width);
        System.arraycopy(
            found.array(), found.offset(n), codes.array(), codes.offset(from / width), rank);
        isAny = true;
      }
    }
    return isAny;
  }

  /** How many observed cells of a row are so. */
  private int count(int row, IntPredicate test) {
    return (int)
        IntStream.range(row * width, (row + 1) * width)
            .filter(k -> isObserved(k) && test.test(k))
            .count();
  }

  private boolean isObserved(int k) {
    return table.weight(k / width, k % width) > 0;
  }

  /**
   * Deals the cells of each row out to the folds. A row or column never loses all its cells: its
   * last one stays, so that every fit knows something of it.
   */
  private void drawFolds() {
    SplittableRandom random = new SplittableRandom(SEED);
    int[] order = new int[width];
    for (int i = 0; i < table.samples(); i++) {
      int count = 0;
      for (int j = 0; j < width; j++) {
        if (fold[i * width + j] != ALWAYS) {
          int at = random.nextInt(count + 1);
          order[count++] = order[at];
          order[at] = j;
        }
      }
      int first = random.nextInt(FOLDS);
      for (int k = 0; k < count; k++) {
        fold[i * width + order[k]] = (byte) ((first + k) % FOLDS);
      }
      keepOne(i * width, 1, width);
    }
    for (int j = 0; j < width; j++) {
      keepOne(j, width, table.samples());
    }
  }

  /** Of a line that some fold would not see at all, shows the cell that fits best to every fold. */
  private void keepOne(int from, int step, int count) {
    int best = -1;
    boolean isSeen = false;
    int one = ALWAYS;
    for (int k = from, n = 0; n < count; k += step, n++) {
      if (isObserved(k) && (best < 0 || miss(k) < miss(best))) {
        best = k;
      }
      isSeen |= fold[k] == NEVER || (fold[k] >= 0 && one >= 0 && fold[k] != one);
      one = fold[k] >= 0 ? fold[k] : one;
    }
    if (!isSeen) {
      fold[best] = NEVER;
    }
  }

  private double miss(int k) {
    return Math.abs(table.values().get(k / width, k % width) - predicted.array()[k]);
  }

  /** The table without what a fold hides. */
  private DenseMatrix without(int hidden) {
    DenseMatrix seen = DenseMatrix.copyOf(table.values());
    for (int k = 0; k < fold.length; k++) {
      if (fold[k] == ALWAYS || fold[k] == hidden) {
        seen.array()[k] = Double.NaN;
      }
    }
    return seen;
  }
}
