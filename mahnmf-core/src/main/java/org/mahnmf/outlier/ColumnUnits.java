package org.mahnmf.outlier;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * Units in which the columns of a table are of like size, so that a column in kelvin does not drown
 * one in bar: the power of two nearest the median of the positive entries, an exact division.
 *
 * @param units a power of two for each column
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ColumnUnits(double[] units) {

  /** Finds the units of a table. */
  public static ColumnUnits of(Observations observations) {
    double[] units = new double[observations.features()];
    double[] column = new double[observations.samples()];
    for (int j = 0; j < units.length; j++) {
      units[j] = unit(usual(observations, j, column));
    }
    return new ColumnUnits(units);
  }

  /** Returns the power of two below the usual entry of a column; 1 if that is 0. */
  static double unit(double usual) {
    return usual > 0 ? Math.scalb(1.0, Math.getExponent(usual)) : 1;
  }

  /**
   * Returns the median of the positive entries of a column; 0 if there is none.
   *
   * @param scratch as long as there are samples; <em>modified</em>
   */
  static double usual(Observations observations, int feature, double[] scratch) {
    int count = 0;
    for (int i = 0; i < observations.samples(); i++) {
      double value = observations.values().get(i, feature);
      if (value > 0 && observations.weight(i, feature) > 0) {
        scratch[count++] = value;
      }
    }
    Arrays.sort(scratch, 0, count);
    return count == 0 ? 0 : scratch[count / 2];
  }

  /** Returns a copy of the table in these units; names and weights stay. */
  public Observations divide(Observations observations) {
    return observations.withValues(divide(observations.values()));
  }

  /** Returns a copy with columns in these units. */
  DenseMatrix divide(Matrix table) {
    DenseMatrix values = DenseMatrix.copyOf(table);
    Arrays.setAll(values.array(), k -> values.array()[k] / units[k % units.length]);
    return values;
  }

  /** Returns a copy with columns in the units of the user again. */
  public DenseMatrix multiply(Matrix table) {
    DenseMatrix values = DenseMatrix.copyOf(table);
    Arrays.setAll(values.array(), k -> values.array()[k] * units[k % units.length]);
    return values;
  }
}
