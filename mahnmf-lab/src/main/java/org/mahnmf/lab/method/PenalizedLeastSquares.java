package org.mahnmf.lab.method;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.SideData;

/**
 * min ½‖X − WᵀH‖² + a price of W + a price of H, by some accelerated proximal gradient steps on one
 * factor after the other. Ends when ten outer steps have not gained 0.1 %; the best point is
 * returned.
 */
abstract class PenalizedLeastSquares implements Method {

  private static final int INNER_STEPS = 10;
  private static final int ENCODE_STEPS = 300;
  private static final int PATIENCE = 10;
  private static final double LEAST_PROGRESS = 1e-3;

  /** A price in the units of a store, whose X is that of the user divided by a scale. */
  interface Price extends ProximalSteps.Price {
    /** Returns the price of a factor. */
    double value(DenseMatrix factor);
  }

  /** Returns the price of W in a store. */
  abstract Price basisPrice(double scale, int samples);

  /** Returns the price of H in a store. */
  abstract Price codesPrice(double scale, int samples);

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    try (Data data = Data.open(samples, budget.threads())) {
      Factors factors = data.randomStart(rank, seed);
      Factors best = factors;
      double scale = data.store().scale();
      double squares = squares(data.store().side(Factor.CODES));
      Price ofBasis = basisPrice(scale, samples.samples());
      Price ofCodes = codesPrice(scale, samples.samples());
      List<Double> history = new ArrayList<>();
      double least = Double.POSITIVE_INFINITY;
      for (int outer = 0; outer <= budget.maxIterations(); outer++) {
        double objective = ofBasis.value(factors.basis());
        objective += ofCodes.value(factors.codes());
        objective += step(data, factors, Factor.CODES, ofCodes, 0, squares);
        history.add(objective * scale * scale);
        if (objective < least) {
          least = objective;
          best = new Factors(factors.basis().copy(), factors.codes().copy());
        }
        if (outer >= PATIENCE
            && history.get(outer - PATIENCE) - history.get(outer)
                <= LEAST_PROGRESS * history.get(outer)) {
          break;
        }
        step(data, factors, Factor.CODES, ofCodes, INNER_STEPS, squares);
        step(data, factors, Factor.BASIS, ofBasis, INNER_STEPS, squares);
      }
      DenseMatrix basis = best.basis();
      return new Learned(
          basis,
          data.codes(best.codes()),
          new double[samples.features()],
          history.stream().mapToDouble(value -> value).toArray(),
          others -> encode(basis, others, budget.threads()));
    }
  }

  /** Moves a factor; returns the loss before. */
  private static double step(
      Data data, Factors factors, Factor which, Price price, int steps, double squares) {
    SideData side = data.store().side(which);
    DenseMatrix fixed = factors.get(which.other());
    DenseMatrix moving = factors.get(which);
    DenseMatrix product = new DenseMatrix(fixed.rows(), side.count());
    side.product(fixed, product);
    DenseMatrix gram = ProximalSteps.gram(fixed);
    double loss = ProximalSteps.loss(squares, gram, product, moving);
    ProximalSteps.improve(gram, product, moving, price, steps);
    return loss;
  }

  private DenseMatrix encode(DenseMatrix basis, Observations samples, int threads) {
    try (Data data = Data.open(samples, threads)) {
      DenseMatrix codes = new DenseMatrix(basis.rows(), samples.samples());
      step(
          data,
          new Factors(basis, codes),
          Factor.CODES,
          codesPrice(data.store().scale(), samples.samples()),
          ENCODE_STEPS,
          0);
      return data.codes(codes);
    }
  }

  private static double squares(SideData side) {
    double[] column = new double[side.length()];
    double sum = 0;
    for (int j = 0; j < side.count(); j++) {
      side.read(j, column);
      sum += Dots.dot(column, column, column.length);
    }
    return sum;
  }
}
