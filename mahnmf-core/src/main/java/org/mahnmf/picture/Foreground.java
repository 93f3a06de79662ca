package org.mahnmf.picture;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * What stands out of the background of a clip, or of the low-rank part of any table: the entries
 * whose difference from it is more than noise.
 *
 * <p>The noise of a pixel is 3.1383 times the lower quartile of its |frame − background|, which
 * estimates the standard deviation and does not care for what passes by, even if it covers the
 * pixel for most of the time; at least the median of that over all pixels, so that a pixel that was
 * still by chance is not too touchy. A pixel is in the foreground if one of its channels differs by
 * more than {@value Thresholds#DEVIATIONS} such deviations (and a grey level). Where most of a
 * frame differs by more than its noise, the light has changed to what the background does not know,
 * and all thresholds of that frame grow as much. In pictures each pixel then takes the side of the
 * majority in its 3x3 neighbourhood.
 *
 * <p>Per pixel, because leaves move and asphalt does not: on the highway of CDnet 2014 (200 frames,
 * rank 2) F is .92 so, and .87 at best with one threshold for all pixels. The median in place of
 * the quartile gives the same there, but loses people who stand at a counter.
 *
 * <p>Nothing is kept but the threshold of each entry: differences and masks are computed frame by
 * frame.
 */
public final class Foreground {

  private static final int CHUNK = 128;

  private final Matrix frames;
  private final Matrix background;
  private final Thresholds thresholds;
  private final double[] growth; // of the thresholds in each frame

  private Foreground(Matrix frames, Matrix background, Thresholds thresholds, double[] growth) {
    this.frames = frames;
    this.background = background;
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
    Check.that(
        "the background is %sx%s but the frames are %sx%s",
        frames.rows() == background.rows() && frames.columns() == background.columns(),
        background.rows(),
        background.columns(),
        frames.rows(),
        frames.columns());
    shape.ifPresent(picture -> picture.requireFits(frames.columns()));
    double[] noise = noise(frames, background, workers);
    Thresholds thresholds = Thresholds.of(noise, shape.isPresent() ? 0 : meanSize(frames), shape);
    double[] growth = new double[frames.rows()];
    workers.run(
        growth.length,
        1, // so that from is the only frame
        (worker, from, to) ->
            growth[from] = thresholds.growth(j -> frames.get(from, j) - background.get(from, j)));
    return new Foreground(frames, background, thresholds, growth);
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
          for (int k = 0; k < seen.length; k++) {
            noise[from + k] = Thresholds.deviation(sizes, k * count, seen[k]);
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

  /** Returns the same with one threshold, at least 0, for all entries. */
  public Foreground withThreshold(double threshold) {
    Check.that("threshold is %s but must be at least 0", threshold >= 0, threshold);
    double[] none = new double[frames.rows()];
    Arrays.fill(none, 1);
    return new Foreground(frames, background, thresholds.withAll(threshold), none);
  }

  /** Returns the difference above which an entry stands out, in a light that is known. */
  public double threshold(int column) {
    return thresholds.at(column);
  }

  /** Returns the number of frames. */
  public int count() {
    return frames.rows();
  }

  /** Returns the number of pixels of a frame; of entries, if frames are no pictures. */
  public int pixels() {
    return thresholds.pixels();
  }

  /**
   * Computes frame − background, the sparse part of one frame, zero-based; 0 where nothing was
   * seen. Out, <em>modified</em>, receives a number for each entry.
   */
  public void difference(int frame, double[] out) {
    double[] seen = new double[frames.columns()];
    frames.copyRow(frame, seen);
    background.copyRow(frame, out);
    for (int j = 0; j < seen.length; j++) {
      out[j] = Double.isNaN(seen[j]) ? 0 : seen[j] - out[j];
    }
  }

  /** Returns the largest |difference| among the channels of each pixel of a frame. */
  public double[] size(int frame) {
    return thresholds.size(difference(frame));
  }

  /** Returns which pixels of a frame stand out. */
  public boolean[] mask(int frame) {
    return thresholds.mask(difference(frame), growth[frame]);
  }

  private double[] difference(int frame) {
    double[] difference = new double[frames.columns()];
    difference(frame, difference);
    return difference;
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
