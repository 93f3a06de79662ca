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
      int count = 0;
      for (int i = 0; i < column.length; i++) {
        double value = observations.values().get(i, j);
        if (value > 0 && observations.weight(i, j) > 0) {
          column[count++] = value;
        }
      }
      Arrays.sort(column, 0, count);
      units[j] = count == 0 ? 1 : Math.scalb(1, Math.getExponent(column[count / 2]));
    }
    return new ColumnUnits(units);
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
