package org.mahnmf.internal.search;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.internal.start.ScaledMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Start;

/**
 * Weights as units: Σ ω|X − WᵀH| with weights of columns, ω = c, is the problem of the table whose
 * columns are multiplied by c. ADMM finds it much easier that way (weights over some decades left
 * twice the relative error), and the ridge, which has no unit, then asks the same of both. So the
 * columns' mean weights are taken out, then the rows', and what is left are the weights of the
 * scaled table. The factors of the scaled table, divided by the same numbers, are those of X.
 *
 * <p>The means are of the positive weights, so that a mask of zeros and ones has no units, and are
 * divided by their own mean, so that equal weights change nothing.
 */
public final class WeightUnits {

  /** Means that differ by less are equal. */
  private static final double EQUAL = 1e-12;

  /** Weights farther apart are no units, and could carry entries out of the range of numbers. */
  private static final double FARTHEST = 0x1p100;

  private final Observations scaled;
  private final double[] rows;
  private final double[] columns;

  private WeightUnits(Observations scaled, double[] rows, double[] columns) {
    this.scaled = scaled;
    this.rows = rows;
    this.columns = columns;
  }

  /**
   * Returns whether a problem asks nothing of the factors that other units of rows or columns would
   * change: bounds, groups, graphs, penalties on entries and squares in the loss are in the user's.
   *
   * @param loss of a residual
   * @param basis terms on W
   * @param codes terms on H
   */
  public static boolean areFree(Loss loss, Side basis, Side codes) {
    return loss.curvature() == 0 && isPlain(basis) && isPlain(codes);
  }

  private static boolean isPlain(Side side) {
    return side.terms().size() == 1 && side.set().equals(Box.NON_NEGATIVE);
  }

  /**
   * Takes the units out of a table's weights.
   *
   * @param observations <em>kept</em>
   * @return nothing if the weights have none, or the table is sparse: the weight of all its absent
   *     entries must stay one number
   */
  public static Optional<WeightUnits> of(Observations observations) {
    if (observations.weights().isEmpty() || observations.values() instanceof SparseMatrix) {
      return Optional.empty();
    }
    Matrix weights = observations.weights().get();
    double[] columns = new double[observations.features()];
    double[] rows = new double[observations.samples()];
    Arrays.fill(columns, 1);
    Arrays.fill(rows, 1);
    double largest = largest(weights);
    if (largest == 0) {
      return Optional.empty();
    }
    takeMeans(observations, weights, largest, rows, columns, false);
    takeMeans(observations, weights, largest, rows, columns, true);
    if (areOnes(rows) && areOnes(columns)) {
      return Optional.empty();
    }
    Matrix values = ScaledMatrix.of(observations.values(), inverse(rows), inverse(columns));
    Matrix left = ScaledMatrix.of(weights, rows, columns);
    if (!areNumbers(observations.values(), values)) {
      return Optional.empty();
    }
    return Optional.of(
        new WeightUnits(observations.withValues(values).withWeights(left), rows, columns));
  }

  /** Puts the mean of what is left of the weights of each row or column in its place. */
  private static void takeMeans(
      Observations observations,
      Matrix weights,
      double largest,
      double[] rows,
      double[] columns,
      boolean ofRows) {
    double[] means = ofRows ? rows : columns;
    double[] sums = new double[means.length];
    int[] counts = new int[means.length];
    double[] values = new double[columns.length];
    double[] weight = new double[columns.length];
    for (int i = 0; i < rows.length; i++) {
      observations.values().copyRow(i, values);
      weights.copyRow(i, weight);
      for (int j = 0; j < columns.length; j++) {
        if (weight[j] > 0 && !Double.isNaN(values[j])) {
          int k = ofRows ? i : j;
          sums[k] += weight[j] / largest / columns[j];
          counts[k]++;
        }
      }
    }
    double mean = 0;
    for (int k = 0; k < sums.length; k++) {
      sums[k] /= Math.max(1, counts[k]);
      mean += sums[k] / sums.length;
    }
    for (int k = 0; k < sums.length; k++) {
      means[k] = sums[k] > 0 ? sums[k] / mean : 1;
    }
    if (areOnes(means)) {
      Arrays.fill(means, 1);
    }
  }

  /** A power of two near the largest weight, so that sums stay numbers; 0 if they lie too far. */
  private static double largest(Matrix weights) {
    double[] row = new double[weights.columns()];
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int i = 0; i < weights.rows(); i++) {
      weights.copyRow(i, row);
      for (double weight : row) {
        largest = Math.max(largest, weight);
        least = weight > 0 ? Math.min(least, weight) : least;
      }
    }
    return largest / FARTHEST <= least ? Units.nearest(largest) : 0;
  }

  /** Whether no entry leaves the range of numbers. */
  private static boolean areNumbers(Matrix matrix, Matrix scaled) {
    double[] before = new double[matrix.columns()];
    double[] after = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, before);
      scaled.copyRow(i, after);
      for (int j = 0; j < before.length; j++) {
        if (before[j] > 0 && !(after[j] >= Double.MIN_NORMAL && after[j] < Double.MAX_VALUE)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean areOnes(double[] units) {
    return Arrays.stream(units).allMatch(unit -> Math.abs(unit - 1) <= EQUAL);
  }

  private static double[] inverse(double[] units) {
    return Arrays.stream(units).map(unit -> 1 / unit).toArray();
  }

  /** Returns the table and weights without the units. */
  public Observations scaled() {
    return scaled;
  }

  /**
   * Returns a basis of the scaled table in the units of X.
   *
   * @param basis rank x features; <em>not modified</em>
   */
  public DenseMatrix basis(Matrix basis) {
    double[] ones = new double[basis.rows()];
    Arrays.fill(ones, 1);
    return ScaledMatrix.of(basis, ones, columns).toDense();
  }

  /**
   * Returns codes of the scaled table in the units of X.
   *
   * @param codes samples x rank; <em>not modified</em>
   */
  public DenseMatrix codes(Matrix codes) {
    double[] ones = new double[codes.columns()];
    Arrays.fill(ones, 1);
    return ScaledMatrix.of(codes, rows, ones).toDense();
  }

  /**
   * Returns a start for the scaled table.
   *
   * @param start for X
   */
  public Start start(Start start) {
    return start instanceof GivenStart given
        ? given.divided(inverse(rows), inverse(columns))
        : start;
  }
}
