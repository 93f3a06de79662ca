package org.mahnmf.lab.method;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.SideData;

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

  /** Creates the method. */
  public NeNmf() {}

  @Override
  public String name() {
    return "EucNMF";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    try (Data data = Data.open(samples, budget.threads())) {
      requireUnweighted(data);
      Factors factors = data.randomStart(rank, seed);
      List<Double> history = new Run(data, factors).run(budget.maxIterations());
      double unit = data.store().scale() * data.store().scale();
      DenseMatrix basis = factors.basis();
      int threads = budget.threads();
      return new Learned(
          basis,
          data.codes(factors.codes()),
          Learned.times(history, unit),
          others -> encode(basis, others, threads));
    }
  }

  private static void requireUnweighted(Data data) {
    if (data.store().sums().isWeighted()) {
      throw new IllegalArgumentException(
          "EucNMF by NeNMF takes neither weights nor missing entries; fill them in first");
    }
  }

  private static DenseMatrix encode(DenseMatrix basis, Observations samples, int threads) {
    try (Data data = Data.open(samples, threads)) {
      requireUnweighted(data);
      SideData side = data.store().side(Factor.CODES);
      DenseMatrix product = new DenseMatrix(basis.rows(), side.count());
      side.product(basis, product);
      DenseMatrix codes = new DenseMatrix(basis.rows(), side.count());
      LeastSquaresStep step = new LeastSquaresStep(basis);
      double tolerance =
          ENCODE_PRECISION * Math.sqrt(step.squaredGradient(product, codes) / side.count());
      step.improve(product, codes, tolerance, ENCODE_STEPS, data.store().workers());
      return data.codes(codes);
    }
  }

  /** One run on both factors. */
  private static final class Run {

    private final Data data;
    private final Factors factors;
    private final double squares;
    private final Map<Factor, Double> tolerances = new EnumMap<>(Factor.class);

    Run(Data data, Factors factors) {
      this.data = data;
      this.factors = factors;
      this.squares = data.squares();
    }

    List<Double> run(int most) {
      double first = 0;
      for (Factor which : Factor.values()) {
        Half half = new Half(which);
        double gradient = half.step.squaredGradient(half.product, half.moving);
        first += gradient;
        tolerances.put(which, FIRST_TOLERANCE * Math.sqrt(gradient / half.moving.columns()));
      }
      List<Double> history = new ArrayList<>();
      history.add(new Half(Factor.CODES).objective());
      for (int outer = 1; outer <= most; outer++) {
        double squared = 0;
        for (Factor which : new Factor[] {Factor.CODES, Factor.BASIS}) {
          Half half = new Half(which);
          squared += half.step.squaredGradient(half.product, half.moving);
          half.improve();
          if (which == Factor.BASIS) {
            history.add(half.objective());
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

    /** One factor given the other. */
    private final class Half {

      final LeastSquaresStep step;
      final DenseMatrix product;
      final DenseMatrix moving;
      private final Factor which;

      Half(Factor which) {
        this.which = which;
        SideData side = data.store().side(which);
        DenseMatrix fixed = factors.get(which.other());
        moving = factors.get(which);
        step = new LeastSquaresStep(fixed);
        product = new DenseMatrix(fixed.rows(), side.count());
        side.product(fixed, product);
      }

      void improve() {
        int steps =
            step.improve(
                product, moving, tolerances.get(which), MOST_INNER_STEPS, data.store().workers());
        if (steps <= FEW_STEPS) {
          tolerances.merge(which, .1, (old, factor) -> old * factor);
        }
      }

      /** ‖X‖² − 2⟨P, H⟩ + ⟨G, HHᵀ⟩. */
      double objective() {
        int rank = moving.rows();
        int count = moving.columns();
        double sum = squares - 2 * Dots.dot(product.array(), moving.array(), rank * count);
        double[] own = new double[rank * rank];
        RankAlgebra.gram(moving.array(), rank, count, own);
        for (int l = 0; l < rank; l++) {
          sum += Dots.dot(step.gram()[l], 0, own, l * rank, rank);
        }
        return Math.max(0, sum);
      }
    }
  }
}
