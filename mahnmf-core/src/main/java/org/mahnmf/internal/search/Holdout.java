package org.mahnmf.internal.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HiddenEntries;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/**
 * A few observed entries kept from a solver, to judge its answer by how well it predicts them. A
 * lower objective is not always a better answer: with many parameters per observation the lowest
 * one fits the noise, and the entries it has not seen tell.
 */
public final class Holdout {

  /** Fewer hidden entries tell nothing. */
  public static final int FEWEST = 10;

  /** No line loses more than this share of its entries: the others must tell its parameters. */
  private static final double MOST_OF_A_LINE = .25;

  /** But a feature of pictures may, since their quarters meet in the middle. */
  private static final double MOST_OF_A_PIXEL = .5;

  /** Entries up to which each is drawn, hidden or not, also those not stored. */
  private static final double EVERY_ENTRY = 0x1p22;

  /** More entries than any table has. */
  private static final double ENDLESS = 0x1p62;

  /** An error counts for at most so many times the .9 quantile of the positive hidden entries. */
  private static final double CAP = 2;

  private static final double CAP_QUANTILE = .9;

  /**
   * Errors, in parts of what an entry may be expected to be, that a penalty or an iterative method
   * leaves over.
   */
  private static final double NEARLY = 1e-2;

  private static final double EXACTLY = 1e-3;
  private static final double FEW_JUST_MISSED = .98;

  private static final long ANOTHER_FOLD = 0x9E3779B97F4A7C15L;

  private final Store rest;
  private final int[] samples;
  private final int[] features;
  private final double[] values;
  private final double[] weights;
  private final double cap;
  private final boolean isRegions;
  private final boolean isByMedian;
  private final Optional<PictureShape> picture;

  private Holdout(Store rest, Growing hidden, boolean isRegions, Optional<PictureShape> picture) {
    this.rest = rest;
    this.isRegions = isRegions;
    this.picture = picture;
    this.samples = hidden.samples;
    this.features = hidden.features;
    this.values = hidden.values;
    this.weights = hidden.weights;
    this.cap = cap(values);
    long zeros = DoubleStream.of(values).filter(value -> value == 0).count();
    this.isByMedian = isRegions && 2 * zeros < values.length;
  }

  /** What keeps a wild cell from deciding: no error counts for more, in the store's units. */
  private static double cap(double[] values) {
    double[] positive = DoubleStream.of(values).filter(value -> value > 0).sorted().toArray();
    return positive.length == 0
        ? Double.POSITIVE_INFINITY
        : CAP * positive[(int) (CAP_QUANTILE * (positive.length - 1))];
  }

  /**
   * Hides entries of a store. Folds of one plan hide different entries, but for large sparse data,
   * where they are drawn independently. A draw that hides fewer than {@link #FEWEST} entries takes
   * those of another fold as well, counted from the last; these are different, too, if all folds
   * together hide at most half of the entries.
   *
   * @param store <em>not modified</em>
   * @param plan which ones
   * @param picture how a sample is laid out, if it is a picture; for regions
   * @param seed the same seed hides the same entries
   * @return nothing if the store cannot be cut up
   * @throws IllegalArgumentException if regions are to be hidden in large sparse data
   */
  public static Optional<Holdout> draw(
      Store store, HoldoutPlan plan, Optional<PictureShape> picture, long seed) {
    SideData bySample = store.side(Factor.CODES);
    double share = plan.share();
    boolean isRegions = plan.pattern() == HoldoutPlan.Pattern.REGIONS;
    if (bySample.isSparse() && (double) store.samples() * store.features() > EVERY_ENTRY) {
      if (isRegions) {
        throw new IllegalArgumentException(
            "regions cannot be hidden in sparse data of this size, only entries");
      }
      return drawnOfStored(bySample, share, seed + plan.fold() * ANOTHER_FOLD)
          .from(store, false, picture);
    }
    double ofFeature = isRegions && picture.isPresent() ? MOST_OF_A_PIXEL : MOST_OF_A_LINE;
    Growing hidden = drawn(store, share, ofFeature, Hiding.of(plan, picture, store, seed, false));
    return (hidden.count < FEWEST
            ? drawn(store, share, ofFeature, Hiding.of(plan, picture, store, seed, true))
            : hidden)
        .from(store, isRegions, picture);
  }

