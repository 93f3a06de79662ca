package org.mahnmf.internal.admm;

import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Objective;

/**
 * The half of an {@link Admm} run that grows with the number of samples: the codes, their
 * multipliers and the dual. {@link AdmmBlock} keeps it on one machine; another engine keeps many
 * blocks on many. What both exchange with the course of the run, {@link AdmmIteration}, has the
 * size of the basis.
 */
public interface AdmmSamples extends Stateful {

  /** Returns the threads of the small algebra beside these samples. */
  Workers workers();

  /**
   * The codes' half-step: solves for them, takes their proximal step, and passes over the data.
   *
   * @param tau the penalty's inverse
   * @param basis W, rank x features; <em>not modified</em>
   * @param product receives codes·Tᵀ, rank x features; <em>modified</em>
   * @param gram receives codes·codesᵀ, rank x rank; <em>modified</em>
   * @return see {@link org.mahnmf.problem.Dual#stretch}
   */
  double stepCodes(double tau, DenseMatrix basis, DenseMatrix product, double[] gram);

  /**
   * The pass after the basis's half-step.
   *
   * @param tau the penalty's inverse
   * @param solved W of the linear solve; <em>not modified</em>
   * @param basis W after its proximal step; <em>not modified</em>
   */
  void stepBasis(double tau, DenseMatrix solved, DenseMatrix basis);

  /**
   * Computes codes·codesᵀ.
   *
   * @param gram receives rank x rank entries; <em>modified</em>
   */
  void gram(double[] gram);

  /**
   * Evaluates everything that is minimised at the current codes.
   *
   * @param basis W; <em>not modified</em>
   */
  Objective evaluate(DenseMatrix basis);

  /** Keeps the current codes as the best ones. */
  void keepBest();

  /**
   * Follows another penalty, with the true multipliers a/tau kept.
   *
   * @param factor what the penalty is multiplied by
   * @param basis W; <em>not modified</em>
   */
  void tighten(double factor, DenseMatrix basis);

  /**
   * Returns to the best codes, with zero duals.
   *
   * @param basis W that they belong to; <em>not modified</em>
   */
  void takeBack(DenseMatrix basis);

  /** Makes all codes 0; no step can follow. */
  void vanish();

  /**
   * Exchanges all but the codes if they are among the factors of the run, else the codes as well.
   */
  @Override
  void exchange(State state);
}
