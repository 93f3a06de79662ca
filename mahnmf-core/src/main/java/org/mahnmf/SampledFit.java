package org.mahnmf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleConsumer;
import org.mahnmf.internal.descent.Reweighted;
import org.mahnmf.internal.fit.FeatureSample;
import org.mahnmf.internal.fit.TableFacts;
import org.mahnmf.internal.start.StillStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Objective;

/**
 * Fits a table with many more features than samples, such as a film, at the cost of a part of it:
 * the codes come from a sample of the features, and the basis of all features from those codes.
 *
 * <p>For given codes each feature is a small problem of its own ({@link FeatureSample}). A thousand
 * features fix the few numbers of each sample as well as all of them do: on 200 frames of 320x240
 * pixels at rank 2 the objective from 1000 pixels was within 0.06 % of that from all 76800.
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

  private final MahNmf settings;
  private final Observations observations;
  private final int count;

  private SampledFit(MahNmf settings, Observations observations, int count) {
    this.settings = settings;
    this.observations = observations;
    this.count = count;
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
    return FeatureSample.pays(settings.plan(), observations, count)
        ? new SampledFit(settings, observations, count).run(done)
        : settings.fit(observations);
  }

  private Factorization run(DoubleConsumer done) {
    long begin = System.nanoTime();
    // These only go into the record: another thread reads the table while this one works.
    CompletableFuture<RunRecord.Data> data =
        CompletableFuture.supplyAsync(() -> RunRecord.data(TableFacts.of(observations)));
    FeatureSample features = new FeatureSample(observations);
    Observations sample = features.sample(count, settings.seed());
    Factorization part = settings.withRidge(0).withLastStep(false).fit(sample);
    FeatureSample.Whole whole = features.extend(part.codes(), settings.threads(), done);
    Model model =
        Model.of(whole.basis()).withExact(settings.exactCodes()).withThreads(settings.threads());
    RunRecord.Outcome outcome =
        outcome(part.record().outcome(), whole, (System.nanoTime() - begin) * 1e-9);
    return new Factorization(
        observations,
        model,
        part.codes(),
        new RunRecord(
            part.record().environment(), setup(part.record().setup()), data.join(), outcome));
  }

  private RunRecord.Setup setup(RunRecord.Setup setup) {
    Map<String, Object> remaining = new LinkedHashMap<>(setup.settings());
    remaining.put("sampledFeatures", count);
    return new RunRecord.Setup(
        setup.solver(), setup.start(), setup.rank(), setup.seed(), setup.restarts(), remaining);
  }

  private RunRecord.Outcome outcome(
      RunRecord.Outcome part, FeatureSample.Whole whole, double seconds) {
    List<String> notes = new ArrayList<>(part.notes());
    notes.add(
        ("The codes were found from %s of %s features, whose objective the history shows, and the"
                + " basis of all features from the codes.")
            .formatted(count, observations.features()));
    double share = (double) count / observations.features();
    return new RunRecord.Outcome(
        new RunRecord.Score(
            new Objective(Map.of(Objective.LOSS, whole.loss())),
            whole.size() > 0 ? whole.loss() / whole.size() : 0,
            0,
            part.deadComponents()),
        new RunRecord.Work(part.iterations(), part.products() * share, seconds, part.history()),
        new RunRecord.Ending(part.stopReason(), part.interrupted(), notes),
        part.choice(),
        part.validation(),
        part.confidence());
  }
}
