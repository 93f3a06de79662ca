package org.mahnmf.lab.separate;

import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.SampledFit;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * MahNMF as a separator: the low part is codes·basis of the least sum of absolute errors, found as
 * {@code mahnmf separate} finds it.
 *
 * @param rank at least 1
 */
public record ManhattanSeparator(int rank) implements Separator {

  @Override
  public String name() {
    return "MahNMF";
  }

  @Override
  public Separation separate(Matrix table, long seed) {
    Factorization parts =
        SampledFit.fit(
            SampledFit.forFilms(MahNmf.ofRank(rank).withSeed(seed).withThreads(1)),
            Observations.of(table),
            SampledFit.enough(rank),
            share -> {});
    return new Separation(parts.lowRank(), rank, parts.history().size());
  }
}
