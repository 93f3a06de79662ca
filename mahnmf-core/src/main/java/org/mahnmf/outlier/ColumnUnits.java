package org.mahnmf.outlier;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.problem.Observations;

/**
 * Units in which the columns of a table are of like size, so that a column in kelvin does not drown
 * one in bar: the power of two nearest the median of the positive entries, an exact division.
 */
public final class ColumnUnits {

  private final double[] units;

  private ColumnUnits(double[] units) {
    this.units = units;
  }

  /**
   * Finds the units of a table.
   *
   * @param observations <em>not modified</em>
   */
  public static ColumnUnits of(Observations observations) {
    double[] units = new double[observations.features()];
    double[] column = new double[observations.samples()];
    for (int j = 0; j < units.length; j++) {
      double usual = usual(observations, j, column);
      units[j] = usual > 0 ? Math.scalb(1, Math.getExponent(usual)) : 1;
    }
    return new ColumnUnits(units);
  }

  /**
   * Returns the median of the positive entries of a column; 0 if there is none.
   *
   * @param observations <em>not modified</em>
   * @param feature the column
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

  /**
   * Returns the table in these units; names and weights stay.
   *
   * @param observations <em>not modified</em>
   */
  public Observations divide(Observations observations) {
    DenseMatrix values = DenseMatrix.copyOf(observations.values());
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < units.length; j++) {
        values.set(i, j, values.get(i, j) / units[j]);
      }
    }
    Observations divided =
        Observations.of(values).withNames(observations.featureNames(), observations.sampleNames());
    return observations.weights().map(divided::withWeights).orElse(divided);
  }

  /**
   * Returns a table in these units in those of the user again.
   *
   * @param table <em>not modified</em>
   */
  public DenseMatrix multiply(Matrix table) {
    DenseMatrix values = new DenseMatrix(table.rows(), table.columns());
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < units.length; j++) {
        values.set(i, j, table.get(i, j) * units[j]);
      }
    }
    return values;
  }
}
