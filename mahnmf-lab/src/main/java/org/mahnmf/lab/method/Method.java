package org.mahnmf.lab.method;

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

  /**
   * What a fit may cost.
   *
   * @param maxIterations most outer steps
   * @param threads at least 1; the result does not depend on it
   */
  record Budget(int maxIterations, int threads) {

    /** The steps that nothing needs, on one thread. */
    public static final Budget DEFAULT = new Budget(20_000, 1);
  }
}
