package org.mahnmf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.base.Version;
import org.mahnmf.internal.fit.Finished;
import org.mahnmf.internal.fit.Found;
import org.mahnmf.internal.fit.TableFacts;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.Validation;

/**
 * Everything needed to repeat a run and to judge it: the one thing that program, reports and
 * studies exchange. All objective values are in the user's units.
 *
 * <pre>{@code
 * RunRecord record = MahNmf.ofRank(2).fit(Observations.of(table)).record();
 * record.outcome().notes().forEach(System.out::println);
 * Map<String, Object> runJson = record.toMap();
 * }</pre>
 *
 * @param environment what ran
 * @param setup what was asked for
 * @param data what it was asked of
 * @param outcome what came out
 */
public record RunRecord(Environment environment, Setup setup, Data data, Outcome outcome) {

  /**
   * What ran.
   *
   * @param version of this library
   * @param java version of the Java runtime
   * @param kernel name of the kernels
   * @param threads number of threads
   * @param precision of the stored data
   */
  public record Environment(
      String version, String java, String kernel, int threads, String precision) {

    /**
     * What runs here.
     *
     * @param threads number of threads
     * @param precision of the stored data
     */
    public static Environment here(int threads, Precision precision) {
      return new Environment(
          Version.TEXT,
          System.getProperty("java.version"),
          Products.arithmetic(),
          threads,
          precision.toString());
    }
  }

  /**
   * What was asked for.
   *
   * @param solver name of the solver
   * @param start name of the start
   * @param rank number of components
   * @param seed of every random choice
   * @param restarts number of starts tried
   * @param settings all other settings by name
   */
  public record Setup(
      String solver,
      String start,
      int rank,
      long seed,
      int restarts,
      Map<String, Object> settings) {

    /** Keeps settings of its own. */
    public Setup {
      settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
  }

  /**
   * What it was asked of.
   *
   * @param samples rows of the user's table
   * @param features columns of the user's table
   * @param observed entries with a positive weight
   * @param hash of values and weights
   */
  public record Data(int samples, int features, long observed, String hash) {}

  /**
   * How good the point is.
   *
   * @param objective everything minimised, by term
   * @param relativeError loss / Σ weight·|X|
   * @param lowerBound no codes for this basis have a lower objective; 0 if unknown
   * @param deadComponents components (from 1) whose basis or codes are all zero
   */
  public record Score(
      Objective objective, double relativeError, double lowerBound, List<Integer> deadComponents) {
    /** Keeps a list of its own. */
    public Score {
      deadComponents = List.copyOf(deadComponents);
    }
  }

  /**
   * What it took.
   *
   * @param iterations outer steps
   * @param products work in products of 2·m·n·rank flops
   * @param seconds of the factorisation alone
   * @param history objective over time
   */
  public record Work(int iterations, double products, double seconds, List<HistoryPoint> history) {
    /** Keeps a list of its own. */
    public Work {
      history = List.copyOf(history);
    }
  }

  /**
   * How the run ended.
   *
   * @param reason why
   * @param interrupted whether it was asked to end before its time
   * @param notes what a person should know, one sentence each
   */
  public record Ending(String reason, boolean interrupted, List<String> notes) {
    /** Keeps a list of its own. */
    public Ending {
      notes = List.copyOf(notes);
    }
  }

  /**
   * What came out.
   *
   * @param score how good the point is
   * @param work what it took
   * @param ending how the run ended
   * @param choice which ridge was chosen, and why, if it was
   * @param validation how the hidden entries fared, if any were hidden
   * @param confidence for each component, its mean correlation with its partners in the other
   *     restarts; empty if there was one start
   */
  public record Outcome(
      Score score,
      Work work,
      Ending ending,
      Optional<RidgeChoice> choice,
      Optional<Validation> validation,
      List<Double> confidence) {
    /** Keeps a list of its own. */
    public Outcome {
      confidence = List.copyOf(confidence);
    }

    public Objective objective() {
      return score.objective;
    }

    public double relativeError() {
      return score.relativeError;
    }

    public double lowerBound() {
      return score.lowerBound;
    }

    public List<Integer> deadComponents() {
      return score.deadComponents;
    }

    public int iterations() {
      return work.iterations;
    }

    public double products() {
      return work.products;
    }

    public double seconds() {
      return work.seconds;
    }

    public List<HistoryPoint> history() {
      return work.history;
    }

    public String stopReason() {
      return ending.reason;
    }

    public boolean interrupted() {
      return ending.interrupted;
    }

    public List<String> notes() {
      return ending.notes;
    }
  }

  /** Records a fit that is over, with all that it takes to repeat it. */
  static RunRecord of(MahNmf settings, Model model, Finished fit) {
    Map<String, Object> remaining = settings.remaining();
    remaining.put("basis", names(fit.sides().basis()));
    remaining.put("codes", names(fit.sides().codes()));
    if (fit.table().observations().values() instanceof SparseMatrix) {
      remaining.put("zeroWeight", fit.table().observations().zeroWeight());
    }
    remaining.put("model", model.settings());
    boolean drawn = settings.plan().hasPath() && !settings.isStartChosen();
    Found found = fit.found();
    return new RunRecord(
        Environment.here(settings.threads(), fit.table().precision()),
        new Setup(
            settings.solver().name(),
            drawn ? "random" : settings.start().name(),
            settings.rank(),
            settings.seed(),
            settings.restarts(),
            remaining),
        data(fit.table().facts()),
        new Outcome(
            new Score(
                fit.score().objective(),
                fit.score().relativeError(),
                fit.score().lowerBound(),
                fit.score().dead()),
            new Work(
                found.ending().iterations(),
                found.ending().products(),
                fit.ending().seconds(),
                found.history()),
            new Ending(fit.ending().reason(), fit.ending().interrupted(), fit.ending().notes()),
            found.choice(),
            found.validation(),
            found.confidence()));
  }

  static Data data(TableFacts facts) {
    return new Data(facts.samples(), facts.features(), facts.observed(), facts.hash());
  }

  private static List<String> names(Side side) {
    return side.terms().stream().map(Term::toString).toList();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s at rank %d of %d samples x %d features, objective %.6g, relative error %.4g",
        setup.solver,
        setup.rank,
        data.samples,
        data.features,
        outcome.objective().total(),
        outcome.relativeError());
  }

