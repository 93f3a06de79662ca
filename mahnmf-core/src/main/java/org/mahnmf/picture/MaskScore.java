package org.mahnmf.picture;

import org.mahnmf.base.Check;

/**
 * Counts how well found pixels meet the true ones, frame by frame.
 *
 * <p>The truth is coded as in CDnet 2014: {@link #STILL} and {@link #SHADOW} must not be found,
 * {@link #MOVING} must, and all other codes (85 outside the region of interest, 170 unknown) do not
 * count. Besides the found masks it judges every threshold t of the rule |frame − background| &gt;
 * t, without any neighbourhood, so that backgrounds can be compared whatever masks were made of
 * them.
 *
 * @see <a href="http://changedetection.net">Wang et al., CDnet 2014, CVPR workshops 2014</a>
 */
public final class MaskScore {

  /** Code of a pixel that shows the background. */
  public static final byte STILL = 0;

  /** Code of a pixel that shows the background in the shadow of something. */
  public static final byte SHADOW = 50;

  /** Code of a pixel that nobody judged. */
  public static final byte UNKNOWN = (byte) 170;

  /** Code of a pixel that shows something that moves. */
  public static final byte MOVING = (byte) 255;

  // Thresholds tried, from 0 to white: sixteen for each of 256 grey levels.
  private static final int STEPS = 4096;

  private final double white;
  private final long[] movingAt = new long[STEPS];
  private final long[] stillAt = new long[STEPS];
  private long right;
  private long wrong;
  private long moving;
  private long judged;

  /** Starts with no frame; white is the largest difference that can be, such as 255. */
  public MaskScore(double white) {
    Check.that("white is %s but must be above 0", white > 0, white);
    this.white = white;
  }

  /**
   * Counts a frame.
   *
   * @param size |frame − background| of each pixel
   * @param truth code of each pixel
   */
  public void add(boolean[] found, double[] size, byte[] truth) {
    Check.that(
        "%s pixels and %s differences cannot be compared with a truth of %s",
        found.length == truth.length && size.length == truth.length,
        found.length,
        size.length,
        truth.length);
    for (int k = 0; k < truth.length; k++) {
      double known = truth(truth[k]);
      if (Double.isNaN(known)) {
        continue;
      }
      boolean moves = known > 0;
      judged++;
      moving += moves ? 1 : 0;
      right += moves && found[k] ? 1 : 0;
      wrong += !moves && found[k] ? 1 : 0;
      int step = (int) Math.min(STEPS - 1, size[k] / white * STEPS);
      (moves ? movingAt : stillAt)[step]++;
    }
  }

  /** Says what a code means: 1 for what must be found, 0 for what must not, NaN for the rest. */
  public static double truth(byte code) {
    return switch (code) {
      case MOVING -> 1;
      case STILL, SHADOW -> 0;
      default -> Double.NaN;
    };
  }

  /** Returns the number of pixels that counted. */
  public long judged() {
    return judged;
  }

  /** Returns the share of the found pixels that move; 0 if none was found. */
  public double precision() {
    return right + wrong == 0 ? 0 : (double) right / (right + wrong);
  }

  /** Returns the share of the moving pixels that were found; 0 if none moves. */
  public double recall() {
    return moving == 0 ? 0 : (double) right / moving;
  }

  /** Returns the harmonic mean of precision and recall. */
  public double f() {
    return f(right, wrong, moving);
  }

  /** Returns the best F that any threshold gives. */
  public double bestF() {
    return best().f;
  }

  /** Returns the threshold that gives the best F. */
  public double bestThreshold() {
    return best().step * white / STEPS;
  }

  private Best best() {
    long hits = 0;
    long misses = 0;
    Best best = new Best(STEPS, 0);
    for (int step = STEPS - 1; step >= 0; step--) {
      hits += movingAt[step];
      misses += stillAt[step];
      double f = f(hits, misses, moving);
      best = f > best.f ? new Best(step, f) : best;
    }
    return best;
  }

  private static double f(long hits, long misses, long all) {
    return hits == 0 ? 0 : 2.0 * hits / (hits + misses + all);
  }

  private record Best(int step, double f) {}
}
