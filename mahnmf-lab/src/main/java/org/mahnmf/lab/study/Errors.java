package org.mahnmf.lab.study;

import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** How far pictures are from others. */
public final class Errors {

  private Errors() {}

  /** Returns ‖X − X'‖²_F / ‖X‖²_F, the paper's relative error. */
  public static double relative(DenseMatrix clean, DenseMatrix found) {
    double error = 0;
    double size = 0;
    for (int k = 0; k < clean.array().length; k++) {
      double difference = clean.array()[k] - found.array()[k];
      error += difference * difference;
      size += clean.array()[k] * clean.array()[k];
    }
    return error / size;
  }

  /** Returns Σ|X − X'| / ΣX. */
  public static double absolute(Matrix table, Matrix found) {
    double error = 0;
    double size = 0;
    for (int i = 0; i < table.rows(); i++) {
      double[] row = Rows.row(table, i);
      double[] near = Rows.row(found, i);
      for (int j = 0; j < row.length; j++) {
        error += Math.abs(row[j] - near[j]);
        size += Math.abs(row[j]);
      }
    }
    return error / size;
  }
}