  /** Returns the record as nested maps, lists, numbers and texts, in the order of run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("objective", outcome.objective().total());
    map.put("terms", outcome.objective().terms());
    map.put("relativeError", outcome.relativeError());
    map.put("lowerBound", outcome.lowerBound());
    map.put("iterations", outcome.iterations());
    map.put("products", outcome.products());
    map.put("seconds", outcome.seconds());
    map.put("solver", setup.solver);
    outcome.choice.ifPresent(choice -> map.put("choice", choice.toMap()));
    outcome.validation.ifPresent(validation -> map.put("validation", validation.toMap()));
    if (!outcome.confidence.isEmpty()) {
      map.put("confidence", outcome.confidence);
    }
    map.put("stopReason", outcome.stopReason());
    map.put("interrupted", outcome.interrupted());
    map.put("rank", setup.rank);
    map.put("samples", data.samples);
    map.put("features", data.features);
    map.put("observed", data.observed);
    map.put("dataHash", data.hash);
    map.put("start", setup.start);
    map.put("restarts", setup.restarts);
    map.put("seed", setup.seed);
    map.put("settings", setup.settings);
    map.put("threads", environment.threads);
    map.put("precision", environment.precision);
    map.put("kernel", environment.kernel);
    map.put("java", environment.java);
    map.put("version", environment.version);
    map.put("deadComponents", outcome.deadComponents());
    map.put("notes", outcome.notes());
    List<Object> points = new ArrayList<>();
    for (HistoryPoint point : outcome.history()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("iteration", point.iteration());
      line.put("seconds", point.seconds());
      line.put("objective", point.objective());
      points.add(line);
    }
    map.put("history", points);
    return map;
  }
}