  private static Growing drawn(Store store, double share, double ofFeature, Hiding hiding) {
    SideData bySample = store.side(Factor.CODES);
    int[] left = new int[store.features()];
    double[] value = new double[store.features()];
    double[] weight = new double[store.features()];
    for (int i = 0; i < store.samples(); i++) {
      bySample.readWeights(i, weight);
      for (int j = 0; j < left.length; j++) {
        left[j] += weight[j] > 0 ? 1 : 0;
      }
    }
    Arrays.setAll(left, j -> (int) (ofFeature * left[j]));
    Growing hidden = new Growing((int) Math.ceil(1.5 * share * store.sums().observed()) + 16);
    for (int i = 0; i < store.samples(); i++) {
      bySample.readWeights(i, weight);
      bySample.read(i, value);
      int mine = (int) (MOST_OF_A_LINE * observed(weight, weight.length));
      for (int j = 0; j < left.length; j++) {
        // Drawn for every entry, so that a missing one does not change what is hidden of the
        // others.
        boolean drawn = hiding.isHidden(i, j);
        if (drawn && weight[j] > 0 && mine > 0 && left[j] > 0) {
          mine--;
          left[j]--;
          hidden.add(i, j, value[j], weight[j]);
        }
      }
    }
    return hidden;
  }

