package org.mahnmf;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Observations;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.PassOperation;
import org.mahnmf.store.PassSums;
import org.mahnmf.store.SideData;
import org.mahnmf.store.Workers;

/**
 * Guesses how long an outer step of a fit takes, before it begins: a few passes over a small random
 * table, a fifth of a second in all, tell what a product costs on this machine, at this rank and
 * precision, and where the table is kept.
 */
public final class Pace {

  private static final int MOST_FEATURES = 4096;
  private static final int ENTRIES = 1 << 18;
  private static final long NANOS = 100_000_000L;

  /** Passes at least, however long they take: on a busy machine few run in the time above. */
  private static final int FEWEST = 20;

  private Pace() {}

  /**
   * Guesses.
   *
   * @param settings of the fit
   * @param observations what will be fitted, only its size and its space are looked at; <em>not
   *     modified</em>
   * @return seconds
   */
  public static double secondsPerStep(MahNmf settings, Observations observations) {
    int features = Math.min(MOST_FEATURES, observations.features());
    int samples = Math.max(1, Math.min(observations.samples(), ENTRIES / features));
    SplittableRandom random = new SplittableRandom(1);
    Observations small = Observations.of(uniform(samples, features, random));
    DenseMatrix basis = uniform(settings.rank(), features, random);
    DenseMatrix codes = uniform(settings.rank(), samples, random);
    try (Workers workers = new Workers(settings.threads())) {
      SideData data =
          DenseStore.scaled(
                  observations.space().map(small::withSpace).orElse(small),
                  settings.precision(),
                  workers)
              .side(Factor.CODES);
      DenseMatrix product = new DenseMatrix(settings.rank(), samples);
      PassSums sums = new PassSums(samples);
      PassOperation operation = new PassOperation.SmoothedSign(1, ones(features), 0, false);
      Runnable pass = () -> data.pass(operation, basis, codes, product, sums);
      least(pass); // until it is compiled
      double perPass = least(pass);
      double times =
          (double) observations.samples() * observations.features() / ((double) samples * features);
      // A pass with its product is two products.
      return perPass / 2 * times * settings.solver().productsPerStep(settings.rank());
    }
  }

  /** The least seconds of some runs, since others on the machine only add to them. */
  private static double least(Runnable work) {
    long least = Long.MAX_VALUE;
    long begin = System.nanoTime();
    long now = begin;
    for (int passes = 0; passes < FEWEST || now - begin < NANOS; passes++) {
      long before = now;
      work.run();
      now = System.nanoTime();
      least = Math.min(least, now - before);
    }
    return least * 1e-9;
  }

  private static DenseMatrix uniform(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = random.nextDouble();
    }
    return matrix;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}
