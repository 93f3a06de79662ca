package org.mahnmf.lab.cluster;

import java.util.Arrays;
import org.mahnmf.data.synthetic.Draws;

/**
 * Greedy k-means++ seeding: each further seed is a sample drawn with chance proportional to its
 * squared distance from the seeds so far; of 2 + ln k such draws the one that leaves the least sum
 * of squared distances is taken (Arthur, Vassilvitskii 2007, section 5).
 */
final class KMeansSeeds {

  private KMeansSeeds() {}

  /** Returns copies of as many samples as there are clusters. */
  static double[][] seeds(double[][] points, int clusters, Draws draws) {
    int tries = 2 + (int) StrictMath.log(clusters);
    double[][] seeds = new double[clusters][];
    seeds[0] = points[draws.below(points.length)].clone();
    double[] nearest = new double[points.length];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    double total = shrink(nearest, points, seeds[0]);
    for (int c = 1; c < clusters; c++) {
      double[] best = null;
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < tries; k++) {
        double[] seed = points[draw(nearest, total, draws)];
        double[] trial = nearest.clone();
        double sum = shrink(trial, points, seed);
        if (best == null || sum < least) {
          least = sum;
          best = trial;
          seeds[c] = seed.clone();
        }
      }
      nearest = best;
      total = least;
    }
    return seeds;
  }

  /** Lowers each distance to that of a further seed; returns their sum. */
  private static double shrink(double[] nearest, double[][] points, double[] seed) {
    double sum = 0;
    for (int i = 0; i < nearest.length; i++) {
      nearest[i] = Math.min(nearest[i], KMeans.squaredDistance(points[i], seed));
      sum += nearest[i];
    }
    return sum;
  }

  /** Draws a sample; any one if all lie on seeds. */
  private static int draw(double[] weights, double total, Draws draws) {
    double left = draws.uniform() * total;
    int last = draws.below(weights.length);
    for (int i = 0; i < weights.length && total > 0; i++) {
      if (weights[i] > 0) {
        last = i;
        left -= weights[i];
        if (left < 0) {
          break;
        }
      }
    }
    return last;
  }
}
