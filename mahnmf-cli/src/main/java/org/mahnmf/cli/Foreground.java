package org.mahnmf.cli;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.report.MethodScore;

/**
 * What moves in a clip: the pixels that differ from the background by more than a threshold.
 *
 * <p>One rule serves every method, so that none is tuned: the threshold is {@value #DEVIATIONS}
 * robust standard deviations of the residual, 1.4826·median|frame − background| over all pixels of
 * all frames, and at least one grey level. A pixel then takes the side of the majority in its 3x3
 * neighbourhood.
 */
final class Foreground {

  /** Robust standard deviations that a pixel must differ by; MahNMF would gain from more. */
  static final double DEVIATIONS = 5;

  private static final double DEVIATION_PER_MEDIAN = 1.4826;
  private static final double LEAST_THRESHOLD = 1;

  private final DenseMatrix masks;
  private final double threshold;

  private Foreground(DenseMatrix masks, double threshold) {
    this.masks = masks;
    this.threshold = threshold;
  }

  /**
   * Finds the foreground.
   *
   * @param frames frames x pixels; <em>not modified</em>
   * @param background frames x pixels; <em>not modified</em>
   * @param width pixels per line of a frame
   */
  static Foreground of(DenseMatrix frames, DenseMatrix background, int width) {
    double[] difference = new double[frames.rows() * frames.columns()];
    for (int k = 0; k < difference.length; k++) {
      difference[k] = Math.abs(frames.array()[k] - background.array()[k]);
    }
    double[] sorted = difference.clone();
    Arrays.parallelSort(sorted);
    double deviation = DEVIATION_PER_MEDIAN * sorted[sorted.length / 2];
    double threshold = Math.max(LEAST_THRESHOLD, DEVIATIONS * deviation);
    DenseMatrix masks = new DenseMatrix(frames.rows(), frames.columns());
    for (int i = 0; i < masks.rows(); i++) {
      boolean[] raw = new boolean[frames.columns()];
      for (int j = 0; j < raw.length; j++) {
        raw[j] = difference[frames.offset(i) + j] > threshold;
      }
      put(majority(raw, width), i, masks);
    }
    return new Foreground(masks, threshold);
  }

  /**
   * Puts masks of all frames into one matrix, 1 where something moves.
   *
   * @param frames number of masks
   * @param maskOf the mask of a frame
   */
  static DenseMatrix matrix(int frames, IntFunction<boolean[]> maskOf) {
    DenseMatrix masks = new DenseMatrix(frames, maskOf.apply(0).length);
    for (int i = 0; i < frames; i++) {
      put(maskOf.apply(i), i, masks);
    }
    return masks;
  }

  private static void put(boolean[] mask, int row, DenseMatrix masks) {
    for (int j = 0; j < mask.length; j++) {
      masks.set(row, j, mask[j] ? 1 : 0);
    }
  }

  /** Lets each pixel take the side of most pixels around it, itself included. */
  static boolean[] majority(boolean[] mask, int width) {
    int height = mask.length / width;
    boolean[] out = new boolean[mask.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int set = 0;
        int all = 0;
        for (int v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
          for (int u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
            set += mask[v * width + u] ? 1 : 0;
            all++;
          }
        }
        out[y * width + x] = 2 * set > all;
      }
    }
    return out;
  }

  /** Returns what was found, frames x pixels: 1 where something moves, else 0. */
  DenseMatrix masks() {
    return masks;
  }

  /** Returns the difference above which a pixel counts as foreground. */
  double threshold() {
    return threshold;
  }

  /**
   * Compares with the truth over all pixels of all frames.
   *
   * @param method that found the background
   * @param truth frames x pixels, 1 where something moves; <em>not modified</em>
   * @param seconds that the method took
   */
  MethodScore score(String method, DenseMatrix truth, double seconds) {
    double both = 0;
    double found = 0;
    double real = 0;
    for (int k = 0; k < truth.array().length; k++) {
      both += masks.array()[k] * truth.array()[k];
      found += masks.array()[k];
      real += truth.array()[k];
    }
    double precision = found > 0 ? both / found : 0;
    double recall = real > 0 ? both / real : 0;
    double f = both > 0 ? 2 * precision * recall / (precision + recall) : 0;
    return new MethodScore(method, precision, recall, f, seconds);
  }
}
