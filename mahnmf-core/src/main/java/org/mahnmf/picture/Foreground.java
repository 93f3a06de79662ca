package org.mahnmf.picture;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.kernel.Selection;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.store.Workers;

/**
 * What stands out of the background of a clip, or of the low-rank part of any table: the entries
 * whose difference from it is more than noise.
 *
 * <p>The noise of a pixel is 3.1383 times the lower quartile of its |frame − background|, which
 * estimates the standard deviation and does not care for what passes by, even if it covers the
 * pixel for most of the time; at least the median of that over all pixels, so that a pixel that was
 * still by chance is not too touchy. A pixel is in the foreground if one of its channels differs by
 * more than {@value #DEVIATIONS} such deviations (and a grey level). Where most of a frame differs
 * by more than its noise, the light has changed to what the background does not know, and all
 * thresholds of that frame grow as much. In pictures each pixel then takes the side of the majority
 * in its 3x3 neighbourhood.
 *
 * <p>Per pixel, because leaves move and asphalt does not: on the highway of CDnet 2014 (200 frames,
 * rank 2) F is .92 so, and .87 at best with one threshold for all pixels. The median in place of
 * the quartile gives the same there, but loses people who stand at a counter.
 *
 * <p>Nothing is kept but the threshold of each entry: differences and masks are computed frame by
 * frame.
 */
public final class Foreground {

  /** Robust standard deviations that an entry must differ by. */
  public static final double DEVIATIONS = 4;

  // A quarter of a normal distribution lies within 0.31864 standard deviations.
  private static final double DEVIATION_PER_QUARTILE = 3.1383;

  // Half of it lies within 0.6745.
  private static final double DEVIATION_PER_MEDIAN = 1.4826;

  // Entries of a frame that tell how much of it differs.
  private static final int ENOUGH = 4000;

  private static final double GREY_LEVELS = 255;

  // Where all else is met exactly, what is below this share of the mean is rounding.
  private static final double ROUNDING = 1e-9;

  private static final int CHUNK = 128;

  private final Matrix frames;
  private final Matrix background;
  private final Optional<PictureShape> shape;
  private final double[] thresholds;
  private final double[] growth; // of the thresholds in each frame

  private Foreground(
      Matrix frames,
      Matrix background,
      Optional<PictureShape> shape,
      double[] thresholds,
      double[] growth) {
    this.frames = frames;
    this.background = background;
    this.shape = shape;
    this.thresholds = thresholds;
    this.growth = growth;
  }

  /**
   * Measures the noise of each entry.
   *
   * @param frames a frame per row; NaN where nothing was seen; <em>kept</em>
   * @param background of the same size; <em>kept</em>
   * @param shape of a frame, if it is a picture
   * @param workers share the work; the answer does not depend on their number
   */
  public static Foreground of(
      Matrix frames, Matrix background, Optional<PictureShape> shape, Workers workers) {
    if (frames.rows() != background.rows() || frames.columns() != background.columns()) {
      throw new IllegalArgumentException(
          "the background is "
              + background.rows()
              + "x"
              + background.columns()
              + " but the frames are "
              + frames.rows()
              + "x"
              + frames.columns());
    }
    shape.ifPresent(picture -> picture.requireFits(frames.columns()));
    double[] noise = noise(frames, background, workers);
    double[] sorted = noise.clone();
    Arrays.parallelSort(sorted);
    double usual = sorted[sorted.length / 2];
    double least =
        shape.isPresent() ? shape.get().white() / GREY_LEVELS : ROUNDING * meanSize(frames);
    double[] thresholds = new double[noise.length];
    for (int j = 0; j < noise.length; j++) {
      thresholds[j] = Math.max(least, DEVIATIONS * Math.max(usual, noise[j]));
    }
    double[] growth = growth(frames, background, thresholds, workers);
    return new Foreground(frames, background, shape, thresholds, growth);
  }

  /** How many times its noise most of a frame differs, at least 1. */
  private static double[] growth(
      Matrix frames, Matrix background, double[] thresholds, Workers workers) {
    double[] growth = new double[frames.rows()];
    int step = Math.max(1, thresholds.length / ENOUGH);
    workers.run(
        growth.length,
        1,
        (worker, from, to) -> {
          double[] ratios = new double[(thresholds.length + step - 1) / step];
          for (int i = from; i < to; i++) {
            int count = 0;
            for (int j = 0; j < thresholds.length; j += step) {
              double value = frames.get(i, j);
              if (!Double.isNaN(value)) {
                ratios[count++] = Math.abs(value - background.get(i, j)) / thresholds[j];
              }
            }
            double typical =
                DEVIATIONS * DEVIATION_PER_MEDIAN * Selection.select(ratios, 0, count, .5);
            growth[i] = Math.max(1, typical);
          }
        });
    return growth;
  }

