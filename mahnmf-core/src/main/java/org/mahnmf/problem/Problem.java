package org.mahnmf.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import org.mahnmf.base.Check;

/**
 * What is minimised: Σ loss(X − WᵀH) + terms(W) + terms(H) over the sides' sets.
 *
 * <p>A problem lives in the units of its store (X divided by {@link Store#scale()}).
 *
 * @param store the data; <em>kept</em>
 * @param rank number of components
 * @param loss of a residual, in the store's units
 * @param basis terms on W, in the store's units
 * @param codes terms on H, in the store's units
 * @param isSymmetric whether the two factors are one and the same matrix
 */
public record Problem(
    Store store, int rank, Loss loss, Side basis, Side codes, boolean isSymmetric) {
  /** Checks that the terms fit the factors. */
  public Problem {
    basis.terms().forEach(term -> term.check(rank, store.features()));
    codes.terms().forEach(term -> term.check(rank, store.samples()));
  }

  /**
   * States the symmetric problem min Σ loss(X − HHᵀ) + 2·terms(H) over H ≥ 0 (eq4.23): both factors
   * are the same matrix, and either pays for itself. A ridge λ/2 Σ x² costs λ‖H‖².
   *
   * @param store a square, symmetric X; <em>kept</em>
   * @param rank number of components
   * @param loss without curvature
   * @param side terms on each of the two equal factors, in the store's units
   */
  public static Problem symmetric(Store store, int rank, Loss loss, Side side) {
    return new Problem(store, requireRank(rank, store), loss, side, side, true);
  }

  /**
   * States a problem.
   *
   * @param store the data; <em>kept</em>
   * @param rank number of components
   * @param loss penalty of a residual, in the store's units
   * @param basis terms on W, in the store's units
   * @param codes terms on H, in the store's units
   */
  public Problem(Store store, int rank, Loss loss, Side basis, Side codes) {
    this(store, requireRank(rank, store), loss, basis, codes, false);
  }

  private static int requireRank(int rank, Store store) {
    int most = Math.min(store.features(), store.samples());
    Check.that(
        "rank is %s but must be at least 1 and at most min(rows, columns) = %s",
        rank >= 1 && rank <= most, rank, most);
    return rank;
  }

  /**
   * States what some samples of a larger problem add to it; they may be fewer than its rank.
   *
   * @param store these samples; <em>kept</em>
   * @param rank number of components
   * @param loss penalty of a residual, in the store's units
   * @param codes terms on these samples, in the store's units
   */
  public static Problem ofBlock(Store store, int rank, Loss loss, Side codes) {
    return new Problem(store, rank, loss, Side.nonNegative(), codes, false);
  }

  /**
   * Returns this problem with one more term on both factors.
   *
   * @param term in the user's units
   */
  public Problem with(Term term) {
    Units units = Units.of(store.scale());
    return new Problem(
        store,
        rank,
        loss,
        basis.with(term.rescaled(units.basis(), store.scale())),
        codes.with(term.rescaled(units.codes(), store.scale())),
        isSymmetric);
  }

  /**
   * Returns this problem for other data of the same size and units.
   *
   * @param other <em>kept</em>
   */
  public Problem on(Store other) {
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
   * Evaluates everything that is minimised, at the cost of one product.
   *
   * @param at the factors; <em>not modified</em>
   */
  public Objective evaluate(Factors at) {
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
    Map<String, Double> terms = new LinkedHashMap<>();
    terms.put(Objective.LOSS, sums.absolute());
    if (loss.restWeight() != 0) {
      terms.put(loss.name(), loss.restWeight() * sums.squared());
    }
    basis.penalties(at.basis()).forEach((name, value) -> terms.merge(name, value, Double::sum));
    codes.penalties(at.codes()).forEach((name, value) -> terms.merge(name, value, Double::sum));
    return new Objective(terms);
  }
}
