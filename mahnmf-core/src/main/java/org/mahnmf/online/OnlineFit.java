package org.mahnmf.online;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.mahnmf.SampledFit;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.encode.Reweighting;
import org.mahnmf.internal.fit.FeatureSample;
import org.mahnmf.internal.simplex.LeastAbsoluteSimplex;
import org.mahnmf.internal.start.StillStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.Thresholds;

/**
 * A factorisation that follows a stream of samples.
 *
 * <p>The first {@value #FIRST} samples are collected and learned at once, at as many parts as there
 * are kinds of samples ({@link StillStart#kinds}): where the light is one, a second part would
 * learn what passes by. Entries are weighed by their {@link Stillness}. From then on each sample
 * gets the best codes for the basis as it is, from a thousand features ({@link
 * LeastAbsoluteSimplex}, exact), and the basis follows: for a part of the features, another one
 * each time, the problem of the window of latest samples is taken some steps further by reweighting
 * (eq3.2), and the codes of a few samples of the window are found again. So a window of n samples
 * is alternately minimised once in n/{@value #PACE} samples, at a work for each sample that does
 * not grow with n.
 *
 * <p>The noise of a feature is that of its differences in the window, measured when its basis is
 * ({@link Thresholds}). Where most features of {@value #PATIENCE} samples in a row differ by more
 * than {@value #CHANGE} times their noise, the light has changed: the parts are learned anew from
 * these samples and as many of those before, so that what was known is not lost at once.
 *
 * <p>One thread may use it at a time.
 */
public final class OnlineFit implements AutoCloseable {

  /** Samples to begin with. */
  static final int FIRST = 40;

  /** Samples of the window for each one that comes whose codes are found again. */
  static final int PACE = 4;

  /** Samples in a row that make a change. */
  static final int PATIENCE = 5;

  /** How many times its noise most of a changed sample differs. */
  static final double CHANGE = 3;

  private static final int FIRST_ITERATIONS = 10; // the codes are found again soon
  private static final int FOLLOWING_STEPS = 2;
  private static final double FOLLOWING_SMOOTHING = .5;
  private static final int MOST_PIVOTS = 1000;
  private static final int REACH = 3; // samples whose changes weigh the newest
  private final OnlineMahNmf settings;
  private final int rank;
  private final Workers workers;
  private final LeastAbsoluteSimplex walk = new LeastAbsoluteSimplex();
  private SampleWindow window;
  private long count;
  private boolean learned;
  private int parts; // in use; the others are 0
  private DenseMatrix basis;
  private int[] chosen;
  private double[][] chosenBasis;
  private double[][] chosenValues; // of a sample and the ones before
  private double[] chosenWeights;
  private Stillness stillness;
  private double[] noise;
  private Thresholds thresholds;
  private int slice;
  private int reencoded;
  private int strange;
  private double[][] fixed = new double[0][];
  private PerWorker<Block> blocks;

  OnlineFit(OnlineMahNmf settings) {
    this.settings = settings;
    this.rank = settings.rank();
    this.workers = new Workers(settings.threads());
  }

  /**
   * Takes a sample.
   *
   * @param sample finite numbers, at least 0, as many as in the first one; <em>not modified</em>
   * @return what is known of it; nothing at first, then of all samples so far, then of this one; to
   *     be looked at before the next call
   */
  public List<OnlineStep> add(double[] sample) {
    check(sample);
    if (window == null) {
      window = new SampleWindow(settings.memory(), sample.length, rank);
    }
    count++;
    window.add(sample);
    if (!learned) {
      int first = Math.max(rank, Math.min(FIRST, settings.memory()));
      return window.size() < first ? List.of() : begin();
    }
    encode(window.size() - 1);
    follow();
    OnlineStep step = step(window.size() - 1, false);
    strange = isStrange(step) ? strange + 1 : 0;
    if (strange < PATIENCE) {
      return List.of(step);
    }
    strange = 0;
    forget();
    learn(true);
    return List.of(step(window.size() - 1, true));
  }

  /** Whether most of a sample is far from what is expected; below a grey level nothing is far. */
  private boolean isStrange(OnlineStep step) {
    double grey = settings.picture().map(PictureShape::white).orElse(0.) / Thresholds.GREY_LEVELS;
    double noise = Math.max(grey, thresholds.usual() / Thresholds.DEVIATIONS);
    return step.growth() * thresholds.usual() > CHANGE * Thresholds.DEVIATIONS * noise;
  }

