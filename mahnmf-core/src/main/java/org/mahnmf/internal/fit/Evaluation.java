package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Sides;

/**
 * Judges codes in the user's units, sample by sample and straight from the table, as anybody could
 * from the files; of a sparse table at the cost of what it stores.
 *
 * @param model what codes minimise
 * @param codes samples x rank
 * @param absolute Σ weight·|residual| of each sample
 * @param quadratic the loss's quadratic part of each sample
 * @param penalties of each sample's codes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Evaluation(
    CodeProblem model,
    DenseMatrix codes,
    double[] absolute,
    double[] quadratic,
    double[] penalties) {

  /**
   * Evaluates codes.
   *
   * @param codes samples x rank; <em>not modified</em>
   * @param threads at least 1; the answer does not depend on it
   */
  static Evaluation of(
      Observations observations, CodeProblem model, DenseMatrix codes, int threads) {
    int count = codes.rows();
    Evaluation losses =
        new Evaluation(
            model, codes, new double[count], new double[count], penalties(model.rule(), codes));
    try (Workers workers = new Workers(threads)) {
      if (observations.values() instanceof SparseMatrix) {
        losses.fillSparse(observations, workers);
      } else {
        workers.run(count, 64, (worker, from, to) -> losses.fillDense(observations, from, to));
      }
    }
    return losses;
  }

  private static double[] penalties(SampleRule rule, DenseMatrix codes) {
    double[] penalties = new double[codes.rows()];
    if (rule.linear() == 0 && rule.ridge() == 0) { // else squares may overflow needlessly
      return penalties;
    }
    for (int i = 0; i < penalties.length; i++) {
      for (int l = 0; l < codes.columns(); l++) {
        double code = codes.get(i, l);
        penalties[i] += (rule.linear() + .5 * rule.ridge() * code) * code;
      }
    }
    return penalties;
  }

  private void fillSparse(Observations observations, Workers workers) {
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

  private void fillDense(Observations observations, int from, int to) {
    double[][] basis = model.basis().toArray();
    Loss loss = model.loss();
    double[] row = new double[observations.features()];
    double[] fit = new double[observations.features()];
    double[] weights = new double[observations.features()];
    double[] code = new double[codes.columns()];
    for (int i = from; i < to; i++) {
      observations.values().copyRow(i, row);
      observations.copyWeights(i, row, weights);
      codes.copyRow(i, code);
      Arrays.fill(fit, 0);
      Products.add(fit, code, basis, code.length, fit.length);
      double curvature = loss.curvature();
      for (int j = 0; j < row.length; j++) {
        double error = weights[j] > 0 ? row[j] - fit[j] : 0;
        absolute[i] += weights[j] * Math.abs(error);
        if (curvature > 0) { // without it the square may overflow needlessly
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

  /** Everything minimised, by term. */
  Objective objective(Sides sides) {
    return Objective.of(model.loss(), inOrder(absolute), inOrder(quadratic))
        .plus(sides.basis().penalties(model.basis()))
        .plus(sides.codes().penalties(codes.transpose()));
  }

  /** The plain sum: that of a stream would compensate rounding. */
  private static double inOrder(double[] bySample) {
    return DoubleStream.of(bySample).reduce(0, Double::sum);
  }

  /** The loss of a sample and the penalty on its codes: what its codes minimise. */
  double total(int sample) {
    return absolute[sample] + quadratic[sample] + penalties[sample];
  }

  /** Σ weight·|X| of every sample. */
  public static double[] weightedSums(Observations observations) {
    double[] sums = new double[observations.samples()];
    double[] row = new double[observations.values().longestRow()];
    int[] columns = new int[row.length];
    for (int i = 0; i < sums.length; i++) {
      int count = observations.values().copyStored(i, columns, row);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, columns[k], row[k]);
        sums[i] += weight > 0 ? weight * row[k] : 0;
      }
    }
    return sums;
  }

  /** Components, from 1, whose basis or codes are all zero. */
  public static List<Integer> deadComponents(DenseMatrix basis, DenseMatrix codes) {
    List<Integer> dead = new ArrayList<>();
    for (int l = 0; l < basis.rows(); l++) {
      boolean part = false;
      for (int j = 0; j < basis.columns(); j++) {
        part |= basis.get(l, j) > 0;
      }
      boolean use = false;
      for (int i = 0; i < codes.rows(); i++) {
        use |= codes.get(i, l) > 0;
      }
      if (!part || !use) {
        dead.add(l + 1);
      }
    }
    return dead;
  }
}
