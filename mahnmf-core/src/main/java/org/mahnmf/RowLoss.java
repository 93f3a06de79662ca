package org.mahnmf;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;

/** The loss of one sample of the user's table; owns scratch memory, so one per thread. */
final class RowLoss {

  private final Observations observations;
  private final DenseMatrix basis;
  private final double curvature;
  private final double[] row;
  private final double[] fit;
  private double absolute;
  private double quadratic;
  private double size;

  RowLoss(Observations observations, Model model) {
    this.observations = observations;
    this.basis = model.basis();
    this.curvature = model.loss().curvature();
    this.row = new double[observations.features()];
    this.fit = new double[observations.features()];
  }

  /** Evaluates sample i with row i of the codes. */
  void evaluate(int i, DenseMatrix codes) {
    observations.values().copyRow(i, row);
    Arrays.fill(fit, 0);
    for (int l = 0; l < basis.rows(); l++) {
      double code = codes.get(i, l);
      if (code != 0) {
        int offset = basis.offset(l);
        for (int j = 0; j < fit.length; j++) {
          fit[j] += code * basis.array()[offset + j];
        }
      }
    }
    absolute = 0;
    quadratic = 0;
    size = 0;
    for (int j = 0; j < row.length; j++) {
      double weight = observations.weight(i, j);
      if (weight > 0) {
        double error = row[j] - fit[j];
        absolute += weight * Math.abs(error);
        size += weight * Math.abs(row[j]);
        if (curvature > 0) { // without it the square may overflow for nothing
          quadratic += .5 * curvature * weight * error * error;
        }
      }
    }
  }

  /** Σ weight·|error| of the last sample. */
  double absolute() {
    return absolute;
  }

  /** Σ weight·|x| of the last sample. */
  double size() {
    return size;
  }

  /** The quadratic part of the last sample's loss. */
  double quadratic() {
    return quadratic;
  }

  /** The loss of the last sample. */
  double total() {
    return absolute + quadratic;
  }
}
