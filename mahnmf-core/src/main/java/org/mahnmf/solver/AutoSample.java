package org.mahnmf.solver;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.store.Holdout;
import org.mahnmf.store.Store;

/**
 * Some samples and features of a large X, enough to tell which method suits it. Where {@link Exact}
 * takes the problem, what was found on the sample is carried over to all of X.
 */
final class AutoSample {

  /** Entries times rank below which a sample is small enough. */
  private static final double SMALL = 0x1p19;

  /** How much larger the next sample is on the way to all of X. */
  private static final int GROWTH = 8;

  private final Problem whole;
  private final int[] sampleOrder; // a sample of k samples holds the first k of these
  private final int[] featureOrder;
  private final Problem problem;
  private final int[] samples; // of this sample, ascending
  private final int[] features;

  private AutoSample(
      Problem whole, int[] sampleOrder, int[] featureOrder, int samples, int features) {
    this.whole = whole;
    this.sampleOrder = sampleOrder;
    this.featureOrder = featureOrder;
    this.samples = Arrays.stream(sampleOrder).limit(samples).sorted().toArray();
    this.features = Arrays.stream(featureOrder).limit(features).sorted().toArray();
    this.problem = part(this.samples, this.features);
  }

  /**
   * Draws a sample, or nothing if it would be no smaller than half of X or would have too many
   * parameters per observation to stand for it.
   *
   * @param problem with sides that fit any number of lines; <em>not modified</em>
   * @param mostParameters per observation
   * @param seed the same seed takes the same lines
   */
  static Optional<AutoSample> of(Problem problem, double mostParameters, long seed) {
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
    int[] sampleOrder = shuffled(store.samples(), random);
    int[] featureOrder = shuffled(store.features(), random);
    AutoSample drawn = new AutoSample(problem, sampleOrder, featureOrder, samples, features);
    return Optional.of(drawn).filter(sample -> sample.problem.store().absoluteSum() > 0);
  }

  /** Returns the problem on the sample. */
  Problem problem() {
    return problem;
  }

  /**
   * Carries factors of the sample over to all of X, by way of larger samples: each takes over the
   * factors of the one before and improves both once. What fits a fair sample of the lines fits the
   * rest, so this costs a fraction of a run on all of X.
   *
   * @param found factors of the sample; <em>not modified</em>
   * @return factors of the whole
   */
  Factors carryOver(Factors found, RunContext run) {
    int more = Math.min(featureOrder.length, GROWTH * features.length);
    int moreSamples =
        Math.min(
            sampleOrder.length,
            (int) Math.ceil((double) GROWTH * features.length / more * samples.length));
    if (2.0 * more * moreSamples > (double) featureOrder.length * sampleOrder.length) {
      return extend(found, Holdout.lines(sampleOrder.length), whole, run);
    }
    AutoSample next = new AutoSample(whole, sampleOrder, featureOrder, moreSamples, more);
    Factors factors = extend(found, next.samples, next.problem, run);
    new ExactStep(next.problem, Factor.CODES, run).improve(factors.basis(), factors.codes(), 0, 0);
    new ExactStep(next.problem, Factor.BASIS, run).improve(factors.codes(), factors.basis(), 0, 0);
    return next.carryOver(factors, run);
  }

  /**
   * The codes of more samples by this sample's features, then the basis of more features by the
   * codes of all these samples, each exactly.
   */
  private Factors extend(Factors found, int[] toSamples, Problem target, RunContext run) {
    DenseMatrix codes = new DenseMatrix(whole.rank(), toSamples.length);
    spread(found.codes(), samples, toSamples, codes);
    if (samples.length < toSamples.length) {
      new ExactStep(part(toSamples, features), Factor.CODES, run)
          .improve(found.basis(), codes, 0, 0);
    }
    DenseMatrix basis = new DenseMatrix(whole.rank(), target.store().features());
    new ExactStep(target, Factor.BASIS, run).improve(codes, basis, 0, 0);
    return new Factors(basis, codes);
  }

  /** Puts columns of a part where they are in a larger part. */
  private static void spread(DenseMatrix part, int[] from, int[] to, DenseMatrix out) {
    for (int k = 0; k < from.length; k++) {
      int column = Arrays.binarySearch(to, from[k]);
      for (int l = 0; l < part.rows(); l++) {
        out.set(l, column, part.get(l, k));
      }
    }
  }

  private Problem part(int[] someSamples, int[] someFeatures) {
    Store part = whole.store().part(someSamples, someFeatures, Holdout.Filter.all()).orElseThrow();
    return new Problem(
        part, whole.rank(), whole.loss(), whole.side(Factor.BASIS), whole.side(Factor.CODES));
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] order = Holdout.lines(count);
    for (int k = count - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      int kept = order[k];
      order[k] = order[other];
      order[other] = kept;
    }
    return order;
  }
}
