package org.mahnmf.lab.method;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;

/**
 * EucNMF, min ‖X − WᵀH‖²_F over W ≥ 0 and H ≥ 0, by NeNMF: each factor in turn by Nesterov's
 * optimal gradient method ({@link LeastSquaresStep}). It ends when the norm of the projected
 * gradient of both factors is 1e-8 of that at the start, as in the paper, or when {@value
 * #PATIENCE} outer steps have lowered the objective by less than 1e-5 of it in all: at the ranks of
 * the paper 1e-8 takes thousands of steps that change nothing one could see.
 *
 * <p>The inner tolerance begins at 1e-3 of the first gradient and shrinks tenfold whenever a factor
 * needs only its first few steps, as in the authors' code. The objective never rises. Weights and
 * missing entries are not taken.
 *
 * <p>Reference: Guan, Tao, Luo, Yuan, "NeNMF: an optimal gradient method for nonnegative matrix
 * factorization", IEEE TSP 2012.
 */
public final class NeNmf implements Method {

  private static final double PRECISION = 1e-8;
  private static final double FIRST_TOLERANCE = 1e-3;
  private static final int MOST_INNER_STEPS = 100;
  private static final int FEW_STEPS = 5;
  private static final int PATIENCE = 20;
  private static final double LEAST_PROGRESS = 1e-5;
  private static final int ENCODE_STEPS = 5000;
  private static final double ENCODE_PRECISION = 1e-9;

  @Override
  public String name() {
    return "EucNMF";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    try (Data data = open(samples, budget.threads())) {
      Factors factors = data.randomStart(rank, seed);
      List<Double> history = run(data, factors, budget.maxIterations());
      double unit = data.store().scale() * data.store().scale();
      return data.learned(
          factors, history, unit, others -> encode(factors.basis(), others, budget.threads()));
    }
  }

  private static Data open(Observations samples, int threads) {
    Data data = Data.open(samples, threads);
    if (data.store().isWeighted()) {
      data.close();
      throw new IllegalArgumentException(
          "EucNMF by NeNMF takes neither weights nor missing entries; fill them in first");
    }
    return data;
  }

  private static DenseMatrix encode(DenseMatrix basis, Observations samples, int threads) {
    try (Data data = open(samples, threads)) {
      DenseMatrix codes = new DenseMatrix(basis.rows(), samples.samples());
      LeastSquaresStep step = new LeastSquaresStep(data, new Factors(basis, codes), Factor.CODES);
      double norm = Math.sqrt(step.squaredGradient() / codes.columns());
      step.improve(ENCODE_PRECISION * norm, ENCODE_STEPS);
      return data.codes(codes);
    }
  }

  private static List<Double> run(Data data, Factors factors, int most) {
    double squares = data.squares();
    double first = 0;
    List<Double> history = new ArrayList<>();
    Map<Factor, Double> tolerances = new EnumMap<>(Factor.class);
    for (Factor which : Factor.values()) {
      LeastSquaresStep half = new LeastSquaresStep(data, factors, which);
      double gradient = half.squaredGradient();
      first += gradient;
      tolerances.put(which, FIRST_TOLERANCE * Math.sqrt(gradient / half.moving.columns()));
      if (which == Factor.CODES) {
        history.add(half.objective(squares));
      }
    }
    for (int outer = 1; outer <= most; outer++) {
      double squared = 0;
      for (Factor which : new Factor[] {Factor.CODES, Factor.BASIS}) {
        LeastSquaresStep half = new LeastSquaresStep(data, factors, which);
        squared += half.squaredGradient();
        if (half.improve(tolerances.get(which), MOST_INNER_STEPS) <= FEW_STEPS) {
          tolerances.merge(which, .1, (old, factor) -> old * factor);
        }
        if (which == Factor.BASIS) {
          history.add(half.objective(squares));
        }
      }
      boolean slow =
          outer > PATIENCE
              && history.get(outer - PATIENCE) - history.get(outer)
                  <= LEAST_PROGRESS * history.get(outer);
      if (slow || squared <= PRECISION * PRECISION * first) {
        break;
      }
    }
    return history;
  }
}
