package org.mahnmf.solver;

import java.util.Arrays;
import org.mahnmf.checkpoint.Saved;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.kernel.Cholesky;
import org.mahnmf.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SmoothTerm;

/**
 * One factor's half of {@link AdmmIteration}. With F the factor, V the other one (fixed), G = VVᵀ
 * and k its split weight: F_s = (G + kI)⁻¹(V·T + k(F + b)), F = prox(F_s − b), b += F − F_s.
 */
final class AdmmSide implements Saved {

  /** Weight of the split F = prox(F) relative to the mean of G's diagonal. */
  private static final double SPLIT = .3;

  private static final int SOLVE_STEPS = 30;
  private static final double SOLVE_TOLERANCE = 1e-8;

  private final Side side;
  private final DenseMatrix factor;
  private final DenseMatrix solved;
  private final DenseMatrix multiplier;
  private final DenseMatrix pending;
  private final DenseMatrix scratch;
  private final double[] gram;
  private double lastSplit;

  /**
   * Begins with zero multipliers.
   *
   * @param side the terms on F
   * @param factor F; <em>kept and modified</em>
   */
  AdmmSide(Side side, DenseMatrix factor) {
    this.side = side;
    this.factor = factor;
    int rank = factor.rows();
    solved = factor.copy();
    multiplier = new DenseMatrix(rank, factor.columns());
    pending = new DenseMatrix(rank, factor.columns());
    scratch = new DenseMatrix(rank, factor.columns());
    gram = new double[rank * rank];
  }

  /** Computes G of the fixed factor and returns k. */
  double face(DenseMatrix fixed) {
    return split(Dots.gram(fixed.array(), fixed.rows(), fixed.columns(), gram), fixed.rows());
  }

  /** Returns k of the current G. */
  double split() {
    int rank = factor.rows();
    double trace = 0;
    for (int l = 0; l < rank; l++) {
      trace += gram[l * rank + l];
    }
    return split(trace, rank);
  }

  /** Returns k for the trace of G. */
  static double split(double trace, int rank) {
    return SPLIT * trace / rank;
  }

  /** Returns G, to be filled in by who knows it: rank x rank, the array itself. */
  double[] gram() {
    return gram;
  }

  /**
   * Takes the step; G must be that of the current fixed factor.
   *
   * @param stretch multiplies G, see {@link org.mahnmf.store.Dual#stretch}
   */
  void step(double tau, double stretch) {
    int rank = factor.rows();
    double split = 0;
    for (int l = 0; l < rank; l++) {
      split += gram[l * rank + l];
    }
    split *= SPLIT / rank;
    for (int i = 0; i < gram.length; i++) {
      gram[i] *= stretch;
    }
    if (lastSplit > 0) {
      scaleMultiplier(lastSplit / split); // the true multiplier is k·b
    }
    lastSplit = split;
    double[] f = factor.array();
    double[] b = multiplier.array();
    double[] rhs = pending.array();
    for (int i = 0; i < rhs.length; i++) {
      rhs[i] += split * (f[i] + b[i]);
    }
    if (side.smooth().isEmpty()) {
      solve(split);
    } else {
      solveWithTerms(split, tau);
    }
    double[] s = solved.array();
    for (int i = 0; i < f.length; i++) {
      f[i] = s[i] - b[i];
      scratch.array()[i] = f[i];
    }
    side.apply(factor, tau / split);
    for (int i = 0; i < f.length; i++) {
      b[i] = f[i] - scratch.array()[i];
    }
  }

  private void solve(double split) {
    int rank = factor.rows();
    Cholesky system = new Cholesky(gram, rank, split);
    double[] inverse = new double[rank * rank];
    double[] column = new double[rank];
    for (int l = 0; l < rank; l++) {
      Arrays.fill(column, 0);
      column[l] = 1;
      system.solve(column);
      for (int k = 0; k < rank; k++) {
        inverse[k * rank + l] = column[k];
      }
    }
    Products.multiply(inverse, pending, solved);
  }

  /** Conjugate gradients on (G + kI)F + tau·∇terms(F) = rhs, from the last solution. */
  private void solveWithTerms(double split, double tau) {
    DenseMatrix residual = new DenseMatrix(factor.rows(), factor.columns());
    DenseMatrix image = new DenseMatrix(factor.rows(), factor.columns());
    operate(solved, split, tau, image);
    double[] r = residual.array();
    double[] a = image.array();
    double target = 0;
    for (int i = 0; i < r.length; i++) {
      r[i] = pending.array()[i] - a[i];
      target += pending.array()[i] * pending.array()[i];
    }
    target *= SOLVE_TOLERANCE * SOLVE_TOLERANCE;
    DenseMatrix direction = residual.copy();
    double[] d = direction.array();
    double norm = Dots.dot(r, 0, r, 0, r.length);
    for (int step = 0; step < SOLVE_STEPS && norm > target; step++) {
      operate(direction, split, tau, image);
      double length = norm / Dots.dot(d, 0, a, 0, d.length);
      for (int i = 0; i < d.length; i++) {
        solved.array()[i] += length * d[i];
        r[i] -= length * a[i];
      }
      double next = Dots.dot(r, 0, r, 0, r.length);
      for (int i = 0; i < d.length; i++) {
        d[i] = r[i] + next / norm * d[i];
      }
      norm = next;
    }
  }

  private void operate(DenseMatrix at, double split, double tau, DenseMatrix out) {
    Arrays.fill(scratch.array(), 0);
    for (SmoothTerm term : side.smooth()) {
      term.addGradient(at, scratch);
    }
    Products.multiply(gram, at, out);
    for (int i = 0; i < out.array().length; i++) {
      out.array()[i] += split * at.array()[i] + tau * scratch.array()[i];
    }
  }

  /** Fills in what the other side's pass would have gathered at T = WᵀH: V·VᵀF. */
  void expectProduct(DenseMatrix fixed) {
    face(fixed);
    Products.multiply(gram, factor, pending);
    solved.assign(factor);
  }

  void scaleMultiplier(double by) {
    double[] b = multiplier.array();
    for (int i = 0; i < b.length; i++) {
      b[i] *= by;
    }
  }

  @Override
  public void exchange(SavedState state) {
    if (!side.smooth().isEmpty()) {
      state.matrix(solved); // where the next solve begins
    }
    state.matrix(multiplier);
    state.matrix(pending);
    lastSplit = state.number(lastSplit);
  }

  DenseMatrix solved() {
    return solved;
  }

  DenseMatrix pending() {
    return pending;
  }

  DenseMatrix scratch() {
    return scratch;
  }
}
