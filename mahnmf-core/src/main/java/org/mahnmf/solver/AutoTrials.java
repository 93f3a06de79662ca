package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.start.RandomStart;
import org.mahnmf.store.Holdout;
import org.mahnmf.store.Store;

/**
 * The trials of {@link Auto}. Budgets count work, never seconds, so that the answer does not depend
 * on the clock.
 *
 * <p>With few parameters per observation the lowest objective is right: every candidate runs to its
 * own end, on a sample of the lines if X is large, and the lowest objective wins. With many, the
 * lowest objective fits the noise: a few entries are hidden, and the candidate and the stopping
 * time that foretell them best win. If nothing foretells them better than a start does, X is noise
 * to this rank, and the objective decides again.
 */
final class AutoTrials {

  /** Parameters per observation, rank·(m + n)/observed, from which hidden entries decide. */
  static final double MANY_PARAMETERS = .1;

  /** Entries hidden: this share, or more to have this many, but at most that share. */
  private static final double HIDDEN_SHARE = .03;

  private static final double HIDDEN_COUNT = 300;
  private static final double HIDDEN_SHARE_MOST = .1;

  /** What is foretold must be this much better than by one number or a start, or X is noise. */
  private static final double BETTER_THAN_TRIVIAL = .98;

  /** Entries times rank up to which a method or a start more costs nothing that anyone feels. */
  private static final double TINY = 0x1p18;

  /** Likewise where terms make it uncertain which method is best. */
  private static final double TINY_WITH_TERMS = 0x1p20;

  /** Entries times rank from which a sample decides, if one can. */
  private static final double LARGE = 0x1p21;

  /** Entries times rank up to which there are several random starts. */
  private static final double SMALL = 0x1p23;

  /** Likewise where entries are hidden, so that the winner runs once more. */
  private static final double SMALL_TO_RUN_TWICE = 0x1p21;

  private static final int RANDOM_STARTS = 3;

  /** Two candidates this near to each other have found the same: no need for more. */
  private static final double SAME = 1e-4;

  /** A start that costs more must end this much lower on a sample. */
  private static final double CLEARLY = 1e-3;

  private static final Solver NEAR = new Admm();
  private static final Solver FAR = new Admm().with(1, 1e-4);
  private static final Solver SMOOTHING = new Smoothing();
  private static final Solver RRI = new Rri();
  private static final Solver EXACT = new Exact();

  private final Problem problem;
  private final Supplier<Factors> given;
  private final RunContext run;
  private final String givenName;
  private final double size;
  private final boolean isPlain;
  private final boolean mayRestart;
  private final long seed;
  private final Solver finish;
  private final List<Trial> trials = new ArrayList<>();
  private final List<AutoChoice.Candidate> candidates = new ArrayList<>();
  private double products;
  private int atMost;

  AutoTrials(Problem problem, Supplier<Factors> given, RunContext run) {
    this.problem = problem;
    this.given = given;
    this.run = run;
    this.givenName = run.origin().map(origin -> origin.start().name()).orElse("given");
    this.seed = run.origin().map(RunContext.Origin::seed).orElse(0L);
    this.size = size(problem);
    this.finish = finish(problem);
    this.isPlain = Revival.orNull(problem) != null;
    this.mayRestart = isPlain && run.origin().isPresent() && !run.origin().get().isChosen();
  }

  /** The monotone method that takes a good point to the end, or null if none takes the problem. */
  private static Solver finish(Problem problem) {
    if (problem.rank() <= Exact.SMALL_RANK && EXACT.support(problem).isFull()) {
      return EXACT;
    }
    return RRI.support(problem).isFull() ? RRI : null;
  }

  /** Entries times rank; of sparse data the stored ones, and what an iteration costs besides. */
  private static double size(Problem problem) {
    Store store = problem.store();
    double stored = store.side(Factor.CODES).stored();
    double lines = (double) store.samples() + store.features();
    return problem.rank() * (store.isSparse() ? stored + lines * problem.rank() : stored);
  }

  /** Returns what is left to do after the trials. */
  Iteration run() {
    try {
      return choose();
    } catch (RunContext.StopRequested e) {
      return bestSoFar();
    }
  }

  private Iteration choose() {
    Store store = problem.store();
    if (store.isSparse() && size > LARGE) {
      // A sample of the lines of sparse data would be next to empty.
      return Auto.withoutTrials(problem, given, run, "X is sparse and too large for trials");
    }
    double parameters =
        (double) problem.rank() * (store.samples() + store.features()) / store.observed();
    if (parameters >= MANY_PARAMETERS && store.observed() * HIDDEN_SHARE_MOST >= HIDDEN_COUNT) {
      Optional<Iteration> decided = byHiddenEntries(store);
      if (decided.isPresent()) {
        return decided.get();
      }
      trials.clear();
    } else if (size > LARGE && mayRestart) {
      Optional<AutoSample> sample = AutoSample.of(problem, MANY_PARAMETERS, draw(0));
      if (sample.isPresent()) {
        return bySample(sample.get());
      }
    }
    return byObjective();
  }

