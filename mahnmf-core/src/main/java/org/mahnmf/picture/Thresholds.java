package org.mahnmf.picture;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.PictureShape;

/**
 * How much each entry of a frame must differ from the background to be more than noise; immutable.
 *
 * @see Foreground
 */
public final class Thresholds {

  /** Robust standard deviations that an entry must differ by. */
  public static final double DEVIATIONS = 4;

  // A quarter of a normal distribution lies within 0.31864 standard deviations.
  private static final double DEVIATION_PER_QUARTILE = 3.1383;

  // Half of it lies within 0.6745.
  private static final double DEVIATION_PER_MEDIAN = 1.4826;

  // Entries of a frame that tell how much of it differs.
  private static final int ENOUGH = 4000;

  /** Grey levels that a difference in a picture is measured in. */
  public static final double GREY_LEVELS = 255;

  // Where all else is met exactly, what is below this share of the mean is rounding.
  private static final double ROUNDING = 1e-9;

  private static final int HALVINGS = 8;
  private static final double STEEP = 1e6;

  private final double[] thresholds;
  private final double usual;
  private final Optional<PictureShape> shape;

  private Thresholds(double[] thresholds, double usual, Optional<PictureShape> shape) {
    this.thresholds = thresholds;
    this.usual = usual;
    this.shape = shape;
  }

  /**
   * Finds thresholds from the noise, a standard deviation, of each entry, which counts as at least
   * that of the middle one.
   *
   * @param meanSize of the entries, which says what is rounding if they are no pictures
   * @param shape of a frame, if it is a picture
   */
  public static Thresholds of(double[] noise, double meanSize, Optional<PictureShape> shape) {
    double usual = Selection.select(noise.clone(), 0, noise.length, .5);
    double least = shape.isPresent() ? shape.get().white() / GREY_LEVELS : ROUNDING * meanSize;
    double lowest = Math.max(least, DEVIATIONS * usual);
    double[] thresholds = new double[noise.length];
    for (int j = 0; j < noise.length; j++) {
      thresholds[j] = Math.max(lowest, DEVIATIONS * noise[j]);
    }
    return new Thresholds(thresholds, lowest, shape);
  }

  /** Returns the same threshold for all entries. */
  Thresholds withAll(double threshold) {
    double[] same = new double[thresholds.length];
    Arrays.fill(same, threshold);
    return new Thresholds(same, threshold, shape);
  }

  /**
   * Estimates the standard deviation of an entry, whatever covers it for less than three quarters
   * of the time, from its |frame − background| in a range of sizes, which is <em>reordered</em>; 0
   * if that is empty.
   */
  public static double deviation(double[] sizes, int from, int count) {
    return DEVIATION_PER_QUARTILE * Selection.select(sizes, from, count, .25);
  }

  /**
   * Estimates the same for many entries at once, where values have weights and are few: the least
   * sum of absolute errors makes as many of them vanish as there are parts, which says nothing
   * about the noise.
   *
   * <p>By bisection, which has no branch and runs over entries. The error is below a hundredth of
   * the mean |frame − background|.
   *
   * @param sizes a row of |frame − background| for each frame
   * @param weights of the same size, at least 0
   * @param parts of the background
   * @param count of entries
   * @param out receives a standard deviation for each entry; <em>modified</em>
   */
  public static void deviations(
      double[][] sizes, double[][] weights, int parts, int count, double[] out) {
    double vanishing = Math.min(1, (double) parts / sizes.length);
    double share = vanishing + .25 * (1 - vanishing);
    double[] total = new double[count];
    double[] high = new double[count];
    for (int i = 0; i < sizes.length; i++) {
      addWeights(sizes[i], weights[i], total, high);
    }
    double[] steepness = new double[count];
    for (int k = 0; k < count; k++) {
      // No more than mean/(1 − share) can have a share below it.
      high[k] = total[k] > 0 ? high[k] / total[k] / Math.max(1e-3, 1 - share) : 0;
      steepness[k] = STEEP / (high[k] + Double.MIN_NORMAL);
      total[k] *= share;
    }
    double[] low = new double[count];
    double[] below = new double[count];
    for (int step = 0; step < HALVINGS; step++) {
      Arrays.fill(below, 0);
      centre(low, high, out);
      for (int i = 0; i < sizes.length; i++) {
        addBelow(sizes[i], weights[i], out, steepness, below);
      }
      halve(below, total, out, low, high);
    }
    centre(low, high, out);
    for (int k = 0; k < count; k++) {
      out[k] *= DEVIATION_PER_QUARTILE;
    }
  }

