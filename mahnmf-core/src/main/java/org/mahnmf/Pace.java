package org.mahnmf;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.start.GivenStart;
import org.mahnmf.start.RandomStart;
import org.mahnmf.start.Start;

/**
 * Guesses how long a fit takes, before it begins: fits of a small table of parts and noise, some
 * tenths of a second in all, tell what start, outer step and last step cost on this machine, with
 * this solver, rank and precision, and where the table is kept. All three grow with the entries of
 * the table.
 *
 * @param start seconds until the first outer step
 * @param step seconds of an outer step
 * @param last seconds after the last outer step
 */
public record Pace(double start, double step, double last) {

  private static final int MOST_FEATURES = 4096;
  private static final int ENTRIES = 1 << 18;
  private static final int SYMMETRIC_SIZE = 512;
  private static final int STEPS = 3;
  private static final double NOISE = .1;

  /** Fits at least, since the first is not compiled yet, and how long others are added. */
  private static final int FEWEST = 2;

  private static final double SECONDS = .3;

  /**
   * Guesses.
   *
   * @param settings of the fit; terms are left out
   * @param observations what will be fitted, only its size and its space are looked at; <em>not
   *     modified</em>
   */
  public static Pace of(MahNmf settings, Observations observations) {
    int features = Math.min(MOST_FEATURES, observations.features());
    int samples = Math.min(observations.samples(), Math.max(settings.rank(), ENTRIES / features));
    if (settings.isSymmetric()) {
      features = Math.min(observations.features(), Math.max(settings.rank(), SYMMETRIC_SIZE));
      samples = features;
    }
    Observations table = Observations.of(table(settings, samples, features));
    Observations small = observations.space().map(table::withSpace).orElse(table);
    Start start = settings.start();
    MahNmf plain =
        MahNmf.withRank(settings.rank())
            .with(settings.solver().typical())
            .with(start instanceof GivenStart ? new RandomStart() : start)
            .withPrecision(settings.precision())
            .withThreads(settings.threads())
            .withExactCodes(settings.exactCodes())
            .withTolerance(0)
            .withMaxIterations(STEPS);
    plain = settings.isSymmetric() ? plain.symmetric() : plain;
    double entries = (double) samples * features;
    double times = (double) observations.samples() * observations.features() / entries;
    Pace least = least(plain, small, settings.cancellation());
    return new Pace(times * least.start, times * least.step, times * least.last);
  }

  /** The least of some fits, since others on the machine only add to them. */
  private static Pace least(MahNmf settings, Observations table, BooleanSupplier stop) {
    Pace least = watched(settings, table);
    double spent = 0;
    for (int fits = 1; (fits < FEWEST || spent < SECONDS) && !stop.getAsBoolean(); fits++) {
      Pace next = watched(settings, table);
      spent += next.start + STEPS * next.step + next.last;
      least =
          new Pace(
              Math.min(least.start, next.start),
              Math.min(least.step, next.step),
              Math.min(least.last, next.last));
    }
    return least;
  }

  /** Fits once, with an eye on the clock. */
  private static Pace watched(MahNmf settings, Observations table) {
    List<Long> times = new ArrayList<>(List.of(System.nanoTime()));
    settings.withListener(progress -> times.add(System.nanoTime())).fit(table);
    times.add(System.nanoTime());
    int end = times.size() - 1;
    long step = Long.MAX_VALUE;
    for (int k = 2; k < end; k++) {
      step = Math.min(step, times.get(k) - times.get(k - 1));
    }
    return new Pace(
        1e-9 * (times.get(1) - times.get(0)),
        end > 2 ? 1e-9 * step : 0, // a perfect fit at the start, or cancelled
        1e-9 * (times.get(end) - times.get(end - 1)));
  }

  private static DenseMatrix table(MahNmf settings, int samples, int features) {
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix basis = uniform(settings.rank(), features, random);
    DenseMatrix codes =
        settings.isSymmetric() ? basis.transpose() : uniform(samples, settings.rank(), random);
    DenseMatrix table = new ProductMatrix(codes, basis).toDense();
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        if (settings.isSymmetric() && j < i) {
          table.set(i, j, table.get(j, i));
        } else {
          table.set(i, j, table.get(i, j) + NOISE * random.nextDouble());
        }
      }
    }
    return table;
  }

  private static DenseMatrix uniform(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = random.nextDouble();
    }
    return matrix;
  }
}