  private Optional<Iteration> byHiddenEntries(Store store) {
    double share =
        Math.min(HIDDEN_SHARE_MOST, Math.max(HIDDEN_SHARE, HIDDEN_COUNT / store.observed()));
    Optional<Holdout> drawn = Holdout.draw(store, share, draw(1));
    if (drawn.isEmpty()
        || drawn.get().count() < HIDDEN_COUNT / 2
        || drawn.get().rest().absoluteSum() == 0) {
      return Optional.empty();
    }
    Holdout holdout = drawn.get();
    Problem rest = on(holdout.rest());
    List<Trial.Recipe> recipes = recipes(SMALL_TO_RUN_TWICE);
    atMost = recipes.size() + 1;
    for (Trial.Recipe recipe : recipes) {
      if (!foundTwice()) {
        tryOut(recipe, rest, holdout, "rest", 1);
      }
    }
    Trial best = best();
    if (best.overfits()) {
      Trial.Recipe same = best.recipe();
      tryOut(
          new Trial.Recipe(SMOOTHING, same.start(), same.seed(), same.isGiven()),
          rest,
          holdout,
          "rest",
          1);
      best = best();
    }
    double trivial = holdout.medianError();
    for (Trial trial : trials) {
      trivial = Math.min(trivial, trial.startError());
    }
    if (!(best.score() < BETTER_THAN_TRIVIAL * trivial)) {
      return Optional.empty();
    }
    boolean toTheEnd = !best.overfits() && best.recipe().solver() != SMOOTHING;
    String reason =
        String.format(
            Locale.ROOT,
            "it foretells %d hidden entries best, mean error %.4g%s; that counts more than the"
                + " objective, because there are %.2g parameters per observation",
            holdout.count(),
            best.score() * store.scale(),
            toTheEnd ? "" : " after " + best.bestStep() + " steps" + further(best),
            (double) problem.rank() * (store.samples() + store.features()) / store.observed());
    tell(best, reason, best.score() * store.scale());
    if (toTheEnd) {
      // Nothing is lost by going on to the end, now on all entries.
      return Optional.of(
          new AutoPhases(
              problem,
              best.best(),
              run,
              withPolish(best.recipe().solver()),
              AutoPhases.TO_THE_END,
              products));
    }
    return Optional.of(
        new AutoPhases(
            problem,
            startAgain(best.recipe()),
            run,
            List.of(best.recipe().solver()),
            Math.max(1, best.stepsToTake()),
            products));
  }

  private static String further(Trial best) {
    int more = best.stepsToTake() - best.bestStep();
    return more > 0 ? " and hardly worse after " + more + " more" : "";
  }

  private Iteration bySample(AutoSample drawn) {
    Problem sample = drawn.problem();
    double share =
        (double) sample.store().samples()
            * sample.store().features()
            / ((double) problem.store().samples() * problem.store().features());
    // Where the sample's parts are carried over, they had better be the best there are.
    List<Trial.Recipe> recipes = recipes(finish == EXACT ? size : 0);
    atMost = recipes.size();
    for (Trial.Recipe recipe : recipes) {
      if (!foundTwice()) {
        tryOut(recipe, sample, null, "sample", share);
      }
    }
    // The given start is the cheaper one to run again, so it wins unless another is clearly better.
    Trial near = trials.get(0).recipe().isGiven() ? trials.get(0) : trials.get(1);
    boolean nearWins = finish != EXACT && near.score() <= best().score() * (1 + CLEARLY);
    Trial best = nearWins ? near : best();
    tell(
        best,
        String.format(
            Locale.ROOT,
            "lowest objective on a sample of %d rows and %d columns",
            sample.store().samples(),
            sample.store().features()),
        Double.NaN);
    if (finish == EXACT) {
      // The sample has found the parts: carry them over instead of finding them again.
      Factors extended =
          run.saving().factors("carried over", () -> drawn.carryOver(best.best(), run));
      products += 1 + 3 * problem.rank();
      return new AutoPhases(
          problem, extended, run, List.of(EXACT), AutoPhases.TO_THE_END, products);
    }
    return new AutoPhases(
        problem,
        startAgain(best.recipe()),
        run,
        withPolish(best.recipe().solver()),
        AutoPhases.TO_THE_END,
        products);
  }

