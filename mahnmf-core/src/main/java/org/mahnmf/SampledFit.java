package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import java.util.stream.DoubleStream;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.descent.Reweighted;
import org.mahnmf.internal.encode.Reweighting;
import org.mahnmf.internal.fit.TableFacts;
import org.mahnmf.internal.start.StillStart;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Side;

/**
 * Fits a table with many more features than samples, such as a film, at the cost of a part of it:
 * the codes come from a sample of the features, and the basis of all features from those codes.
 *
 * <p>For given codes each feature is a small problem of its own, min over w ≥ 0 of ‖x − Hᵀw‖₁
 * (eq3.2), which reweighted least squares bring close to its minimum ({@link Reweighting}). A
 * thousand features fix the few numbers of each sample as well as all of them do: on 200 frames of
 * 320x240 pixels at rank 2 the objective from 1000 pixels was within 0.06 % of that from all 76800.
 *
 * <p>Settings that tie features together (terms on the basis) and tables with weights or missing
 * entries take the whole table.
 *
 * <pre>{@code
 * MahNmf film = SampledFit.forFilms(MahNmf.ofRank(1));
 * Factorization fit = SampledFit.fit(film, Observations.of(table), 1000, share -> {});
 * }</pre>
 */
public final class SampledFit {

  /** Features that are enough for the codes of a few components, and for each of many. */
  private static final int ENOUGH = 1000;

  private static final int ENOUGH_EACH = 100;

  // Smaller gains are not worth a second step.
  private static final double LEAST_GAIN = 1.5;

  private final MahNmf settings;
  private final Observations observations;
  private final int count;
  private final DoubleConsumer done;

  private SampledFit(MahNmf settings, Observations observations, int count, DoubleConsumer done) {
    this.settings = settings;
    this.observations = observations;
    this.count = count;
    this.done = done;
  }

  /**
   * Returns how many features are enough for the codes.
   *
   * @param rank number of components
   */
  public static int enough(int rank) {
    return Math.max(ENOUGH, ENOUGH_EACH * rank);
  }

  /**
   * Returns settings with the solver and the start that suit the background of a film: from still
   * pictures on, staying near them, which keeps what passes by out of the components.
   *
   * @param settings whose solver and start are replaced
   */
  public static MahNmf forFilms(MahNmf settings) {
    return settings.with(Reweighted.fromNear()).with(new StillStart());
  }

  /**
   * Fits a table.
   *
   * @param settings what to fit
   * @param observations <em>not modified</em>; kept by the result
   * @param features how many to sample; if there are not many more, all are taken
   * @param done told the share of the features whose basis is found, up to 1
   */
  public static Factorization fit(
      MahNmf settings, Observations observations, int features, DoubleConsumer done) {
    int count = Math.max(features, settings.rank());
    SampledFit fit = new SampledFit(settings, observations, count, done);
    return fit.pays() ? fit.run() : settings.fit(observations);
  }

  private boolean pays() {
    return observations.features() > LEAST_GAIN * count
        && !settings.isSymmetric()
        && !settings.solver().isAsPublished()
        && settings.loss().curvature() == 0
        && isPlain(settings.basis())
        && isPlain(settings.codes())
        && observations.weights().isEmpty()
        && !(observations.values() instanceof SparseMatrix)
        && !hasMissing();
  }

  private static boolean isPlain(Side side) {
    return side.terms().size() == 1 && side.set().equals(Box.NON_NEGATIVE);
  }

