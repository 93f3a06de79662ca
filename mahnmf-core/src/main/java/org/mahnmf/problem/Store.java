package org.mahnmf.problem;

import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.Precision;

/**
 * Where X lives. Solvers never see its storage; they ask for passes over it.
 *
 * <p>X here has the paper's orientation (features x samples) and is divided by {@link #scale()}, a
 * power of two, so that nothing depends on the scale of the user's numbers.
 */
public interface Store {

  /** Returns the paper's m. */
  int features();

  /** Returns the paper's n. */
  int samples();

  /** Returns what the user's X was divided by: a power of two, or 1. */
  double scale();

  /** Returns the sum of the weights of all entries. */
  double weightSum();

  /** Returns the sum of the squared weights of all entries. */
  double squaredWeights();

  /** Returns Σ weight·|X| in the store's units. */
  double absoluteSum();

  /** Returns the number of entries with a positive weight. */
  long observed();

  /**
   * Returns the number of entries with a positive weight where the loss has a kink: all observed
   * ones if the data are dense, the stored ones if they are sparse. What is smoothed or split is
   * measured against these.
   */
  default long kinks() {
    return observed();
  }

  /** Returns the sum of the weights of the entries that {@link #kinks} counts. */
  default double kinkWeight() {
    return weightSum();
  }

  /** Returns the largest weight of an entry. */
  double largestWeight();

  /** Returns whether some entry has a weight other than 1. */
  boolean isWeighted();

  /** Returns whether zeros are not stored, see {@link SideData#isSparse()}. */
  default boolean isSparse() {
    return false;
  }

  /** Returns how exactly X is kept. */
  default Precision precision() {
    return Precision.DOUBLE;
  }

  /** Returns the threads that passes run on. */
  Workers workers();

  /**
   * Returns X as the problem of one factor sees it.
   *
   * @param moving the factor being found: for the codes the columns are samples of length m, for
   *     the basis they are features of length n
   */
  SideData side(Factor moving);

  /**
   * Returns some lines of X as a store of its own, with the same scale, or nothing if this store
   * cannot be cut up.
   *
   * @param samples which, in the order wanted; <em>not modified</em>
   * @param features which, in the order wanted; <em>not modified</em>
   * @param seen which entries, in the numbers of this store; one that it leaves out is missing from
   *     the part
   */
  default Optional<Store> part(int[] samples, int[] features, EntryFilter seen) {
    return Optional.empty();
  }

  /** Returns a new zero dual for ADMM, or nothing if this store has no passes for it. */
  default Optional<Dual> newDual() {
    return Optional.empty();
  }
}
