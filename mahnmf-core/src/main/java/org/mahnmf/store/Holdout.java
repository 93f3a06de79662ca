package org.mahnmf.store;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;

/**
 * A few observed entries kept from a solver, to judge its answer by how well it foretells them. A
 * lower objective is not always a better answer: with many parameters per observation the lowest
 * one fits the noise, and the entries it has not seen tell.
 */
public final class Holdout {

  /** Which entries a part of a store has. */
  @FunctionalInterface
  public interface Filter {

    /**
     * Returns whether the entry is seen.
     *
     * @param sample row of the user's table
     * @param feature column of the user's table
     */
    boolean test(int sample, int feature);
  }

  /** No line loses more than this share of its entries. */
  private static final double MOST_OF_A_LINE = .25;

  private final Store rest;
  private final int[] samples;
  private final int[] features;
  private final double[] values;
  private final double[] weights;

  private Holdout(Store rest, int[] samples, int[] features, double[] values, double[] weights) {
    this.rest = rest;
    this.samples = samples;
    this.features = features;
    this.values = values;
    this.weights = weights;
  }

  /**
   * Hides some entries of a store.
   *
   * @param store <em>not modified</em>
   * @param share of the observed entries, from 0 to 1
   * @param seed the same seed hides the same entries
   * @return nothing if the store cannot be cut up
   */
  public static Optional<Holdout> draw(Store store, double share, long seed) {
    SideData bySample = store.side(Factor.CODES);
    if (bySample.isSparse()) {
      return Optional.empty();
    }
    int[] left = new int[store.features()];
    double[] value = new double[store.features()];
    double[] weight = new double[store.features()];
    for (int i = 0; i < store.samples(); i++) {
      bySample.readWeights(i, weight);
      for (int j = 0; j < left.length; j++) {
        left[j] += weight[j] > 0 ? 1 : 0;
      }
    }
    for (int j = 0; j < left.length; j++) {
      left[j] = (int) (MOST_OF_A_LINE * left[j]);
    }
    Growing hidden = new Growing((int) Math.ceil(1.5 * share * store.observed()) + 16);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < store.samples(); i++) {
      bySample.readWeights(i, weight);
      bySample.read(i, value);
      int seen = 0;
      for (int j = 0; j < left.length; j++) {
        seen += weight[j] > 0 ? 1 : 0;
      }
      int mine = (int) (MOST_OF_A_LINE * seen);
      for (int j = 0; j < left.length; j++) {
        // Drawn for every entry, so that a missing one does not change the fate of the others.
        boolean drawn = random.nextDouble() < share;
        if (drawn && weight[j] > 0 && mine > 0 && left[j] > 0) {
          mine--;
          left[j]--;
          hidden.add(i, j, value[j], weight[j]);
        }
      }
    }
    return hidden.from(store);
  }

  /** Returns what is left: the same lines without the hidden entries. */
  public Store rest() {
    return rest;
  }

  /** Returns the number of hidden entries. */
  public int count() {
    return values.length;
  }

  /**
   * Returns the weighted mean of |X − WᵀH| over the hidden entries, in the store's units.
   *
   * @param at <em>not modified</em>
   */
  public double meanError(Factors at) {
    DenseMatrix basis = at.basis();
    DenseMatrix codes = at.codes();
    double error = 0;
    double sum = 0;
    for (int k = 0; k < values.length; k++) {
      double fit = 0;
      for (int l = 0; l < basis.rows(); l++) {
        fit += basis.get(l, features[k]) * codes.get(l, samples[k]);
      }
      error += weights[k] * Math.abs(values[k] - fit);
      sum += weights[k];
    }
    return error / sum;
  }

  /**
   * Returns what {@link #meanError} would be of the one number that fits the hidden entries best,
   * their weighted median: what can be foretold without any structure.
   */
  public double medianError() {
    Integer[] order = new Integer[values.length];
    double half = 0;
    for (int k = 0; k < order.length; k++) {
      order[k] = k;
      half += .5 * weights[k];
    }
    Arrays.sort(order, Comparator.comparingDouble(k -> values[k]));
    double below = 0;
    double median = 0;
    for (int k = 0; k < order.length && below < half; k++) {
      below += weights[order[k]];
      median = values[order[k]];
    }
    double error = 0;
    for (int k = 0; k < values.length; k++) {
      error += weights[k] * Math.abs(values[k] - median);
    }
    return error / (2 * half);
  }

  /** The hidden entries as they are drawn. */
  private static final class Growing {

    private int count;
    private int[] samples;
    private int[] features;
    private double[] values;
    private double[] weights;

    Growing(int capacity) {
      samples = new int[capacity];
      features = new int[capacity];
      values = new double[capacity];
      weights = new double[capacity];
    }

    void add(int sample, int feature, double value, double weight) {
      if (count == samples.length) {
        resize(2 * count);
      }
      samples[count] = sample;
      features[count] = feature;
      values[count] = value;
      weights[count] = weight;
      count++;
    }

    private void resize(int capacity) {
      samples = Arrays.copyOf(samples, capacity);
      features = Arrays.copyOf(features, capacity);
      values = Arrays.copyOf(values, capacity);
      weights = Arrays.copyOf(weights, capacity);
    }

    Optional<Holdout> from(Store store) {
      resize(count);
      int[] next = {0};
      // The entries are asked for in the order in which they were drawn.
      Filter seen =
          (sample, feature) -> {
            boolean hit =
                next[0] < count && samples[next[0]] == sample && features[next[0]] == feature;
            next[0] += hit ? 1 : 0;
            return !hit;
          };
      return store
          .part(lines(store.samples()), lines(store.features()), seen)
          .map(rest -> new Holdout(rest, samples, features, values, weights));
    }
  }

  /**
   * Returns the numbers from 0.
   *
   * @param count how many
   */
  public static int[] lines(int count) {
    int[] lines = new int[count];
    for (int i = 0; i < count; i++) {
      lines[i] = i;
    }
    return lines;
  }
}
