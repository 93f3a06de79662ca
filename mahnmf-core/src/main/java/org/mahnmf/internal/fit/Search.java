package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.search.Holdout;
import org.mahnmf.internal.search.PartMatch;
import org.mahnmf.internal.search.RidgePath;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.HoldoutPlan.Pattern;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.TooFewEntriesException;
import org.mahnmf.solver.Validation;
import org.mahnmf.term.Ridge;

/** Looks for the best point: hides entries if they are to judge, takes every start to its end. */
final class Search {

  /** Keeps the draw of the hidden entries apart from those of starts. */
  private static final long HIDING = 0x2545F4914F6CDD1DL;

  /**
   * Entries hidden to choose the ridge: this share, or more to have this many, but at most that.
   */
  private static final double HIDDEN_SHARE = .03;

  private static final double HIDDEN_COUNT = 300;
  private static final double HIDDEN_SHARE_MOST = .1;

  /** Of regions more is hidden, since entries of one are no independent witnesses; but not more. */
  private static final double HIDDEN_IN_REGIONS = .125;

  private static final double MOST_IN_REGIONS = 0x1p19;

  /** The ridge and the steps of the fit that tells whether corruption comes in pieces. */
  private static final double LOOKING_SHARE = .5;

  private static final int LOOKING_STEPS = 6;

  private final Plan plan;
  private final Preparation prepared;

  Search(Plan plan, Preparation prepared) {
    this.plan = plan;
    this.prepared = prepared;
  }

  Found run() {
    settleCaps();
    Problem plain = prepared.plain();
    Store store = prepared.store();
    if (store.sums().absoluteSum() == 0) {
      return zero(Ridge.on(plain, plan.givenRidge(store.extent())), store);
    }
    boolean chooses = plan.choosesRidge();
    Optional<Holdout> judge = chooses ? judge(plain) : Optional.empty();
    Optional<Holdout> hidden =
        chooses ? Optional.empty() : plan.holdout().map(some -> hide(some.decided(), store));
    Store seen = hidden.map(Holdout::rest).orElse(store);
    Problem problem = plain.on(seen.extent());
    if (seen.sums().absoluteSum() == 0) {
      Found zero = zero(Ridge.on(problem, plan.givenRidge(store.extent())), seen);
      return zero.with(validation(hidden.orElseThrow(), zero.ending()));
    }
    Checkpoint checkpoint = plan.control().checkpoint();
    Optional<Double> share = chooses ? Optional.empty() : Optional.of(plan.ridgeShare());
    Optional<RidgeChoice> choice = Optional.empty();
    List<Restart> done = new ArrayList<>();
    for (int k = 0; k < plan.method().restarts() && !isOver(done); k++) {
      long seed = plan.method().seed() + k * 0x9E3779B97F4A7C15L;
      Restart restart =
          new Restart(
              plan, prepared, problem, seen, k == 0 ? judge : Optional.empty(), share, seed);
      if (k == 0 && prepared.needsStart()) {
        problem = restart.resolve();
      }
      if (checkpoint.enter("restart " + k, restart)) {
        restart.run();
        checkpoint.leave();
      }
      if (k == 0) {
        choice = chooses ? Optional.of(restart.choice()) : Optional.empty();
        share = choice.map(RidgeChoice::share).or(() -> Optional.of(plan.ridgeShare()));
        prepared.putRidge(
            choice.map(RidgeChoice::weight).orElseGet(() -> plan.givenRidge(seen.extent())));
      }
      done.add(restart);
    }
    Found found = best(done, choice);
    return hidden.map(some -> found.with(validation(some, found.ending()))).orElse(found);
  }

  /** Whether the clock or the user ends the search after what was done. */
  private boolean isOver(List<Restart> done) {
    return !done.isEmpty()
        && (done.get(done.size() - 1).ending().stopReason().isEmpty()
            || prepared.clock().isStopRequested());
  }

  /** The best of some starts, at the cost of all. */
  private Found best(List<Restart> done, Optional<RidgeChoice> choice) {
    Restart best =
        Collections.min(
            done, Comparator.comparingDouble(restart -> restart.ending().objective().total()));
    FactorizationLoop.Ending at = best.ending();
    // Whatever the best restart said, it may be the clock or the user that ended the search.
    boolean whole = done.size() == plan.method().restarts();
    Optional<String> last = done.get(done.size() - 1).ending().stopReason();
    FactorizationLoop.Ending ending =
        new FactorizationLoop.Ending(
            at.factors(),
            at.objective(),
            done.stream().mapToInt(restart -> restart.ending().iterations()).sum(),
            done.stream().mapToDouble(restart -> restart.ending().products()).sum(),
            whole && last.isPresent() ? at.stopReason() : Optional.empty());
    List<DenseMatrix> bases =
        done.stream().map(restart -> restart.ending().factors().basis()).toList();
    return new Found(
        ending, best.history(), choice, Optional.empty(), confidence(bases, done.indexOf(best)));
  }

