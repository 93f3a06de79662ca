package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;
import java.util.stream.DoubleStream;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.term.NonNegative;

/**
 * Fits a table with many more features than samples, such as a film, at the cost of a part of it:
 * the codes come from a sample of the features, and the basis of all features from those codes.
 *
 * <p>The second step is {@link Model#transform} with the roles of the factors swapped: for given
 * codes each feature is a small problem of its own, min over w ≥ 0 of ‖x − Hᵀw‖₁ (eq3.2), and is
 * solved as such. A few thousand features fix the few numbers of each sample as well as all of them
 * do: on 200 frames of 320x240 pixels at rank 2 the objective from 2400 pixels was within 0.03 % of
 * that from all 76800.
 *
 * <p>Settings that tie features together (terms on the basis) and tables with weights or missing
 * entries take the whole table.
 */
public final class SampledFit {

  /** Features that are enough for the codes of a few components. */
  public static final int ENOUGH = 3000;

  // Smaller gains are not worth a second step.
  private static final double LEAST_GAIN = 1.5;

  private static final int CHUNK = 4096;

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
    return side.terms().size() == 1 && side.set() instanceof NonNegative;
  }

  private boolean hasMissing() {
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
        CompletableFuture.supplyAsync(() -> Evaluation.describe(observations));
    CompletableFuture<Double> sum =
        CompletableFuture.supplyAsync(
            () -> DoubleStream.of(Evaluation.weightedSums(observations)).sum());
    Factorization part = settings.fit(Observations.of(sample()));
    DenseMatrix basis = new DenseMatrix(settings.rank(), observations.features());
    double loss = extend(part.codes(), basis);
    Model model = Model.of(basis).withExact(settings.exactCodes()).withThreads(settings.threads());
    RunRecord.Outcome outcome =
        outcome(part.record().outcome(), loss, sum.join(), (System.nanoTime() - begin) * 1e-9);
    return new Factorization(
        observations,
        model,
        part.codes(),
        new RunRecord(
            part.record().environment(), setup(part.record().setup()), data.join(), outcome));
  }

  /** One feature from each of as many bands of equal width. */
  private DenseMatrix sample() {
    SplittableRandom random = new SplittableRandom(settings.seed());
    int[] chosen = new int[count];
    for (int k = 0; k < count; k++) {
      int from = (int) ((long) k * observations.features() / count);
      int to = (int) ((k + 1L) * observations.features() / count);
      chosen[k] = random.nextInt(from, to);
    }
    DenseMatrix sample = new DenseMatrix(observations.samples(), count);
    double[] row = new double[observations.features()];
    for (int i = 0; i < sample.rows(); i++) {
      observations.values().copyRow(i, row);
      for (int k = 0; k < count; k++) {
        sample.set(i, k, row[chosen[k]]);
      }
    }
    return sample;
  }

  /**
   * Finds the basis of all features, some at a time.
   *
   * @param basis rank x features; <em>modified</em>
   * @return the loss
   */
  private double extend(DenseMatrix codes, DenseMatrix basis) {
    Model swapped =
        Model.of(codes.transpose())
            .withExact(settings.exactCodes())
            .withThreads(settings.threads());
    int features = observations.features();
    double loss = 0;
    for (int from = 0; from < features; from += CHUNK) {
      int to = Math.min(features, from + CHUNK);
      DenseMatrix band = new DenseMatrix(to - from, observations.samples());
      for (int i = 0; i < band.columns(); i++) {
        for (int j = from; j < to; j++) {
          band.set(j - from, i, observations.values().get(i, j));
        }
      }
      Encoding encoding = swapped.transform(Observations.of(band));
      loss += encoding.objective().total();
      for (int l = 0; l < basis.rows(); l++) {
        for (int j = from; j < to; j++) {
          basis.set(l, j, encoding.codes().get(j - from, l));
        }
      }
      done.accept((double) to / features);
    }
    return loss;
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
        "The codes were found from "
            + count
            + " of "
            + observations.features()
            + " features, whose objective the history shows, and the basis of all features from"
            + " the codes.");
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
