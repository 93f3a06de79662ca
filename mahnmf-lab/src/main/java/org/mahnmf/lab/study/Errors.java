package org.mahnmf.lab.study;

import org.mahnmf.matrix.DenseMatrix;

/** How far pictures are from others. */
final class Errors {

  private Errors() {}

  /** Returns ‖X − X'‖²_F / ‖X‖²_F, the paper's relative error. */
  static double relative(DenseMatrix clean, DenseMatrix found) {
    double error = 0;
    double size = 0;
    for (int k = 0; k < clean.array().length; k++) {
      double difference = clean.array()[k] - found.array()[k];
      error += difference * difference;
      size += clean.array()[k] * clean.array()[k];
    }
    return error / size;
  }
}
