package org.mahnmf.lab.cluster;

import org.mahnmf.base.Workers;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * k-means: min over centres c and labels of Σ_i ‖x_i − c_label(i)‖². Several starts by greedy
 * k-means++, of which the least sum is kept; Lloyd's steps, with Hamerly's bounds to leave out
 * distances that cannot matter, until no label changes. A cluster that runs empty takes the sample
 * farthest from its centre.
 *
 * <p>Deterministic by its seed, for any number of threads. Settings are immutable.
 *
 * <p>References: Arthur, Vassilvitskii 2007 (k-means++); Hamerly 2010.
 *
 * @param clusters at least 1 and at most the number of samples
 * @param seed of every random choice
 * @param restarts number of starts, at least 1
 * @param threads that share the starts, at least 1
 */
public record KMeans(int clusters, long seed, int restarts, int threads) {

  /** Starts, of which the best is kept. */
  public static final int DEFAULT_RESTARTS = 20;

  private static final int MOST_STEPS = 300;

  /** Checks the numbers. */
  public KMeans {
    if (clusters < 1) {
      throw new IllegalArgumentException("clusters is " + clusters + " but must be at least 1");
    }
    if (restarts < 1) {
      throw new IllegalArgumentException("restarts is " + restarts + " but must be at least 1");
    }
  }

  /**
   * Begins with a number of clusters and defaults for all else.
   *
   * @param clusters at least 1 and at most the number of samples
   */
  public static KMeans withClusters(int clusters) {
    return new KMeans(clusters, 0, DEFAULT_RESTARTS, 1);
  }

  /**
   * Sets the seed; default 0.
   *
   * @param newSeed any number
   */
  public KMeans withSeed(long newSeed) {
    return new KMeans(clusters, newSeed, restarts, threads);
  }

  /**
   * Sets the number of threads that share the starts; default 1.
   *
   * @param newThreads at least 1
   */
  public KMeans withThreads(int newThreads) {
    return new KMeans(clusters, seed, restarts, newThreads);
  }

  /**
   * Groups samples.
   *
   * @param samples one in each row, finite; <em>not modified</em>
   */
  public Clustering fit(Matrix samples) {
    if (clusters > samples.rows()) {
      throw new IllegalArgumentException(
          "clusters is " + clusters + " but must be at most the samples, " + samples.rows());
    }
    double[][] points = Rows.of(samples);
    LloydRun[] runs = new LloydRun[restarts];
    try (Workers workers = new Workers(threads)) {
      workers.run(
          restarts,
          1,
          (worker, from, to) -> {
            for (int k = from; k < to; k++) {
              Draws draws = new Draws(Draws.mix(seed + k * 0x9E3779B97F4A7C15L));
              runs[k] = new LloydRun(points, LloydRun.seeds(points, clusters, draws));
              runs[k].run(MOST_STEPS);
            }
          });
    }
    LloydRun best = runs[0];
    for (LloydRun run : runs) {
      best = run.inertia() < best.inertia() ? run : best;
    }
    return new Clustering(best.labels(), DenseMatrix.ofRows(best.centres()), best.inertia());
  }
}
