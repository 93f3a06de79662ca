package org.mahnmf.problem;

import java.io.Serializable;

/**
 * What an entry's residual e costs, times its weight: |e| and, in most losses, a rest. Loops go
 * over rows of at most a few hundred entries; a row of weights may be null for ones.
 *
 * <p>A loss of the form |e| + ½αe², the only one in the paper, is <em>kinked</em>: solvers other
 * than ADMM, sparse tables and the codes of single samples rest on that form and refuse any other.
 */
public interface Loss extends Serializable {

  /** Returns the name that the program, run records and reports use. */
  String name();

  /** Returns α, the weight of half the squared residual (eq4.22.1); 0 for the Manhattan loss. */
  double curvature();

  /** Returns whether it is |e| + ½αe². */
  default boolean isKinked() {
    return true;
  }

  /**
   * ADMM's step of one row. With v = x − t + a, E = argmin τ·w·loss(e) + ½(e − v)².
   *
   * @param t WᵀH; <em>modified</em>: becomes x − E + (v − E)
   * @param x <em>not modified</em>
   * @param w weights, or null; <em>not modified</em>
   * @param a the dual; <em>modified</em>: becomes v − E
   * @param tau the penalty's inverse
   * @param n entries
   */
  void split(double[] t, double[] x, double[] w, double[] a, double tau, int n);

  /** Returns what the sum of {@link #rest} is multiplied by; 0 if the loss is |e|. */
  double restWeight();

  /**
   * What the loss costs besides |e|, before {@link #restWeight}; the Manhattan loss is never asked.
   *
   * @param r residuals; <em>not modified</em>
   * @param w weights; <em>not modified</em>
   * @param out receives w·rest(r); <em>modified</em>
   * @param n entries
   */
  void rest(double[] r, double[] w, double[] out, int n);

  /**
   * Returns this loss for data divided by a number: with e = s·e', the loss divided by s.
   *
   * @param scale s, what the data are divided by
   */
  Loss rescaled(double scale);
}
