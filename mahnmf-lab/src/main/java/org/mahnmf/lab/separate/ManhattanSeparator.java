package org.mahnmf.lab.separate;

import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.SampledFit;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.problem.Observations;

/**
 * MahNMF as a separator: the low part is codes·basis of the least sum of absolute errors. The codes
 * come from some thousand features, as in {@code mahnmf separate}, and by the solver {@code admm},
 * which {@code auto} takes for such tables after trials that cost as much again.
 */
public final class ManhattanSeparator implements Separator {

  private static final String SOLVER = "admm";

  private final int rank;

  /**
   * Creates the method.
   *
   * @param rank at least 1
   */
  public ManhattanSeparator(int rank) {
    this.rank = rank;
  }

  @Override
  public String name() {
    return "MahNMF";
  }

  @Override
  public Separation separate(Matrix table, long seed) {
    Factorization parts =
        SampledFit.fit(
            MahNmf.withRank(rank).with(Registry.solver(SOLVER)).withSeed(seed).withThreads(1),
            Observations.of(table),
            SampledFit.ENOUGH,
            share -> {});
    return new Separation(
        new ProductMatrix(parts.codes(), parts.basis()), rank, parts.history().size());
  }
}
