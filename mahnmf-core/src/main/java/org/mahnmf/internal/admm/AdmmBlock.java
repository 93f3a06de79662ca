package org.mahnmf.internal.admm;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.StateTape;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;

/** The samples of an {@link Admm} run, or a block of them, in a store of this machine. */
public final class AdmmBlock implements AdmmSamples {

  private final Problem problem;
  private final Store store;
  private final DenseMatrix codes;
  private final AdmmSide side;
  private final Dual dual;
  private final DenseMatrix best;

  /**
   * Begins with zero duals.
   *
   * @param problem of these samples; <em>kept</em>
   * @param store these samples; <em>kept</em>
   * @param start feasible factors; the codes are <em>kept and modified</em>
   */
  public AdmmBlock(Problem problem, Store store, Factors start) {
    this(problem, store, start.codes());
    side.expectProduct(start.basis());
  }

  private AdmmBlock(Problem problem, Store store, DenseMatrix codes) {
    this.problem = problem;
    this.store = store;
    this.codes = codes;
    this.best = codes.copy();
    this.dual = store.newDual().orElseThrow();
    this.side = new AdmmSide(problem.side(Factor.CODES), codes, store.workers());
  }

  /**
   * Continues from a block with other terms or more entries; codes and duals stay.
   *
   * @param before of this store, or of what it returned with entries hidden; <em>not to be used any
   *     more</em>
   * @param problem of this store; <em>kept</em>
   * @param store these samples; <em>kept</em>
   */
  AdmmBlock(AdmmBlock before, Problem problem, Store store) {
    this.problem = problem;
    this.store = store;
    this.codes = before.codes;
    this.best = before.best;
    this.dual = store == before.store ? before.dual : store.newDual(before.dual);
    this.side = before.side;
    side.retarget(problem.side(Factor.CODES));
  }

  /**
   * Continues from a state.
   *
   * @param problem of these samples; <em>kept</em>
   * @param store these samples; <em>kept</em>
   * @param state of a block of the same samples
   */
  public AdmmBlock(Problem problem, Store store, StateTape state) {
    this(problem, store, new DenseMatrix(problem.rank(), store.samples()));
    state.restore(this::exchangeWhole);
  }

  /** Returns everything that this block carries from one step to the next. */
  public StateTape state() {
    return StateTape.of(this::exchangeWhole);
  }

  private void exchangeWhole(State state) {
    state.matrix(codes);
    exchange(state);
  }

  @Override
  public Workers workers() {
    return store.workers();
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
    AdmmSide.gram(codes, store.workers(), gram);
  }

  @Override
  public Objective evaluate(DenseMatrix basis) {
    return problem.evaluate(store, new Factors(basis, codes));
  }

  @Override
  public void keepBest() {
    best.assign(codes);
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
  public void exchange(State state) {
    state.matrix(best);
    side.exchange(state);
    dual.exchange(state);
  }
}
