package org.mahnmf.internal.admm;

import java.util.Arrays;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.checkpoint.StateTape;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;

/** The samples of an {@link Admm} run, or a block of them, in a store of this machine. */
public final class AdmmBlock implements AdmmSamples {

  private Problem problem;
  private final DenseMatrix codes;
  private final AdmmSide side;
  private final Dual dual;
  private DenseMatrix best;

  /**
   * Begins with zero duals.
   *
   * @param problem of these samples; <em>kept</em>
   * @param start feasible factors; the codes are <em>kept and modified</em>
   */
  public AdmmBlock(Problem problem, Factors start) {
    this(problem, start.codes(), start.codes().copy(), problem.store().newDual().orElseThrow());
    side.expectProduct(start.basis());
  }

  private AdmmBlock(Problem problem, DenseMatrix codes, DenseMatrix best, Dual dual) {
    this.problem = problem;
    this.codes = codes;
    this.best = best;
    this.dual = dual;
    this.side = new AdmmSide(problem.side(Factor.CODES), codes, problem.store().workers());
  }

  /**
   * Goes on from a state.
   *
   * @param problem of these samples; <em>kept</em>
   * @param state of a block of the same samples
   */
  public AdmmBlock(Problem problem, StateTape state) {
    this(problem, noCodes(problem), noCodes(problem), problem.store().newDual().orElseThrow());
    state.restore(this::exchangeWhole);
  }

  private static DenseMatrix noCodes(Problem problem) {
    return new DenseMatrix(problem.rank(), problem.store().samples());
  }

  /** Returns everything that this block carries from one step to the next. */
  public StateTape state() {
    return StateTape.of(this::exchangeWhole);
  }

  private void exchangeWhole(SavedState state) {
    state.matrix(codes);
    exchange(state);
  }

  @Override
  public double stepCodes(double tau, DenseMatrix basis, DenseMatrix product, double[] gram) {
    side.face(basis);
    side.step(tau, 1 + dual.stretch());
    dual.afterCodes(tau, problem.loss(), basis, side.solved(), codes, product);
    gram(gram);
    return dual.stretch();
  }

  @Override
  public void stepBasis(double tau, DenseMatrix solved, DenseMatrix basis) {
    dual.afterBasis(tau, problem.loss(), solved, basis, codes, side.pending());
  }

  @Override
  public void gram(double[] gram) {
    AdmmSide.gram(codes, problem.store().workers(), gram);
  }

  @Override
  public Objective evaluate(DenseMatrix basis) {
    return problem.evaluate(new Factors(basis, codes));
  }

  @Override
  public void keepBest() {
    best = codes.copy();
  }

  @Override
  public void tighten(double factor, DenseMatrix basis) {
    // T = x − E + a changes by −(1 − factor)·a, and so does the pending product.
    DenseMatrix product = side.scratch();
    dual.product(basis, product);
    double[] pending = side.pending().array();
    for (int i = 0; i < pending.length; i++) {
      pending[i] -= (1 - factor) * product.array()[i];
    }
    dual.scale(factor);
    side.scaleMultiplier(factor);
  }

  @Override
  public void retarget(Problem changed) {
    problem = changed;
    side.retarget(changed.side(Factor.CODES));
  }

  @Override
  public void takeBack(DenseMatrix basis) {
    codes.assign(best);
    dual.clear();
    side.scaleMultiplier(0);
    side.expectProduct(basis);
  }

  @Override
  public void vanish() {
    Arrays.fill(codes.array(), 0);
  }

  @Override
  public void exchange(SavedState state) {
    state.matrix(best);
    side.exchange(state);
    dual.exchange(state);
  }
}