  private boolean hasMissing() {
    if (observations.values() instanceof ByteMatrix) {
      return false;
    }
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (double value : row) {
        if (Double.isNaN(value)) {
          return true;
        }
      }
    }
    return false;
  }

  private Factorization run() {
    long begin = System.nanoTime();
    // These only go into the record: another thread reads the table while this one works.
    CompletableFuture<RunRecord.Data> data =
        CompletableFuture.supplyAsync(() -> RunRecord.data(TableFacts.of(observations)));
    Factorization part = settings.withRidge(0).withLastStep(false).fit(Observations.of(sample()));
    DenseMatrix basis = new DenseMatrix(settings.rank(), observations.features());
    double[] sizes = new double[observations.features()];
    double loss = extend(part.codes(), basis, sizes);
    Model model = Model.of(basis).withExact(settings.exactCodes()).withThreads(settings.threads());
    RunRecord.Outcome outcome =
        outcome(
            part.record().outcome(),
            loss,
            DoubleStream.of(sizes).sum(),
            (System.nanoTime() - begin) * 1e-9);
    return new Factorization(
        observations,
        model,
        part.codes(),
        new RunRecord(
            part.record().environment(), setup(part.record().setup()), data.join(), outcome));
  }

  /** Chooses one feature from each of as many bands of equal width. */
  public static int[] choose(int features, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] chosen = new int[count];
    for (int k = 0; k < count; k++) {
      int from = (int) ((long) k * features / count);
      int to = (int) ((k + 1L) * features / count);
      chosen[k] = random.nextInt(from, to);
    }
    return chosen;
  }

  private DenseMatrix sample() {
    int[] chosen = choose(observations.features(), count, settings.seed());
    DenseMatrix sample = new DenseMatrix(observations.samples(), count);
    for (int i = 0; i < sample.rows(); i++) {
      for (int k = 0; k < count; k++) {
        sample.set(i, k, observations.values().get(i, chosen[k]));
      }
    }
    return sample;
  }

  /**
   * Finds the basis of all features, a block at a time.
   *
   * @param basis rank x features; <em>modified</em>
   * @param sizes receives the sum of each feature; <em>modified</em>
   * @return the loss
   */
  private double extend(Matrix codes, DenseMatrix basis, double[] sizes) {
    double[][] rows = codes.transpose().toArray();
    int features = observations.features();
    double[] losses = new double[features];
    AtomicInteger found = new AtomicInteger();
    try (Workers workers = new Workers(settings.threads())) {
      PerWorker<Reweighting> blocks =
          new PerWorker<>(workers, () -> new Reweighting(rows, 0, Double.POSITIVE_INFINITY, false));
      workers.run(
          features,
          Reweighting.BLOCK,
          (worker, from, to) -> {
            extend(blocks.of(worker), from, to, basis, losses, sizes);
            tell(found.addAndGet(to - from), features);
          });
    }
    return DoubleStream.of(losses).sum();
  }

  private void extend(
      Reweighting block, int from, int to, DenseMatrix basis, double[] losses, double[] sizes) {
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRange(i, from, to, block.entries(i));
    }
    block.startAtZero();
    block.solve();
    for (int j = from; j < to; j++) {
      losses[j] = block.loss(j - from);
      sizes[j] = block.size(j - from);
      for (int l = 0; l < basis.rows(); l++) {
        basis.set(l, j, block.result(l, j - from));
      }
    }
  }

  private synchronized void tell(int found, int features) {
    done.accept((double) found / features);
  }

  private RunRecord.Setup setup(RunRecord.Setup setup) {
    Map<String, Object> remaining = new LinkedHashMap<>(setup.settings());
    remaining.put("sampledFeatures", count);
    return new RunRecord.Setup(
        setup.solver(), setup.start(), setup.rank(), setup.seed(), setup.restarts(), remaining);
  }

  private RunRecord.Outcome outcome(
      RunRecord.Outcome part, double loss, double sum, double seconds) {
    List<String> notes = new ArrayList<>(part.notes());
    notes.add(
        ("The codes were found from %s of %s features, whose objective the history shows, and the"
                + " basis of all features from the codes.")
            .formatted(count, observations.features()));
    double share = (double) count / observations.features();
    return new RunRecord.Outcome(
        new Objective(Map.of(Objective.LOSS, loss)),
        sum > 0 ? loss / sum : 0,
        0,
        part.iterations(),
        part.products() * share,
        seconds,
        part.stopReason(),
        part.interrupted(),
        part.deadComponents(),
        notes,
        part.history(),
        part.choice(),
        part.validation(),
        part.confidence());
  }
}
