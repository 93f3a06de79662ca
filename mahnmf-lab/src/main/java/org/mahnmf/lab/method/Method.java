package org.mahnmf.lab.method;

import java.util.List;
import org.mahnmf.matrix.Observations;

/** A way to learn parts and codes of samples, X ≈ codes·basis, and to find codes of new samples. */
public interface Method {

  /** Returns the name that tables show. */
  String name();

  /**
   * Learns parts.
   *
   * @param samples <em>not modified</em>
   * @param rank number of parts, at least 1 and at most min(samples, features)
   * @param seed of every random choice
   * @param budget what the work may cost
   */
  Learned fit(Observations samples, int rank, long seed, Budget budget);

  /** Returns the methods of the paper's tables: EucNMF, KLNMF, MahNMF and, for faces, PCA. */
  static List<Method> all() {
    return List.of(new Pca(), new NeNmf(), new KlNmf(), new ManhattanNmf());
  }

  /**
   * What a fit may cost.
   *
   * @param maxIterations most outer steps
   * @param threads at least 1; the result does not depend on it
   */
  record Budget(int maxIterations, int threads) {

    /** The steps that nothing needs, on one thread. */
    public static final Budget DEFAULT = new Budget(20_000, 1);

    /**
     * Returns the same on another number of threads.
     *
     * @param newThreads at least 1
     */
    public Budget withThreads(int newThreads) {
      return new Budget(maxIterations, newThreads);
    }
  }
}
