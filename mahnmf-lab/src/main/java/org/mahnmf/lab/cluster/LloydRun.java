package org.mahnmf.lab.cluster;

import java.util.Arrays;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;

/**
 * Lloyd's steps from given centres: every sample goes to its nearest centre (the first of equals),
 * every centre to the mean of its samples. Hamerly's bounds, one from above on the distance to the
 * own centre and one from below on that to any other, spare most distances and change no label but
 * between centres that are equally near up to rounding.
 */
final class LloydRun {

  private static final int MOST_STEPS = 300;

  final int[] labels;
  final double[][] centres;
  private final double[][] points;
  private final double[] own;
  private final double[] other;

  /** Prepares a run; the points are kept and not modified, the centres are kept and moved. */
  LloydRun(double[][] points, double[][] centres) {
    this.points = points;
    this.centres = centres;
    this.labels = new int[points.length];
    this.own = new double[points.length];
    this.other = new double[points.length];
    Arrays.fill(own, Double.POSITIVE_INFINITY);
  }

  /** Runs until no label changes. */
  void run() {
    for (int step = 1; step <= MOST_STEPS; step++) {
      boolean changed = assign();
      int[] sizes = Clustering.sizes(labels, centres.length);
      changed |= fillEmptyClusters(sizes);
      if (!changed && step > 1) {
        return;
      }
      moveCentres(sizes);
    }
  }

  double inertia() {
    double sum = 0;
    for (int i = 0; i < points.length; i++) {
      sum += Rows.squaredDistance(points[i], centres[labels[i]]);
    }
    return sum;
  }

  private boolean assign() {
    double[] half = halfGaps();
    boolean changed = false;
    for (int i = 0; i < points.length; i++) {
      double safe = Math.max(half[labels[i]], other[i]);
      if (own[i] >= safe) {
        own[i] = Math.sqrt(Rows.squaredDistance(points[i], centres[labels[i]]));
        changed |= own[i] >= safe && search(i);
      }
    }
    return changed;
  }

  /** Finds the nearest and the second nearest centre of a sample. */
  private boolean search(int i) {
    int best = 0;
    double first = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length; c++) {
      double distance = Rows.squaredDistance(points[i], centres[c]);
      if (distance < first) {
        second = first;
        first = distance;
        best = c;
      } else if (distance < second) {
        second = distance;
      }
    }
    own[i] = Math.sqrt(first);
    other[i] = Math.sqrt(second);
    boolean changed = labels[i] != best;
    labels[i] = best;
    return changed;
  }

  /** Returns half the distance of each centre from its nearest neighbour. */
  private double[] halfGaps() {
    double[] gaps = new double[centres.length];
    Arrays.fill(gaps, Double.POSITIVE_INFINITY);
    for (int c = 0; c < centres.length; c++) {
      for (int d = 0; d < c; d++) {
        double half = .5 * Math.sqrt(Rows.squaredDistance(centres[c], centres[d]));
        gaps[c] = Math.min(gaps[c], half);
        gaps[d] = Math.min(gaps[d], half);
      }
    }
    return gaps;
  }

  /** Gives an empty cluster the sample farthest from its centre that does not stand alone. */
  private boolean fillEmptyClusters(int[] sizes) {
    boolean changed = false;
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] > 0) {
        continue;
      }
      int farthest = -1;
      double most = -1;
      for (int i = 0; i < points.length; i++) {
        double distance = Rows.squaredDistance(points[i], centres[labels[i]]);
        if (sizes[labels[i]] > 1 && distance > most) {
          most = distance;
          farthest = i;
        }
      }
      sizes[labels[farthest]]--;
      labels[farthest] = c;
      sizes[c] = 1;
      centres[c] = points[farthest].clone();
      own[farthest] = 0;
      changed = true;
      Arrays.fill(other, 0); // the new centre may be nearer to anyone
    }
    return changed;
  }

  private void moveCentres(int[] sizes) {
    double[][] old = centres.clone();
    Arrays.setAll(centres, c -> new double[old[c].length]);
    for (int i = 0; i < points.length; i++) {
      double[] sum = centres[labels[i]];
      for (int k = 0; k < sum.length; k++) {
        sum[k] += points[i][k];
      }
    }
    double[] moves = new double[centres.length];
    double longest = 0;
    for (int c = 0; c < centres.length; c++) {
      for (int k = 0; k < centres[c].length; k++) {
        centres[c][k] /= sizes[c];
      }
      moves[c] = Math.sqrt(Rows.squaredDistance(old[c], centres[c]));
      longest = Math.max(longest, moves[c]);
    }
    for (int i = 0; i < points.length; i++) {
      own[i] += moves[labels[i]];
      other[i] -= longest;
    }
  }

  /**
   * Returns copies of as many samples as there are clusters, by greedy k-means++: each further seed
   * is a sample drawn with chance proportional to its squared distance from the seeds so far; of 2
   * + ln k such draws the one that leaves the least sum of squared distances is taken (Arthur,
   * Vassilvitskii 2007, section 5).
   */
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
      nearest[i] = Math.min(nearest[i], Rows.squaredDistance(points[i], seed));
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