  private static void centre(double[] low, double[] high, double[] out) {
    for (int k = 0; k < low.length; k++) {
      out[k] = .5 * (low[k] + high[k]);
    }
  }

  private static void halve(
      double[] below, double[] wanted, double[] middle, double[] low, double[] high) {
    for (int k = 0; k < low.length; k++) {
      boolean higher = below[k] < wanted[k];
      low[k] = higher ? middle[k] : low[k];
      high[k] = higher ? high[k] : middle[k];
    }
  }

  private static void addWeights(double[] sizes, double[] weights, double[] total, double[] sum) {
    for (int k = 0; k < total.length; k++) {
      total[k] += weights[k];
      sum[k] += weights[k] * sizes[k];
    }
  }

  /** Adds the weights of what is below a bound, by a ramp so steep that it is next to a step. */
  private static void addBelow(
      double[] sizes, double[] weights, double[] bound, double[] steepness, double[] to) {
    for (int k = 0; k < to.length; k++) {
      double ramp = (bound[k] - sizes[k]) * steepness[k] + 1;
      to[k] += weights[k] * Math.max(0, Math.min(1, ramp));
    }
  }

  /**
   * Returns how many times its noise most of a frame differs, at least 1, from frame − background
   * of some entries, NaN where nothing was seen.
   */
  public double growth(IntToDoubleFunction difference) {
    int step = Math.max(1, thresholds.length / ENOUGH);
    double[] ratios = new double[(thresholds.length + step - 1) / step];
    int count = 0;
    for (int j = 0; j < thresholds.length; j += step) {
      double ratio = Math.abs(difference.applyAsDouble(j)) / thresholds[j];
      if (!Double.isNaN(ratio)) {
        ratios[count++] = ratio;
      }
    }
    double typical = Selection.select(ratios, 0, count, .5);
    return Math.max(1, DEVIATIONS * DEVIATION_PER_MEDIAN * typical);
  }

  /** Returns the difference above which an entry, by its zero-based column, stands out. */
  public double at(int column) {
    return thresholds[column];
  }

  /** Returns the difference above which an entry of usual noise stands out. */
  public double usual() {
    return usual;
  }

  /** Returns the number of pixels of a frame; of entries, if frames are no pictures. */
  public int pixels() {
    return thresholds.length / channels();
  }

  private int channels() {
    return shape.map(PictureShape::channels).orElse(1);
  }

  /** Returns the largest |difference| among the channels of each pixel. */
  public double[] size(double[] difference) {
    int channels = channels();
    double[] size = new double[pixels()];
    for (int j = 0; j < difference.length; j++) {
      size[j / channels] = Math.max(size[j / channels], Math.abs(difference[j]));
    }
    return size;
  }

  /**
   * Returns which pixels stand out, all thresholds times the growth in this frame; in pictures,
   * where most of the pixels around do.
   */
  public boolean[] mask(double[] difference, double growth) {
    int channels = channels();
    boolean[] raw = new boolean[pixels()];
    for (int j = 0; j < difference.length; j++) {
      raw[j / channels] |= Math.abs(difference[j]) > growth * thresholds[j];
    }
    return shape.isPresent() ? majority(raw, shape.get().width()) : raw;
  }

  /** Lets each pixel take the side of most pixels around it, itself included. */
  static boolean[] majority(boolean[] mask, int width) {
    int height = mask.length / width;
    boolean[] out = new boolean[mask.length];
    int[] columns = new int[width];
    for (int y = 0; y < height; y++) {
      int first = Math.max(0, y - 1);
      int last = Math.min(height - 1, y + 1);
      Arrays.fill(columns, 0);
      for (int line = first; line <= last; line++) {
        add(mask, line * width, columns);
      }
      compare(columns, last - first + 1, out, y * width);
    }
    return out;
  }

  private static void add(boolean[] mask, int from, int[] columns) {
    for (int x = 0; x < columns.length; x++) {
      columns[x] += mask[from + x] ? 1 : 0;
    }
  }

  /** Compares the sums of three columns with half of their entries; what is outside has none. */
  private static void compare(int[] columns, int height, boolean[] out, int from) {
    int last = columns.length - 1;
    if (last == 0) {
      out[from] = 2 * columns[0] > height;
      return;
    }
    out[from] = columns[0] + columns[1] > height;
    out[from + last] = columns[last - 1] + columns[last] > height;
    for (int x = 1; x < last; x++) {
      out[from + x] = 2 * (columns[x - 1] + columns[x] + columns[x + 1]) > 3 * height;
    }
  }
}