  private Optional<PictureShape> picture() {
    return prepared.observations().picture();
  }

  /**
   * Hides what chooses the ridge, unless the table is too small for that. Where nobody says what,
   * it depends on whether it is known which features are neighbours.
   */
  private Optional<Holdout> judge(Problem plain) {
    Pattern usual = picture().isPresent() ? Pattern.AUTO : Pattern.ENTRIES;
    HoldoutPlan asked = plan.holdout().orElse(HoldoutPlan.of(usual));
    if (asked.pattern() == Pattern.AUTO) {
      Optional<Holdout> regions =
          prepared.needsStart() || prepared.store().isSparse()
              ? Optional.empty()
              : judge(asked.with(Pattern.REGIONS));
      return regions.isPresent() && isClumped(plain, regions.get())
          ? regions
          : judge(asked.with(Pattern.ENTRIES));
    }
    return judge(asked);
  }

  private Optional<Holdout> judge(HoldoutPlan asked) {
    return asked.share() > 0
        ? Optional.of(hide(asked, prepared.store()))
        : draw(asked, prepared.store())
            .filter(some -> some.count() >= Holdout.FEWEST && some.rest().sums().absoluteSum() > 0);
  }

  /** Whether a short fit that has not seen the regions misses what lies together in them. */
  private boolean isClumped(Problem plain, Holdout regions) {
    Checkpoint checkpoint = plan.control().checkpoint();
    RunContext context =
        new RunContext(plan.limits().tolerance(), prepared.clock()::isStopRequested, checkpoint);
    Store seen = regions.rest();
    Problem there = plain.on(seen.extent());
    RidgePath path =
        new RidgePath(
            plain,
            prepared.store(),
            Optional.of(regions),
            Optional.of(LOOKING_SHARE),
            number -> Restart.feasible(there, seen, new RandomStart(), plan.method().seed()),
            false,
            context);
    return checkpoint.made(
        "clumps",
        () -> {
          path.run(Math.min(LOOKING_STEPS, plan.limits().maxIterations()), step -> {});
          return !path.isStopped() && regions.isClumped(path.found());
        },
        (state, now) -> state.flag(now != null && now));
  }

  private static long hidingSeed(long seed) {
    return new SplittableRandom(seed ^ HIDING).nextLong();
  }

  private Optional<Holdout> draw(HoldoutPlan asked, Store store) {
    return Holdout.draw(
        store,
        complete(asked, store),
        picture(),
        hidingSeed(asked.seed().orElse(plan.method().seed())));
  }

  /** Says how much is hidden if the plan does not. */
  private static HoldoutPlan complete(HoldoutPlan asked, Store store) {
    boolean isRegions = asked.pattern() == Pattern.REGIONS;
    double usual =
        isRegions
            ? Math.min(HIDDEN_IN_REGIONS, MOST_IN_REGIONS / store.sums().observed())
            : Math.min(
                HIDDEN_SHARE_MOST, Math.max(HIDDEN_SHARE, HIDDEN_COUNT / store.sums().observed()));
    return asked.share() > 0 ? asked : asked.with(usual);
  }

  private Holdout hide(HoldoutPlan holdout, Store store) {
    if (plan.target().symmetric()) {
      throw new IllegalArgumentException("no entries of a symmetric problem can be hidden");
    }
    Holdout hidden =
        draw(holdout, store)
            .orElseThrow(
                () -> new IllegalArgumentException("entries of this table cannot be hidden"));
    if (hidden.count() < Holdout.FEWEST) {
      throw new TooFewEntriesException(
          "only "
              + hidden.count()
              + " entries can be hidden (at most a quarter of a row or column, so none of fewer"
              + " than 4), but at least "
              + Holdout.FEWEST
              + " are needed to judge by");
    }
    return hidden;
  }