  /**
   * Draws from a sparse X at a cost of its stored entries. There are too many absent entries to
   * hide the same share of them, so about as many as of the stored ones are hidden, and each counts
   * for all those that might have been: the mean error is the same on average.
   */
  private static Growing drawnOfStored(SideData data, double share, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] left = new int[data.length()];
    int[] indices = new int[data.longestColumn()];
    double[] values = new double[indices.length];
    double[] weights = new double[indices.length];
    for (int j = 0; j < data.count(); j++) {
      int count = data.readStored(j, indices, values, weights);
      for (int k = 0; k < count; k++) {
        left[indices[k]] += weights[k] > 0 ? 1 : 0;
      }
    }
    Arrays.setAll(left, i -> (int) (MOST_OF_A_LINE * left[i]));
    double cells = (double) data.count() * data.length();
    double absentShare =
        data.zeroWeight() > 0 ? share * Math.min(1, data.stored() / (cells - data.stored())) : 0;
    Growing hidden = new Growing((int) Math.ceil(3 * share * data.stored()) + 16);
    long place = gap(absentShare, random);
    for (int j = 0; j < data.count(); j++) {
      int count = data.readStored(j, indices, values, weights);
      int mine = (int) (MOST_OF_A_LINE * observed(weights, count));
      long begin = (long) j * data.length();
      for (int k = 0; k <= count; k++) {
        int end = k < count ? indices[k] : data.length();
        for (; place < begin + end; place += 1 + gap(absentShare, random)) {
          hidden.add(j, (int) (place - begin), 0, data.zeroWeight() * share / absentShare);
        }
        if (k == count) {
          break;
        }
        if (place == begin + end) {
          place += 1 + gap(absentShare, random); // stored, so it has its own draw
        }
        boolean drawn = random.nextDouble() < share;
        if (drawn && weights[k] > 0 && mine > 0 && left[end] > 0) {
          mine--;
          left[end]--;
          hidden.add(j, end, values[k], weights[k]);
        }
      }
    }
    return hidden;
  }

  /** How many entries in a row are not drawn: geometric, endless for the share 0. */
  private static long gap(double share, SplittableRandom random) {
    double uniform = 1 - random.nextDouble();
    double gap = share > 0 ? StrictMath.log(uniform) / StrictMath.log1p(-share) : ENDLESS;
    return (long) Math.min(ENDLESS, gap);
  }

  private static int observed(double[] weights, int count) {
    return (int) Arrays.stream(weights, 0, count).filter(weight -> weight > 0).count();
  }

  /** Returns what is left: the same lines without the hidden entries. */
  public Store rest() {
    return rest;
  }

  /** Returns whether whole regions are hidden. */
  public boolean isRegions() {
    return isRegions;
  }

  /** Returns the number of hidden entries. */
  public int count() {
    return values.length;
  }

  /**
   * Judges a point by the hidden entries, in the store's units: the weighted mean of min(|X − WᵀH|,
   * cap). The cap keeps hidden wild cells, which nobody can predict, from deciding. Of regions,
   * where whole pieces may be corrupted, it is the weighted median of |X − WᵀH|, unless most of
   * them are 0, since a median would then be that of the zeros.
   *
   * @param at <em>not modified</em>
   */
  public double error(Factors at) {
    double[] errors = new double[values.length];
    Arrays.setAll(errors, k -> Math.abs(error(at, k)));
    return judged(errors);
  }

  /**
   * Returns whether a point predicts the hidden entries worse than another one and by more than
   * chance: Σ weight·(min(|X − WᵀH|, cap) − that of the other) is more than its standard error.
   *
   * @param at <em>not modified</em>
   * @param other <em>not modified</em>
   */
  public boolean isWorse(Factors at, Factors other) {
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < values.length; k++) {
      double mine = Math.min(cap, Math.abs(error(at, k)));
      double more = weights[k] * (mine - Math.min(cap, Math.abs(error(other, k))));
      sum += more;
      squares += more * more;
    }
    return sum > Math.sqrt(squares);
  }

  /** Returns whether the hidden entries that a point misses by far lie together. */
  public boolean isClumped(Factors at) {
    double[] errors = new double[values.length];
    Arrays.setAll(errors, k -> error(at, k));
    return Clumps.areIn(samples, features, errors, rest.features(), picture);
  }

  private double judged(double[] errors) {
    if (isByMedian) {
      PiecewiseQuadratic median = new PiecewiseQuadratic();
      System.arraycopy(errors, 0, median.breakpoints(errors.length), 0, errors.length);
      System.arraycopy(weights, 0, median.weights(errors.length), 0, errors.length);
      return median.minimize(errors.length, 0, 0, 0, Double.POSITIVE_INFINITY);
    }
    double error = 0;
    double sum = 0;
    for (int k = 0; k < errors.length; k++) {
      error += weights[k] * Math.min(cap, errors[k]);
      sum += weights[k];
    }
    return error / sum;
  }

  private double error(Factors at, int k) {
    double fit = 0;
    for (int l = 0; l < at.basis().rows(); l++) {
      fit += at.basis().get(l, features[k]) * at.codes().get(l, samples[k]);
    }
    return values[k] - fit;
  }

  /**
   * Returns whether most of the hidden entries are predicted so well that the rest may be the bias
   * of a penalty.
   *
   * @param at <em>not modified</em>
   */
  public boolean isNearlyExact(Factors at) {
    return 2 * predicted(at, NEARLY) > values.length;
  }

  /**
   * Returns whether most of the hidden entries are predicted to the accuracy of an iterative
   * method, and hardly any just missed: the others are outliers then, and there is no noise to fit.
   *
   * @param at <em>not modified</em>
   */
  public boolean isExact(Factors at) {
    int exact = predicted(at, EXACTLY);
    return 2 * exact > values.length && exact >= FEW_JUST_MISSED * predicted(at, NEARLY);
  }

  /** How many are predicted within a part of what their lines' sums let expect. */
  private int predicted(Factors at, double part) {
    double[] bySample = sums(Factor.CODES);
    double[] byFeature = sums(Factor.BASIS);
    double entries = (double) rest.samples() * rest.features();
    double unit = entries / rest.sums().weightSum() / rest.sums().absoluteSum();
    int count = 0;
    for (int k = 0; k < values.length; k++) {
      // Columns of a table differ in unit: each entry has a size of its own.
      double size = bySample[samples[k]] * unit * byFeature[features[k]];
      count += Math.abs(error(at, k)) <= part * size ? 1 : 0;
    }
    return count;
  }

  /** Σ weight·x over every sample or feature of the rest. */
  private double[] sums(Factor which) {
    SideData data = rest.side(which);
    DenseMatrix ones = new DenseMatrix(1, data.length());
    Arrays.fill(ones.array(), 1);
    DenseMatrix sums = new DenseMatrix(1, data.count());
    data.product(ones, sums);
    return sums.array();
  }

  /**
   * Returns what {@link #error} would be of the one number that fits the hidden entries best, their
   * weighted median: what can be predicted without any structure.
   */
  public double constantError() {
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
    double middle = median;
    return judged(DoubleStream.of(values).map(value -> Math.abs(value - middle)).toArray());
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

    Optional<Holdout> from(Store store, boolean isRegions, Optional<PictureShape> picture) {
      resize(count);
      return store
          .hiding(new HiddenEntries(samples, features))
          .map(rest -> new Holdout(rest, this, isRegions, picture));
    }
  }
}
