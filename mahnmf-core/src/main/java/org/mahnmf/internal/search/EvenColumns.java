package org.mahnmf.internal.search;

import java.util.Arrays;
import org.mahnmf.internal.start.ScaledMatrix;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

/**
 * A table whose columns are of like size, so that what is found in it does not depend on their
 * units: each is divided by the .9 quantile of its positive entries. Medians fail where the middle
 * of a column is its detection limit, and means and maxima where some cells are wild.
 */
public final class EvenColumns {

  private static final double QUANTILE = .9;

  private EvenColumns() {}

  /**
   * Returns the table in even columns; weights and names stay, and so do pictures, whose bytes are
   * of one unit.
   *
   * @param observations <em>kept</em>
   */
  public static Observations of(Observations observations) {
    Matrix values = observations.values();
    if (values instanceof ByteMatrix) {
      return observations;
    }
    double[] rows = new double[values.rows()];
    Arrays.fill(rows, 1);
    return observations.withValues(ScaledMatrix.of(values, rows, units(observations)));
  }

  private static double[] units(Observations observations) {
    double[] units = new double[observations.features()];
    double[] column = new double[observations.samples()];
    SparseMatrix byColumn =
        observations.values() instanceof SparseMatrix sparse ? sparse.transpose() : null;
    int[] stored = new int[column.length];
    for (int j = 0; j < units.length; j++) {
      int entries = byColumn == null ? column.length : byColumn.copyStored(j, stored, column);
      int count = 0;
      for (int k = 0; k < entries; k++) {
        int i = byColumn == null ? k : stored[k];
        double value = byColumn == null ? observations.values().get(i, j) : column[k];
        if (value > 0 && observations.weight(i, j, value) > 0) {
          column[count++] = value;
        }
      }
      Arrays.sort(column, 0, count);
      units[j] = count == 0 ? 1 : column[(int) (QUANTILE * (count - 1))];
    }
    return units;
  }
}