  /**
   * Ends the stream; returns what samples tell that were too few to begin, if at least the rank.
   */
  public List<OnlineStep> finish() {
    boolean enough = !learned && window != null && window.size() >= rank;
    return enough ? begin() : List.of();
  }

  private void check(double[] sample) {
    if (window == null) {
      settings.picture().ifPresent(shape -> shape.requireFits(sample.length));
    } else if (sample.length != window.features()) {
      throw new IllegalArgumentException(
          "sample %s has %s features but the first has %s"
              .formatted(count + 1, sample.length, window.features()));
    }
    Check.that(
        "rank is %s but a sample has only %s features", rank <= sample.length, rank, sample.length);
    for (int j = 0; j < sample.length; j++) {
      if (!(sample[j] >= 0 && sample[j] <= Float.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "feature %s of sample %s is %s but must be finite and at least 0"
                .formatted(j + 1, count + 1, sample[j]));
      }
    }
  }

  private List<OnlineStep> begin() {
    learned = true;
    learn(false);
    return IntStream.range(0, window.size()).mapToObj(age -> step(age, false)).toList();
  }

  /** Keeps the samples since a change and as many of those before, from all of their time. */
  private void forget() {
    int before = window.size() - PATIENCE;
    int kept = Math.min(before, PATIENCE);
    window.keep(
        kept + PATIENCE, i -> i < kept ? (int) ((i + .5) * before / kept) : before + i - kept);
  }

  /** Learns parts, codes and noise of the window at once. */
  private void learn(boolean change) {
    int features = window.features();
    if (chosen == null) {
      int some = Math.min(SampledFit.enough(rank), features);
      chosen = FeatureSample.choose(features, some, settings.seed());
      chosenBasis = new double[rank][some];
      chosenValues = new double[REACH][some];
      chosenWeights = new double[some];
      noise = new double[features];
    }
    double[][] sample = new double[window.size()][chosen.length];
    for (int i = 0; i < sample.length; i++) {
      pick(window.get(i).values(), sample[i]);
    }
    // What a change of brightness explains is no change: one part follows it.
    double[][] compared = change ? sample : Stillness.sameBrightness(sample);
    parts = Arrays.stream(StillStart.kinds(compared, rank)).max().orElse(0) + 1;
    DenseMatrix values = DenseMatrix.ofRows(sample);
    stillness = new Stillness(values);
    double[][] weights = new double[sample.length][chosen.length];
    for (int i = 0; i < sample.length; i++) {
      stillness.weigh(sample, sample.length, i, chosen.length, weights[i]);
    }
    DenseMatrix codes =
        settings
            .learning(parts)
            .withMaxIterations(FIRST_ITERATIONS)
            .withLastStep(false)
            .fit(Observations.of(values).withWeights(DenseMatrix.ofRows(weights)))
            .codes()
            .toDense();
    basis = new DenseMatrix(rank, features);
    for (int i = 0; i < window.size(); i++) {
      double[] own = window.get(i).codes();
      Arrays.fill(own, 0);
      codes.copyRow(i, own);
    }
    slice = 0;
    reencoded = 0;
    visit(0, 1, true);
    findThresholds();
    readChosen();
  }

  private void pick(float[] values, double[] out) {
    Arrays.setAll(out, k -> values[chosen[k]]);
  }

  private void readChosen() {
    for (int l = 0; l < rank; l++) {
      int row = l;
      Arrays.setAll(chosenBasis[l], k -> basis.get(row, chosen[k]));
    }
  }

  /** Finds the best codes of a sample of the window. */
  private void encode(int age) {
    int before = Math.min(age, REACH - 1);
    for (int i = 0; i <= before; i++) {
      pick(window.get(age - i).values(), chosenValues[i]);
    }
    stillness.weigh(chosenValues, before + 1, 0, chosen.length, chosenWeights);
    double[] codes = window.get(age).codes();
    double most = Double.POSITIVE_INFINITY;
    walk.solve(chosenBasis, chosenValues[0], chosenWeights, 0, most, codes, MOST_PIVOTS);
  }