  private Iteration byObjective() {
    List<Trial.Recipe> recipes = recipes(SMALL);
    boolean withSmoothing = size <= (isPlain ? TINY : TINY_WITH_TERMS);
    atMost = recipes.size() + (withSmoothing ? 1 : 0);
    for (Trial.Recipe recipe : recipes) {
      if (!foundTwice()) {
        tryOut(recipe, problem, null, "all", 1);
      }
    }
    if (withSmoothing) {
      tryOut(new Trial.Recipe(SMOOTHING, givenName, 0, true), problem, null, "all", 1);
    }
    Trial best = best();
    tell(best, "lowest objective", Double.NaN);
    return new AutoEnding(problem, best.start(), best.best(), finish, run, products);
  }

  /**
   * The candidates without smoothing, the most promising first.
   *
   * @param small size up to which there are more than the two that tell most
   */
  private List<Trial.Recipe> recipes(double small) {
    List<Trial.Recipe> recipes = new ArrayList<>();
    if (mayRestart) {
      recipes.add(random(1));
      recipes.add(new Trial.Recipe(NEAR, givenName, 0, true));
      for (int k = 2; k <= RANDOM_STARTS && size <= small; k++) {
        recipes.add(random(k));
      }
    } else {
      recipes.add(new Trial.Recipe(NEAR, givenName, 0, true));
      if (size <= small) {
        recipes.add(new Trial.Recipe(FAR, givenName, 0, true));
      }
    }
    return recipes;
  }

  private Trial.Recipe random(int k) {
    return new Trial.Recipe(FAR, "random", draw(1 + k), false);
  }

  /** The seed of one of several independent random choices. */
  private long draw(int which) {
    SplittableRandom random = new SplittableRandom(~seed);
    long drawn = random.nextLong();
    for (int k = 0; k < which; k++) {
      drawn = random.nextLong();
    }
    return drawn;
  }

  private boolean foundTwice() {
    if (trials.size() < 2) {
      return false;
    }
    double[] scores = trials.stream().mapToDouble(Trial::score).sorted().toArray();
    return scores[1] <= scores[0] * (1 + SAME);
  }

  private void tryOut(
      Trial.Recipe recipe, Problem where, Holdout holdout, String data, double share) {
    run.checkpoint();
    int number = candidates.size() + 1;
    IntConsumer listener =
        steps ->
            run.trials()
                .accept(
                    new TrialProgress(
                        number,
                        Math.max(number, atMost),
                        recipe.solver().name(),
                        recipe.start(),
                        steps));
    listener.accept(0);
    Factors start = run.saving().factors("start of " + number, () -> startOf(recipe, where));
    Trial trial = new Trial(recipe, where, start, holdout, run, listener);
    trials.add(trial);
    try {
      run.saving().steps("trial " + number, trial, trial::run);
    } finally {
      products += trial.products() * share;
      candidates.add(trial.describe(data, share));
    }
  }

  /** A new copy of the start. Where entries are hidden or lines left out, it must not know them. */
  private Factors startOf(Trial.Recipe recipe, Problem where) {
    if (!recipe.isGiven()) {
      return new RandomStart().create(where, recipe.seed());
    }
    if (where == problem || !isPlain || run.origin().isEmpty()) {
      return given.get().copy();
    }
    return run.origin().get().start().create(where, seed);
  }

  /** The start of a trial, for all of X. */
  private Factors startAgain(Trial.Recipe recipe) {
    return run.saving().factors("start again", () -> startOf(recipe, problem));
  }

  private Trial best() {
    return trials.stream().min(Comparator.comparingDouble(Trial::score)).orElseThrow();
  }

  private Problem on(Store store) {
    return new Problem(
        store,
        problem.rank(),
        problem.loss(),
        problem.side(Factor.BASIS),
        problem.side(Factor.CODES));
  }

  private List<Solver> withPolish(Solver solver) {
    return finish == null ? List.of(solver) : List.of(solver, finish);
  }

  private void tell(Trial best, String reason, double heldOutError) {
    run.choices()
        .accept(
            new AutoChoice(
                best.recipe().solver().name(),
                best.recipe().start(),
                reason,
                heldOutError,
                candidates));
  }

  /** The lowest objective among the given start and the trials that have its size. */
  private Iteration bestSoFar() {
    Factors best = given.get();
    double lowest = problem.evaluate(best).total();
    String solver = "none";
    String start = givenName;
    for (Trial trial : trials) {
      boolean fits =
          trial.best().codes().columns() == problem.store().samples()
              && trial.best().basis().columns() == problem.store().features();
      double here = fits ? problem.evaluate(trial.best()).total() : Double.POSITIVE_INFINITY;
      if (here < lowest) {
        lowest = here;
        best = trial.best();
        solver = trial.recipe().solver().name();
        start = trial.recipe().start();
      }
    }
    run.choices()
        .accept(
            new AutoChoice(
                solver, start, "asked to stop during the trials", Double.NaN, candidates));
    return new AutoEnding(problem, best, best, null, run, products);
  }
}
