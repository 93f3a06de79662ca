package org.mahnmf.problem;

import org.mahnmf.base.Check;
import org.mahnmf.checkpoint.State;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The two factors of X ≈ WᵀH.
 *
 * @param basis W, rank x features
 * @param codes H, rank x samples
 */
public record Factors(DenseMatrix basis, DenseMatrix codes) {

  /** Checks that the ranks agree. */
  public Factors {
    Check.that(
        "the basis has %s components but the codes have %s",
        basis.rows() == codes.rows(), basis.rows(), codes.rows());
  }

  /**
   * Exchanges factors with a checkpoint, in place.
   *
   * @param state <em>modified</em>
   * @param now filled while restoring; if it is null, new ones are made
   */
  public static Factors exchange(State state, Factors now) {
    DenseMatrix basis = state.matrix(now == null ? null : now.basis);
    DenseMatrix codes = state.matrix(now == null ? null : now.codes);
    return now == null ? new Factors(basis, codes) : now;
  }

  /** Returns the number of components. */
  public int rank() {
    return basis.rows();
  }

  /**
   * Returns one of the two.
   *
   * @param which names it
   */
  public DenseMatrix get(Factor which) {
    return which == Factor.BASIS ? basis : codes;
  }

  /** Returns a copy with arrays of its own. */
  public Factors copy() {
    return new Factors(basis.copy(), codes.copy());
  }

  /**
   * Gives row l of W and row l of H norms in one ratio, in every component that is alive in both;
   * WᵀH stays. Both factors are <em>modified</em>.
   *
   * @param root square root of the ratio that the norm of a row of W shall have to that of H
   */
  public void balance(double root) {
    for (int l = 0; l < rank(); l++) {
      double ofBasis = basis.norm(l);
      double ofCodes = codes.norm(l);
      if (ofBasis > 0 && ofCodes > 0) {
        // Roots before the quotient: the quotient of the norms could leave the range of doubles.
        double ratio = root * (Math.sqrt(ofCodes) / Math.sqrt(ofBasis));
        basis.multiplyRow(l, ratio);
        codes.multiplyRow(l, 1 / ratio);
      }
    }
  }

  /**
   * Overwrites both factors.
   *
   * @param source <em>not modified</em>
   */
  public void assign(Factors source) {
    basis.assign(source.basis);
    codes.assign(source.codes);
  }
}
