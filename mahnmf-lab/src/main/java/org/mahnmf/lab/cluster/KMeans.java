package org.mahnmf.lab.cluster;

import org.mahnmf.base.Workers;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * k-means: min over centres c and labels of Σ_i ‖x_i − c_label(i)‖². {@value #RESTARTS} starts by
 * greedy k-means++, of which the least sum is kept; Lloyd's steps, with Hamerly's bounds to leave
 * out distances that cannot matter, until no label changes. A cluster that runs empty takes the
 * sample farthest from its centre. Deterministic by its seed, for any number of threads.
 *
 * <p>References: Arthur, Vassilvitskii 2007 (k-means++); Hamerly 2010.
 *
 * @param clusters at least 1 and at most the number of samples
 * @param seed of every random choice
 * @param threads that share the starts, at least 1
 */
public record KMeans(int clusters, long seed, int threads) {

  private static final int RESTARTS = 20;

  /** Checks the numbers. */
  public KMeans {
    if (clusters < 1) {
      throw new IllegalArgumentException("clusters is " + clusters + " but must be at least 1");
    }
  }

  /** Groups samples, one in each row, finite; they are <em>not modified</em>. */
  public Clustering fit(Matrix samples) {
    if (clusters > samples.rows()) {
      throw new IllegalArgumentException(
          "clusters is " + clusters + " but must be at most the samples, " + samples.rows());
    }
    double[][] points = Rows.of(samples);
    LloydRun[] runs = new LloydRun[RESTARTS];
    try (Workers workers = new Workers(threads)) {
      workers.run(
          RESTARTS,
          1,
          (worker, from, to) -> {
            for (int k = from; k < to; k++) {
              Draws draws = new Draws(Draws.mix(seed + k * 0x9E3779B97F4A7C15L));
              runs[k] = new LloydRun(points, LloydRun.seeds(points, clusters, draws));
              runs[k].run();
            }
          });
    }
    LloydRun best = runs[0];
    for (LloydRun run : runs) {
      best = run.inertia() < best.inertia() ? run : best;
    }
    return new Clustering(best.labels, DenseMatrix.ofRows(best.centres), best.inertia());
  }
}
