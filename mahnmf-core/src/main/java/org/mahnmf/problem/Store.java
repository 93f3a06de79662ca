package org.mahnmf.problem;

import java.io.Serializable;
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

  /** Returns what can be known of X without its entries. */
  Extent extent();

  /** Returns the paper's m. */
  default int features() {
    return extent().features();
  }

  /** Returns the paper's n. */
  default int samples() {
    return extent().samples();
  }

  /** Returns what the user's X was divided by: a power of two, or 1. */
  default double scale() {
    return extent().scale();
  }

  /** Returns what its entries add up to. */
  default Sums sums() {
    return extent().sums();
  }

  /** Returns whether zeros are not stored, see {@link SideData#isSparse()}. */
  default boolean isSparse() {
    return extent().isSparse();
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
   * Returns a copy in the same units in which some entries are missing, or nothing if this store
   * has no copies.
   *
   * @param hidden which entries; <em>not modified</em>
   */
  default Optional<Store> hiding(HiddenEntries hidden) {
    return Optional.empty();
  }

  /** Returns a new zero dual for ADMM, or nothing if this store has no passes for it. */
  default Optional<Dual> newDual() {
    return Optional.empty();
  }

  /**
   * Returns a dual that continues one of a store in which some of these entries are missing.
   *
   * @param before of what {@link #hiding} returned; <em>not to be used any more</em>
   */
  default Dual newDual(Dual before) {
    return newDual().orElseThrow();
  }

  /**
   * What can be known of X where X is not: size, units and sums.
   *
   * @param features the paper's m
   * @param samples the paper's n
   * @param scale what the user's X was divided by: a power of two, or 1
   * @param isSparse whether zeros are not stored, see {@link SideData#isSparse()}
   * @param sums what its entries add up to; <em>kept</em>
   */
  record Extent(int features, int samples, double scale, boolean isSparse, Sums sums)
      implements Serializable {}

  /** What the entries of X add up to. */
  final class Sums implements Serializable {

    private static final long serialVersionUID = 1;

    private double weights;
    private double squares;
    private double values;
    private double kinkWeight;
    private double largest;
    private long observed;
    private long kinks;
    private boolean weighted;

    /** Begins with no entry. */
    public Sums() {}

    /**
     * Adds an entry that is stored.
     *
     * @param value at least 0
     * @param weight at least 0
     */
    public void add(double value, double weight) {
      values += weight * value;
      kinkWeight += weight;
      kinks += weight > 0 ? 1 : 0;
      addWeight(weight, 1);
    }

    /**
     * Adds zeros that are not stored.
     *
     * @param weight of each
     * @param count how many
     */
    public void addAbsent(double weight, long count) {
      if (count > 0) {
        addWeight(weight, count);
      }
    }

    private void addWeight(double weight, long count) {
      weights += weight * count;
      squares += weight * weight * count;
      largest = Math.max(largest, weight);
      observed += weight > 0 ? count : 0;
      weighted |= weight != 1;
    }

    /**
     * Adds what other entries add up to.
     *
     * @param more <em>not modified</em>
     */
    public void add(Sums more) {
      weights += more.weights;
      squares += more.squares;
      values += more.values;
      kinkWeight += more.kinkWeight;
      largest = Math.max(largest, more.largest);
      observed += more.observed;
      kinks += more.kinks;
      weighted |= more.weighted;
    }

    /** Returns the sum of the weights of all entries. */
    public double weightSum() {
      return weights;
    }

    /** Returns the sum of the squared weights of all entries. */
    public double squaredWeights() {
      return squares;
    }

    /** Returns Σ weight·|X| in the store's units. */
    public double absoluteSum() {
      return values;
    }

    /** Returns the number of entries with a positive weight. */
    public long observed() {
      return observed;
    }

    /**
     * Returns the number of entries with a positive weight where the loss has a kink: all observed
     * ones if the data are dense, the stored ones if they are sparse, because with non-negative
     * factors the loss at a zero is linear. What is smoothed or split is measured against these.
     */
    public long kinks() {
      return kinks;
    }

    /** Returns the sum of the weights of the entries that {@link #kinks} counts. */
    public double kinkWeight() {
      return kinkWeight;
    }

    /** Returns the largest weight of an entry. */
    public double largestWeight() {
      return largest;
    }

    /** Returns whether some entry has a weight other than 1. */
    public boolean isWeighted() {
      return weighted;
    }
  }
}