  /** Takes the window's problem further: some codes, and the basis of some features. */
  private void follow() {
    int size = window.size();
    for (int i = 0; i < Math.min(PACE, size - 1); i++) {
      reencoded = (reencoded + 1) % (size - 1);
      encode(reencoded);
    }
    int slices = Math.max(1, size / PACE);
    slice %= slices;
    visit(slice++, slices, false);
    if (slice == slices) {
      findThresholds();
    }
    readChosen();
  }

  private void findThresholds() {
    double sum = 0;
    for (float value : window.last().values()) {
      sum += value;
    }
    thresholds = Thresholds.of(noise, sum / window.features(), settings.picture());
  }

  /** Finds, anew or further, the basis of every so many blocks of features, and their noise. */
  private void visit(int start, int step, boolean anew) {
    readCodes();
    int features = window.features();
    int all = (features + Reweighting.BLOCK - 1) / Reweighting.BLOCK;
    int some = (all - start + step - 1) / step;
    workers.run(
        some,
        1,
        (worker, from, to) -> {
          int begin = (start + from * step) * Reweighting.BLOCK;
          int end = Math.min(features, begin + Reweighting.BLOCK);
          blocks.of(worker).visit(begin, end, anew);
        });
  }

  private void readCodes() {
    int size = window.size();
    if (fixed.length != parts || fixed[0].length != size) {
      fixed = new double[parts][size];
      blocks = new PerWorker<>(workers, Block::new);
    }
    for (int i = 0; i < size; i++) {
      for (int l = 0; l < parts; l++) {
        fixed[l][i] = window.get(i).codes()[l];
      }
    }
  }

  /** Scratch memory of one thread, for a block of features in all samples of the window. */
  private final class Block {

    private final Reweighting problem = new Reweighting(fixed, 0, Double.POSITIVE_INFINITY, true);
    private final int samples = fixed[0].length;
    private final double[][] values = new double[samples][];
    private final double[][] weights = new double[samples][];
    private final double[][] sizes = new double[samples][Reweighting.BLOCK];
    private final double[] deviations = new double[Reweighting.BLOCK];

    void visit(int from, int to, boolean anew) {
      readEntries(from, to);
      if (anew) {
        problem.startAtZero();
        problem.solve();
      } else {
        startAtBasis(from, to);
        problem.solve(FOLLOWING_STEPS, FOLLOWING_SMOOTHING);
      }
      takeBasis(from, to);
      measure(from, to);
    }

    private void readEntries(int from, int to) {
      for (int i = 0; i < samples; i++) {
        values[i] = problem.entries(i);
        window.copyRange(i, from, to, values[i]);
      }
      for (int i = 0; i < samples; i++) {
        weights[i] = problem.weights(i);
        stillness.weigh(values, samples, i, to - from, weights[i]);
      }
    }

    private void startAtBasis(int from, int to) {
      for (int l = 0; l < parts; l++) {
        for (int j = from; j < to; j++) {
          problem.setStart(l, j - from, basis.get(l, j));
        }
      }
    }

    private void takeBasis(int from, int to) {
      for (int l = 0; l < parts; l++) {
        for (int j = from; j < to; j++) {
          basis.set(l, j, problem.result(l, j - from));
        }
      }
    }

    private void measure(int from, int to) {
      for (int i = 0; i < samples; i++) {
        OnlineStep.expect(window.get(i).codes(), basis, from, to - from, sizes[i]);
        toDifference(values[i], to - from, sizes[i]);
      }
      Thresholds.deviations(sizes, weights, parts, to - from, deviations);
      System.arraycopy(deviations, 0, noise, from, to - from);
    }

    private void toDifference(double[] seen, int count, double[] expected) {
      for (int k = 0; k < count; k++) {
        expected[k] = Math.abs(seen[k] - expected[k]);
      }
    }
  }

  private OnlineStep step(int age, boolean change) {
    long now = count;
    long number = now - window.size() + age + 1;
    return new OnlineStep(window.get(age), number, change, basis, thresholds, () -> count == now);
  }

  /** Returns how many samples have come. */
  public long count() {
    return count;
  }

  /** Returns a copy of the parts as they are now, rank x features; empty before the first step. */
  public Optional<DenseMatrix> basis() {
    return Optional.ofNullable(basis).map(DenseMatrix::copyOf);
  }

  @Override
  public void close() {
    workers.close();
  }
}
