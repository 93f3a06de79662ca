package org.mahnmf.solver;

import java.util.Optional;
import java.util.SplittableRandom;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.store.Holdout;
import org.mahnmf.store.Store;

/** Some samples and features of a large X, enough to tell which method suits it. */
final class AutoSample {

  /** Entries times rank below which a sample is small enough. */
  private static final double SMALL = 0x1p19;

  private AutoSample() {}

  /**
   * Returns the problem on a sample, or nothing if a sample would be no smaller than half of X or
   * would have too many parameters per observation to stand for it.
   *
   * @param problem with sides that fit any number of lines; <em>not modified</em>
   * @param mostParameters per observation
   * @param seed the same seed takes the same lines
   */
  static Optional<Problem> of(Problem problem, double mostParameters, long seed) {
    Store store = problem.store();
    double density = store.observed() / ((double) store.samples() * store.features());
    int samples = store.samples();
    int features = store.features();
    while ((double) samples * features * problem.rank() > SMALL) {
      int fewerSamples = samples > features ? (samples + 1) / 2 : samples;
      int fewerFeatures = samples > features ? features : (features + 1) / 2;
      double parameters = (double) problem.rank() * (fewerSamples + fewerFeatures);
      if (parameters > mostParameters * density * fewerSamples * fewerFeatures) {
        break;
      }
      samples = fewerSamples;
      features = fewerFeatures;
    }
    if (2.0 * samples * features > (double) store.samples() * store.features()) {
      return Optional.empty();
    }
    SplittableRandom random = new SplittableRandom(seed);
    return store
        .part(
            draw(store.samples(), samples, random),
            draw(store.features(), features, random),
            Holdout.Filter.all())
        .filter(part -> part.absoluteSum() > 0)
        .map(
            part ->
                new Problem(
                    part,
                    problem.rank(),
                    problem.loss(),
                    problem.side(Factor.BASIS),
                    problem.side(Factor.CODES)));
  }

  /** Draws different numbers below a bound, ascending. */
  private static int[] draw(int bound, int count, SplittableRandom random) {
    int[] drawn = new int[count];
    int k = 0;
    for (int i = 0; i < bound && k < count; i++) {
      if (random.nextInt(bound - i) < count - k) {
        drawn[k++] = i;
      }
    }
    return drawn;
  }
}
