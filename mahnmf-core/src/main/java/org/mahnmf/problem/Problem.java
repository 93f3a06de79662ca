package org.mahnmf.problem;

import java.io.Serializable;
import org.mahnmf.base.Check;

/**
 * What is minimised: Σ loss(X − WᵀH) + terms(W) + terms(H) over the sides' sets.
 *
 * <p>A problem lives in the units of a {@link Store} (X divided by {@link Store#scale()}) and does
 * without it, so that it can be sent to where X is.
 *
 * @param extent size, units and sums of X
 * @param rank number of components
 * @param loss of a residual, in the store's units
 * @param basis terms on W, in the store's units
 * @param codes terms on H, in the store's units
 * @param isSymmetric whether the two factors are one and the same matrix
 */
public record Problem(
    Store.Extent extent, int rank, Loss loss, Side basis, Side codes, boolean isSymmetric)
    implements Serializable {
  /** Checks that the terms fit the factors. */
  public Problem {
    basis.terms().forEach(term -> term.check(rank, extent.features()));
    codes.terms().forEach(term -> term.check(rank, extent.samples()));
  }

  /**
   * States the symmetric problem min Σ loss(X − HHᵀ) + 2·terms(H) over H ≥ 0 (eq4.23): both factors
   * are the same matrix, and either pays for itself. A ridge λ/2 Σ x² costs λ‖H‖².
   *
   * @param extent of a square, symmetric X
   * @param rank number of components
   * @param loss without curvature
   * @param side terms on each of the two equal factors, in the store's units
   */
  public static Problem symmetric(Store.Extent extent, int rank, Loss loss, Side side) {
    return new Problem(extent, requireRank(rank, extent), loss, side, side, true);
  }

  /**
   * States a problem.
   *
   * @param extent size, units and sums of X
   * @param rank number of components
   * @param loss penalty of a residual, in the store's units
   * @param basis terms on W, in the store's units
   * @param codes terms on H, in the store's units
   */
  public Problem(Store.Extent extent, int rank, Loss loss, Side basis, Side codes) {
    this(extent, requireRank(rank, extent), loss, basis, codes, false);
  }

  private static int requireRank(int rank, Store.Extent extent) {
    int most = Math.min(extent.features(), extent.samples());
    Check.that(
        "rank is %s but must be at least 1 and at most min(rows, columns) = %s",
        rank >= 1 && rank <= most, rank, most);
    return rank;
  }

  /**
   * Returns what some samples add to this problem; they may be fewer than its rank.
   *
   * @param block these samples
   * @param itsCodes terms on them, in the units of this problem
   */
  public Problem ofBlock(Store.Extent block, Side itsCodes) {
    return new Problem(block, rank, loss, Side.nonNegative(), itsCodes, false);
  }

  /**
   * Returns this problem with one more term on both factors.
   *
   * @param term in the user's units
   */
  public Problem with(Term term) {
    Units units = Units.of(extent.scale());
    return new Problem(
        extent,
        rank,
        loss,
        basis.with(term.rescaled(units.basis(), extent.scale())),
        codes.with(term.rescaled(units.codes(), extent.scale())),
        isSymmetric);
  }

  /**
   * Returns this problem for other data of the same size and units.
   *
   * @param other size, units and sums of them
   */
  public Problem on(Store.Extent other) {
    return new Problem(other, rank, loss, basis, codes, isSymmetric);
  }

  /**
   * Returns the terms on a factor.
   *
   * @param which names it
   */
  public Side side(Factor which) {
    return which == Factor.BASIS ? basis : codes;
  }

  /**
   * Moves scale between the two rows of each component so that upper bounds of entries cut off
   * little; the product stays the same.
   *
   * @param factors <em>modified</em>
   */
  public void scaleIntoBounds(Factors factors) {
    double ofBasis = entryBound(basis.set());
    double ofCodes = entryBound(codes.set());
    boolean basisBounded = ofBasis < Double.POSITIVE_INFINITY;
    boolean codesBounded = ofCodes < Double.POSITIVE_INFINITY;
    if (!(basisBounded || codesBounded) || ofBasis == 0 || ofCodes == 0) {
      return; // nothing to fit into, or nothing but zero to fit
    }
    for (int l = 0; l < factors.rank(); l++) {
      double basisLargest = factors.basis().largest(l);
      double codesLargest = factors.codes().largest(l);
      if (basisLargest == 0 || codesLargest == 0) {
        continue;
      }
      double toBasis;
      if (!basisBounded) {
        toBasis = codesLargest / ofCodes;
      } else if (!codesBounded) {
        toBasis = ofBasis / basisLargest;
      } else {
        toBasis = Math.sqrt((codesLargest / ofCodes) / (basisLargest / ofBasis));
      }
      factors.basis().multiplyRow(l, toBasis);
      factors.codes().multiplyRow(l, 1 / toBasis);
    }
  }

  /** A ball bounds entries too, but the projection, not scaling, takes care of it. */
  private static double entryBound(FeasibleSet set) {
    return set.isEntrywise() ? set.upper() : Double.POSITIVE_INFINITY;
  }

  /**
   * Projects both factors onto their sets.
   *
   * @param factors <em>modified</em>
   */
  public void project(Factors factors) {
    basis.set().project(factors.basis());
    codes.set().project(factors.codes());
  }

  /**
   * Evaluates everything that is minimised, at the cost of one product.
   *
   * @param store X; <em>not modified</em>
   * @param at the factors; <em>not modified</em>
   */
  public Objective evaluate(Store store, Factors at) {
    SideData data = store.side(Factor.CODES);
    PassSums sums = new PassSums(data.count());
    data.pass(new PassOperation.Residual(loss), at.basis(), at.codes(), null, sums);
    return objective(at, sums);
  }

  /**
   * Puts the sums of a pass and the penalties of the factors together.
   *
   * @param at the factors of the pass; <em>not modified</em>
   * @param sums what the pass returned; <em>not modified</em>
   */
  public Objective objective(Factors at, PassSums sums) {
    return Objective.of(loss, sums.absolute(), loss.restWeight() * sums.squared())
        .plus(basis.penalties(at.basis()))
        .plus(codes.penalties(at.codes()));
  }
}
