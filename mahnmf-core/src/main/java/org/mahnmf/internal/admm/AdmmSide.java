package org.mahnmf.internal.admm;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SmoothTerm;

/**
 * One factor's half of {@link AdmmIteration}. With F the factor, V the other one (fixed), G = VVᵀ
 * and k its split weight: F_s = (G + kI)⁻¹(V·T + k(F + b)), F = prox(F_s − b), b += F − F_s.
 */
public final class AdmmSide implements Stateful {

  /** Weight of the split F = prox(F) relative to the mean of G's diagonal. */
  private static final double SPLIT = .3;

  private static final int SOLVE_STEPS = 30;
  private static final double SOLVE_TOLERANCE = 1e-8;

  private Side side;
  private final Workers workers;
  private final DenseMatrix factor;
  private final DenseMatrix solved;
  private final DenseMatrix multiplier;
  private final DenseMatrix pending;
  private final DenseMatrix scratch;
  private final double[] gram;
  private final PerWorker<double[][]> rows;
  private double lastSplit;

  /**
   * Begins with zero multipliers.
   *
   * @param side the terms on F
   * @param factor F; <em>kept and modified</em>
   * @param workers the threads of the small algebra; <em>kept</em>
   */
  public AdmmSide(Side side, DenseMatrix factor, Workers workers) {
    this.side = side;
    this.workers = workers;
    this.factor = factor;
    int rank = factor.rows();
    solved = factor.copy();
    multiplier = new DenseMatrix(rank, factor.columns());
    pending = new DenseMatrix(rank, factor.columns());
    scratch = new DenseMatrix(rank, factor.columns());
    gram = new double[rank * rank];
    int longest = Math.min(factor.columns(), Chunks.LONGEST);
    rows = new PerWorker<>(workers, () -> new double[2 * rank][longest]);
  }

  /** Takes other terms on F. */
  void retarget(Side changed) {
    side = changed;
  }

  /** Computes G of the fixed factor. */
  public void face(DenseMatrix fixed) {
    gram(fixed, workers, gram);
  }

  /**
   * Computes F·Fᵀ.
   *
   * @param gram receives rank x rank entries; <em>modified</em>
   */
  static void gram(DenseMatrix factor, Workers workers, double[] gram) {
    double[][] rows = RankAlgebra.gram(factor, workers);
    for (int l = 0; l < rows.length; l++) {
      System.arraycopy(rows[l], 0, gram, l * rows.length, rows.length);
    }
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
    return trace * (SPLIT / rank);
  }

  /** Returns G, to be filled in by who knows it: rank x rank, the array itself. */
  double[] gram() {
    return gram;
  }

  /**
   * Takes the step; G must be that of the current fixed factor.
   *
   * @param stretch multiplies G, see {@link org.mahnmf.problem.Dual#stretch}
   */
  public void step(double tau, double stretch) {
    double split = split();
    Loops.scale(stretch, gram);
    if (lastSplit > 0) {
      scaleMultiplier(lastSplit / split); // the true multiplier is k·b
    }
    lastSplit = split;
    if (side.smooth().isEmpty()) {
      double[][] inverse = RankAlgebra.inverse(gram, factor.rows(), split);
      forEachPiece(
          (worker, from, to) -> {
            addSplit(split, from, to);
            multiply(inverse, pending, solved, worker, from, to);
            propose(from, to);
          });
    } else {
      forEachPiece((worker, from, to) -> addSplit(split, from, to));
      solveWithTerms(split, tau);
      forEachPiece((worker, from, to) -> propose(from, to));
    }
    side.apply(factor, tau / split);
    forEachPiece((worker, from, to) -> updateMultiplier(from, to));
  }

  /** The right-hand side V·T + k(F + b), in place of V·T. */
  private void addSplit(double split, int from, int to) {
    double[] f = factor.array();
    double[] b = multiplier.array();
    double[] rhs = pending.array();
    for (int at = 0; at < rhs.length; at += factor.columns()) {
      for (int i = at + from; i < at + to; i++) {
        rhs[i] += split * (f[i] + b[i]);
      }
    }
  }

  /** F = F_s − b, which the proximal step is still to change. */
  private void propose(int from, int to) {
    double[] f = factor.array();
    double[] b = multiplier.array();
    double[] s = solved.array();
    for (int at = 0; at < f.length; at += factor.columns()) {
      for (int i = at + from; i < at + to; i++) {
        f[i] = s[i] - b[i];
      }
    }
  }

  private void updateMultiplier(int from, int to) {
    double[] f = factor.array();
    double[] b = multiplier.array();
    double[] s = solved.array();
    for (int at = 0; at < f.length; at += factor.columns()) {
      for (int i = at + from; i < at + to; i++) {
        b[i] = f[i] - (s[i] - b[i]);
      }
    }
  }

  private void forEachPiece(Workers.Body piece) {
    workers.run(factor.columns(), Chunks.LONGEST, piece);
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
    double norm = Loops.dot(r, 0, r, 0, r.length);
    for (int step = 0; step < SOLVE_STEPS && norm > target; step++) {
      operate(direction, split, tau, image);
      double length = norm / Loops.dot(d, 0, a, 0, d.length);
      for (int i = 0; i < d.length; i++) {
        solved.array()[i] += length * d[i];
        r[i] -= length * a[i];
      }
      double next = Loops.dot(r, 0, r, 0, r.length);
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
    multiplyByGram(at, out);
    for (int i = 0; i < out.array().length; i++) {
      out.array()[i] += split * at.array()[i] + tau * scratch.array()[i];
    }
  }

  /** Fills in what the other side's pass would have gathered at T = WᵀH: V·VᵀF. */
  public void expectProduct(DenseMatrix fixed) {
    face(fixed);
    multiplyByGram(factor, pending);
    solved.assign(factor);
  }

  /** out = G·F. */
  private void multiplyByGram(DenseMatrix at, DenseMatrix out) {
    int rank = factor.rows();
    double[][] g = new double[rank][];
    for (int l = 0; l < rank; l++) {
      g[l] = Arrays.copyOfRange(gram, l * rank, (l + 1) * rank);
    }
    forEachPiece((worker, from, to) -> multiply(g, at, out, worker, from, to));
  }

  /** Some columns of out = A·F. */
  private void multiply(
      double[][] a, DenseMatrix at, DenseMatrix out, int worker, int from, int to) {
    RankAlgebra.multiply(a, at.array(), at.columns(), from, to, out.array(), rows.of(worker));
  }

  void scaleMultiplier(double by) {
    Loops.scale(by, multiplier.array());
  }

  @Override
  public void exchange(State state) {
    if (!side.smooth().isEmpty()) {
      state.matrix(solved); // where the next solve begins
    }
    state.matrix(multiplier);
    state.matrix(pending);
    lastSplit = state.number(lastSplit);
  }

  public DenseMatrix solved() {
    return solved;
  }

  public DenseMatrix pending() {
    return pending;
  }

  DenseMatrix scratch() {
    return scratch;
  }
}
