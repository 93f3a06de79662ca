package org.mahnmf.lab.judge;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * How early the right answers come in a ranked list. Of equal scores the wrong ones come first, so
 * that a constant score earns nothing by chance.
 */
public final class AveragePrecision {

  private static final int VOC_LEVELS = 11;

  private AveragePrecision() {}

  /**
   * Returns the usual average precision: the mean over the right answers of the share of right ones
   * down to each; NaN if none is right.
   */
  public static double usual(double[] scores, boolean[] right) {
    boolean[] ranked = ranked(scores, right);
    double sum = 0;
    int hits = 0;
    for (int k = 0; k < ranked.length; k++) {
      if (ranked[k]) {
        hits++;
        sum += hits / (k + 1.);
      }
    }
    return sum / hits;
  }

  /**
   * Returns the average precision of PASCAL VOC 2007: the mean over the recalls 0, .1 … 1 of the
   * best precision at that recall or above (Everingham et al. 2010); NaN if none is right.
   */
  public static double voc(double[] scores, boolean[] right) {
    boolean[] ranked = ranked(scores, right);
    int all = (int) IntStream.range(0, ranked.length).filter(k -> ranked[k]).count();
    if (all == 0) {
      return Double.NaN;
    }
    double[] best = new double[VOC_LEVELS];
    int hits = 0;
    for (int k = 0; k < ranked.length; k++) {
      hits += ranked[k] ? 1 : 0;
      double precision = hits / (k + 1.);
      // recall ≥ level/10, in whole numbers
      for (int level = 0; level < VOC_LEVELS && level * all <= (VOC_LEVELS - 1) * hits; level++) {
        best[level] = Math.max(best[level], precision);
      }
    }
    return Arrays.stream(best).average().orElse(0);
  }

  private static boolean[] ranked(double[] scores, boolean[] right) {
    if (scores.length != right.length) {
      throw new IllegalArgumentException(
          scores.length + " scores cannot rank " + right.length + " answers");
    }
    Integer[] order = new Integer[scores.length];
    Arrays.setAll(order, k -> k);
    Arrays.sort(
        order, Comparator.<Integer>comparingDouble(k -> -scores[k]).thenComparing(k -> right[k]));
    boolean[] ranked = new boolean[order.length];
    for (int k = 0; k < order.length; k++) {
      ranked[k] = right[order[k]];
    }
    return ranked;
  }
}
