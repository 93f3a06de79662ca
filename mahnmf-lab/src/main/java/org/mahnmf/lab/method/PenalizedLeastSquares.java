package org.mahnmf.lab.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Projections;
import org.mahnmf.lab.linear.Lanczos;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/**
 * min ½‖X − WᵀH‖² + a penalty of W + a penalty of H, by some accelerated proximal gradient steps
 * (Beck, Teboulle 2009) on one factor after the other, begun anew whenever the momentum points
 * uphill (O'Donoghue, Candès 2015). A step costs 2·r² flops a column. Ends when ten outer steps
 * have not gained 0.1 %; the best point is returned.
 */
public final class PenalizedLeastSquares implements Method {

  private static final int INNER_STEPS = 10;
  private static final int ENCODE_STEPS = 300;
  private static final int PATIENCE = 10;
  private static final double LEAST_PROGRESS = 1e-3;

  private static final double EUC_ALPHA = 1e-2;
  private static final double EUC_BETA = 1e-4;
  private static final double FLSS_WEIGHT = .01;

  private final String name;
  private final PenaltyMaker basisPenalty;
  private final PenaltyMaker codesPenalty;

  private PenalizedLeastSquares(String name, PenaltyMaker basisPenalty, PenaltyMaker codesPenalty) {
    this.name = name;
    this.basisPenalty = basisPenalty;
    this.codesPenalty = codesPenalty;
  }

  /** Makes a penalty in the units of a store, whose X is that of the user divided by a scale. */
  private interface PenaltyMaker {
    Penalty of(double scale, int samples);
  }

  /** What a factor pays, and its proximal step. */
  private record Penalty(ToDoubleFunction<DenseMatrix> value, Prox prox) {}

  /** Replaces F by the minimiser of ½‖· − F‖² + step·penalty(·). */
  private interface Prox {
    void apply(DenseMatrix factor, double step);
  }

  /**
   * EucNMF-GS (eq5.3), min over W ≥ 0 and H ≥ 0 of ½‖X − WᵀH‖² + α Σ_v ‖W^[v]‖_{1,∞} + β/2 ‖H‖²:
   * each view v is drawn to few components. α = .01 and β = .0001 as in the paper. With X = s·X'
   * and H = s·H' the objective is s² times that of X', H' and α/s².
   *
   * <p>Reference: Kim, Monteiro, Park, "Group sparsity in nonnegative matrix factorization", 2012.
   *
   * @param views the features of each view
   */
  public static PenalizedLeastSquares eucNmf(Groups views) {
    return new PenalizedLeastSquares(
        "EucNMF-GS",
        (scale, samples) -> {
          GroupSparse term =
              new GroupSparse(GroupNorm.INFINITY, EUC_ALPHA / (scale * scale), views);
          return new Penalty(term::value, term::prox);
        },
        (scale, samples) ->
            new Penalty(
                h -> .5 * EUC_BETA * Loops.dot(h.array(), h.array(), h.array().length),
                (h, step) ->
                    Arrays.setAll(
                        h.array(), k -> Math.max(0, h.array()[k]) / (1 + step * EUC_BETA))));
  }

  /**
   * FLSS (eq5.2), min over D and H of 1/N ‖X − DᵀH‖² + λ Σ_v ‖D^[v]‖_{1,∞} + γ‖H‖_{1,∞}, where N
   * counts the samples and entries may be negative: a latent space whose components belong to some
   * views or to all, and of which some die out. λ = γ = .01 as in the paper. This is N/2 times
   * eq5.2, in a store with X = s·X' and H = s·H': N·λ/(2s²) and N·γ/(2s).
   *
   * <p>Reference: Jia, Salzmann, Darrell, "Factorized latent spaces with structured sparsity",
   * 2010.
   *
   * @param views the features of each view
   */
  public static PenalizedLeastSquares flss(Groups views) {
    List<int[]> members = IntStream.range(0, views.size()).mapToObj(views::members).toList();
    return new PenalizedLeastSquares(
        "FLSS",
        (scale, samples) -> largest(FLSS_WEIGHT * samples / (2 * scale * scale), members),
        (scale, samples) ->
            largest(
                FLSS_WEIGHT * samples / (2 * scale),
                List.of(IntStream.range(0, samples).toArray())));
  }