  private static double[] noise(Matrix frames, Matrix background, Workers workers) {
    double[] noise = new double[frames.columns()];
    int count = frames.rows();
    workers.run(
        noise.length,
        CHUNK,
        (worker, from, to) -> {
          // Frames lie far apart in memory, so a few pixels of each are read at a time.
          double[] sizes = new double[(to - from) * count];
          int[] seen = new int[to - from];
          double[] values = new double[to - from];
          double[] expected = new double[to - from];
          for (int i = 0; i < count; i++) {
            frames.copyRange(i, from, to, values);
            background.copyRange(i, from, to, expected);
            for (int k = 0; k < values.length; k++) {
              if (!Double.isNaN(values[k])) {
                sizes[k * count + seen[k]] = Math.abs(values[k] - expected[k]);
                seen[k]++;
              }
            }
          }
          for (int j = from; j < to; j++) {
            int k = j - from;
            noise[j] = DEVIATION_PER_QUARTILE * Selection.select(sizes, k * count, seen[k], .25);
          }
        });
    return noise;
  }

  private static double meanSize(Matrix matrix) {
    double sum = 0;
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (double value : row) {
        sum += Double.isNaN(value) ? 0 : Math.abs(value);
      }
    }
    return sum / matrix.rows() / matrix.columns();
  }

  /**
   * Returns the same with one threshold for all entries.
   *
   * @param threshold difference above which an entry stands out, at least 0
   */
  public Foreground withThreshold(double threshold) {
    if (!(threshold >= 0)) {
      throw new IllegalArgumentException("threshold is " + threshold + " but must be at least 0");
    }
    double[] same = new double[thresholds.length];
    Arrays.fill(same, threshold);
    double[] none = new double[frames.rows()];
    Arrays.fill(none, 1);
    return new Foreground(frames, background, shape, same, none);
  }

  /**
   * Returns the difference above which an entry stands out of a frame in a light that is known.
   *
   * @param column zero-based
   */
  public double threshold(int column) {
    return thresholds[column];
  }

  /** Returns the number of frames. */
  public int count() {
    return frames.rows();
  }

  /** Returns the number of pixels of a frame; of entries, if frames are no pictures. */
  public int pixels() {
    return thresholds.length / channels();
  }

  private int channels() {
    return shape.map(PictureShape::channels).orElse(1);
  }

  /**
   * Computes frame − background, the sparse part of one frame; 0 where nothing was seen.
   *
   * @param frame zero-based
   * @param out receives a number for each entry; <em>modified</em>
   */
  public void difference(int frame, double[] out) {
    double[] seen = new double[thresholds.length];
    frames.copyRow(frame, seen);
    background.copyRow(frame, out);
    for (int j = 0; j < seen.length; j++) {
      out[j] = Double.isNaN(seen[j]) ? 0 : seen[j] - out[j];
    }
  }

  /**
   * Returns the largest |difference| among the channels of each pixel.
   *
   * @param frame zero-based
   */
  public double[] size(int frame) {
    double[] difference = new double[thresholds.length];
    difference(frame, difference);
    int channels = channels();
    double[] size = new double[pixels()];
    for (int j = 0; j < difference.length; j++) {
      size[j / channels] = Math.max(size[j / channels], Math.abs(difference[j]));
    }
    return size;
  }

  /**
   * Returns which pixels of a frame stand out.
   *
   * @param frame zero-based
   */
  public boolean[] mask(int frame) {
    double[] difference = new double[thresholds.length];
    difference(frame, difference);
    int channels = channels();
    boolean[] raw = new boolean[pixels()];
    for (int j = 0; j < difference.length; j++) {
      raw[j / channels] |= Math.abs(difference[j]) > growth[frame] * thresholds[j];
    }
    return shape.isPresent() ? majority(raw, shape.get().width()) : raw;
  }

  /** Lets each pixel take the side of most pixels around it, itself included. */
  static boolean[] majority(boolean[] mask, int width) {
    int height = mask.length / width;
    // The sum of three in a line, then of three lines; what is outside counts neither way.
    int[] lines = new int[mask.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int k = y * width + x;
        int set = mask[k] ? 1 : 0;
        set += x > 0 && mask[k - 1] ? 1 : 0;
        set += x + 1 < width && mask[k + 1] ? 1 : 0;
        lines[k] = set;
      }
    }
    boolean[] out = new boolean[mask.length];
    for (int y = 0; y < height; y++) {
      int high = 1 + (y > 0 ? 1 : 0) + (y + 1 < height ? 1 : 0);
      for (int x = 0; x < width; x++) {
        int k = y * width + x;
        int wide = 1 + (x > 0 ? 1 : 0) + (x + 1 < width ? 1 : 0);
        int set = lines[k];
        set += y > 0 ? lines[k - width] : 0;
        set += y + 1 < height ? lines[k + width] : 0;
        out[k] = 2 * set > wide * high;
      }
    }
    return out;
  }

  /** Returns all masks as a view that is computed when it is looked at, row by row: 1 or 0. */
  public Matrix masks() {
    return new Masks();
  }

  /** A row for each frame, a column for each pixel. */
  private final class Masks implements Matrix {

    @Override
    public int rows() {
      return count();
    }

    @Override
    public int columns() {
      return pixels();
    }

    @Override
    public double get(int row, int column) {
      return mask(row)[column] ? 1 : 0;
    }

    @Override
    public void copyRow(int row, double[] out) {
      boolean[] mask = mask(row);
      for (int k = 0; k < mask.length; k++) {
        out[k] = mask[k] ? 1 : 0;
      }
    }
  }
}
