package org.mahnmf.internal.fit;

import java.util.stream.DoubleStream;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.SideData;

/**
 * The loss of every sample in the user's units, and what its codes cost by the model's rule; of a
 * sparse table at the cost of what it stores.
 */
final class RowLosses {

  private final double[] absolute;
  private final double[] quadratic;
  private final double[] penalties;

  private RowLosses(int samples) {
    absolute = new double[samples];
    quadratic = new double[samples];
    penalties = new double[samples];
  }

  /**
   * Evaluates codes.
   *
   * @param codes samples x rank; <em>not modified</em>
   * @param threads at least 1; the answer does not depend on it
   */
  static RowLosses of(
      Observations observations, CodeProblem model, DenseMatrix codes, int threads) {
    RowLosses losses = new RowLosses(observations.samples());
    losses.fillPenalties(model.rule(), codes);
    try (Workers workers = new Workers(threads)) {
      if (observations.values() instanceof SparseMatrix) {
        losses.fillSparse(observations, model, codes, workers);
      } else {
        workers.run(
            observations.samples(),
            64,
            (worker, from, to) -> losses.fillDense(observations, model, codes, from, to));
      }
    }
    return losses;
  }

  private void fillPenalties(SampleRule rule, DenseMatrix codes) {
    if (rule.linear() == 0 && rule.ridge() == 0) { // else squares may overflow for nothing
      return;
    }
    for (int i = 0; i < penalties.length; i++) {
      for (int l = 0; l < codes.columns(); l++) {
        double code = codes.get(i, l);
        penalties[i] += (rule.linear() + .5 * rule.ridge() * code) * code;
      }
    }
  }

  private void fillSparse(
      Observations observations, CodeProblem model, DenseMatrix codes, Workers workers) {
    SideData data = SparseStore.bySample(observations, workers);
    PassSums sums = new PassSums(data.count());
    double curvature = model.loss().curvature();
    PassOperation residual = new PassOperation.Residual(model.loss());
    data.pass(residual, model.basis(), codes.transpose(), null, sums);
    for (int i = 0; i < absolute.length; i++) {
      absolute[i] = sums.absoluteByColumn()[i];
      quadratic[i] = curvature > 0 ? .5 * curvature * sums.squaredByColumn()[i] : 0;
    }
  }

  private void fillDense(
      Observations observations, CodeProblem model, DenseMatrix codes, int from, int to) {
    Matrix product = new ProductMatrix(codes, model.basis());
    Loss loss = model.loss();
    double[] row = new double[observations.features()];
    double[] fit = new double[observations.features()];
    double[] weights = new double[observations.features()];
    for (int i = from; i < to; i++) {
      observations.values().copyRow(i, row);
      product.copyRow(i, fit);
      double curvature = loss.curvature();
      for (int j = 0; j < row.length; j++) {
        weights[j] = Math.max(0, observations.weight(i, j, row[j]));
        double error = weights[j] > 0 ? row[j] - fit[j] : 0;
        absolute[i] += weights[j] * Math.abs(error);
        if (curvature > 0) { // without it the square may overflow for nothing
          quadratic[i] += .5 * curvature * weights[j] * error * error;
        }
        fit[j] = error;
      }
      if (!loss.isKinked()) {
        loss.rest(fit, weights, row, row.length);
        quadratic[i] = loss.restWeight() * DoubleStream.of(row).sum();
      }
    }
  }

  /** Σ weight·|error| of a sample. */
  double absolute(int sample) {
    return absolute[sample];
  }

  /** The quadratic part of a sample's loss. */
  double quadratic(int sample) {
    return quadratic[sample];
  }

  /** The loss of a sample and the penalty on its codes: what its codes minimise. */
  double total(int sample) {
    return absolute[sample] + quadratic[sample] + penalties[sample];
  }
}