  /** weight · Σ over rows and groups of the largest size. */
  private static Penalty largest(double weight, List<int[]> groups) {
    return new Penalty(
        factor -> {
          double sum = 0;
          for (int l = 0; l < factor.rows(); l++) {
            for (int[] columns : groups) {
              double largest = 0;
              for (int j : columns) {
                largest = Math.max(largest, Math.abs(factor.get(l, j)));
              }
              sum += largest;
            }
          }
          return weight * sum;
        },
        (factor, step) -> groups.forEach(columns -> cut(factor, columns, step * weight)));
  }

  /** The proximal step of the sizes in some columns, with the signs. */
  private static void cut(DenseMatrix factor, int[] columns, double weight) {
    double[] sizes = new double[columns.length];
    double[] scratch = new double[columns.length];
    for (int l = 0; l < factor.rows(); l++) {
      for (int k = 0; k < columns.length; k++) {
        sizes[k] = Math.abs(factor.get(l, columns[k]));
      }
      double level = Projections.maxProxLevel(sizes, columns.length, weight, scratch);
      for (int j : columns) {
        factor.set(l, j, Math.max(-level, Math.min(level, factor.get(l, j))));
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    try (Data data = Data.open(samples, budget.threads())) {
      Factors factors = data.randomStart(rank, seed);
      Factors best = factors;
      double scale = data.store().scale();
      double squares = data.squares();
      Penalty ofBasis = basisPenalty.of(scale, samples.samples());
      Penalty ofCodes = codesPenalty.of(scale, samples.samples());
      List<Double> history = new ArrayList<>();
      double least = Double.POSITIVE_INFINITY;
      for (int outer = 0; outer <= budget.maxIterations(); outer++) {
        LeastSquaresStep codes = new LeastSquaresStep(data, factors, Factor.CODES);
        double objective = ofBasis.value.applyAsDouble(factors.basis());
        objective += ofCodes.value.applyAsDouble(factors.codes());
        objective += .5 * codes.objective(squares);
        history.add(objective);
        if (objective < least) {
          least = objective;
          best = new Factors(factors.basis().copy(), factors.codes().copy());
        }
        if (outer >= PATIENCE
            && history.get(outer - PATIENCE) - objective <= LEAST_PROGRESS * objective) {
          break;
        }
        improve(codes, ofCodes.prox, INNER_STEPS);
        improve(new LeastSquaresStep(data, factors, Factor.BASIS), ofBasis.prox, INNER_STEPS);
      }
      DenseMatrix basis = best.basis();
      return data.learned(
          best, history, scale * scale, others -> encode(basis, others, budget.threads()));
    }
  }

  private DenseMatrix encode(DenseMatrix basis, Observations samples, int threads) {
    try (Data data = Data.open(samples, threads)) {
      DenseMatrix codes = new DenseMatrix(basis.rows(), samples.samples());
      Penalty penalty = codesPenalty.of(data.store().scale(), samples.samples());
      Factors factors = new Factors(basis, codes);
      improve(new LeastSquaresStep(data, factors, Factor.CODES), penalty.prox, ENCODE_STEPS);
      return data.codes(codes);
    }
  }

  /** Makes steps on ½⟨F, G·F⟩ − ⟨P, F⟩ + penalty(F). */
  private static void improve(LeastSquaresStep half, Prox prox, int steps) {
    double lipschitz = (1 + 1e-8) * Lanczos.largest(half.gram, 1, 0).values()[0];
    if (!(lipschitz > 0)) {
      return;
    }
    double[] f = half.moving.array();
    double[] p = half.product.array();
    DenseMatrix ahead = half.moving.copy();
    double[] y = ahead.array();
    DenseMatrix next = half.moving.copy();
    double[] g = next.array();
    double alpha = 1;
    for (int step = 0; step < steps; step++) {
      Rows.times(half.gram, ahead, next);
      for (int k = 0; k < y.length; k++) {
        g[k] = y[k] - (g[k] - p[k]) / lipschitz;
      }
      prox.apply(next, 1 / lipschitz);
      double uphill = 0;
      for (int k = 0; k < y.length; k++) {
        uphill += (y[k] - g[k]) * (g[k] - f[k]);
      }
      double nextAlpha = uphill > 0 ? 1 : .5 * (1 + Math.sqrt(1 + 4 * alpha * alpha));
      double momentum = uphill > 0 ? 0 : (alpha - 1) / nextAlpha;
      for (int k = 0; k < y.length; k++) {
        y[k] = g[k] + momentum * (g[k] - f[k]);
        f[k] = g[k];
      }
      alpha = nextAlpha;
    }
  }
}