  private Validation validation(Holdout hidden, FactorizationLoop.Ending ending) {
    HoldoutPlan holdout = complete(plan.holdout().orElseThrow().decided(), hidden.rest());
    double scale = hidden.rest().scale();
    Validation told =
        new Validation(
            holdout.pattern().toString(),
            holdout.share(),
            hidden.count(),
            hidden.error(ending.factors()) * scale,
            ending.objective().loss() / hidden.rest().sums().weightSum() * scale,
            hidden.constantError() * scale);
    prepared.notes().add(told.sentence());
    return told;
  }

  /** X = 0 needs no solver: zero codes fit it, and zero factors are as good as any. */
  private Found zero(Problem unresolved, Store store) {
    Factors zero =
        new Factors(
            new DenseMatrix(unresolved.rank(), store.features()),
            new DenseMatrix(unresolved.rank(), store.samples()));
    Problem problem = prepared.needsStart() ? prepared.resolved(unresolved, zero) : unresolved;
    problem.project(zero);
    return Found.of(
        new FactorizationLoop.Ending(
            zero, problem.evaluate(store, zero), 0, 0, Optional.of("X is zero")));
  }

  /** Whether what fits all entries may be looked at: it tells what is hidden. */
  private boolean mayRaiseCaps() {
    return prepared.caps().isAny() && (plan.holdout().isEmpty() || plan.choosesRidge());
  }

  /**
   * Raises the caps that a few steps with a ridge come near, so that starts, ridge and limits of
   * the search are those of a table whose large values are in it as far as anything speaks for
   * them.
   */
  private void settleCaps() {
    Problem asked = Ridge.on(prepared.plain(), 1);
    int steps = Math.min(LOOKING_STEPS, plan.limits().maxIterations());
    if (!mayRaiseCaps()
        || steps == 0 // a start alone speaks for no cell
        || prepared.needsStart()
        || !new Admm().support(asked).isFull()) {
      return;
    }
    if (plan.control().checkpoint().enter("caps", prepared.caps()::exchange)) {
      RunContext context =
          new RunContext(plan.limits().tolerance(), prepared.clock()::isStopRequested);
      Optional<Factors> from =
          Optional.of(
              Restart.feasible(
                  prepared.plain(), prepared.store(), new RandomStart(), plan.method().seed()));
      while (from.isPresent()) {
        Factors begin = from.get();
        RidgePath path =
            new RidgePath(
                prepared.plain(),
                prepared.store(),
                Optional.empty(),
                Optional.of(LOOKING_SHARE),
                number -> begin.copy(),
                false,
                context);
        path.run(steps, step -> {});
        from = path.isStopped() ? Optional.empty() : prepared.raiseCaps(path.found());
      }
      plan.control().checkpoint().leave();
    } else {
      prepared.open();
    }
  }

  /** Continues as long as something fitted comes near the caps on wild cells, which then rise. */
  Found belowCaps(Found found) {
    FactorizationLoop.Ending at = found.ending();
    List<HistoryPoint> history = new ArrayList<>(found.history());
    for (int round = 0; mayRaiseCaps() && at.stopReason().isPresent(); round++) {
      Optional<Factors> from = prepared.raiseCaps(at.factors());
      if (from.isEmpty()) {
        break;
      }
      Problem raised = prepared.plain();
      Restart restart =
          new Restart(
              plan, prepared, raised, prepared.store(), Optional.empty(), Optional.empty(), 0);
      if (plan.control().checkpoint().enter("cap " + round, restart)) {
        restart.runFrom(from.get(), at.products(), history);
        plan.control().checkpoint().leave();
      }
      FactorizationLoop.Ending end = restart.ending();
      int others = at.iterations() - history.get(history.size() - 1).iteration(); // of other starts
      history.addAll(restart.history());
      at =
          new FactorizationLoop.Ending(
              end.factors(),
              end.objective(),
              others + end.iterations(),
              end.products(),
              end.stopReason());
    }
    return new Found(at, history, found.choice(), found.validation(), found.confidence());
  }

  /**
   * For each part of the best restart, how well it agrees with its partners in the others: the mean
   * correlation, and 0 where that is negative. Empty if there was one start.
   */
  private static List<Double> confidence(List<DenseMatrix> bases, int best) {
    int others = bases.size() - 1;
    double[] sums = new double[bases.get(best).rows()];
    for (int k = 0; k <= others; k++) {
      if (k != best) {
        double[] correlations = PartMatch.correlations(bases.get(best), bases.get(k));
        Arrays.setAll(sums, l -> sums[l] + correlations[l]);
      }
    }
    return others == 0
        ? List.of()
        : DoubleStream.of(sums).map(sum -> Math.max(0, sum / others)).boxed().toList();
  }
}
