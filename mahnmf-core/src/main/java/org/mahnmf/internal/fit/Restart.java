package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.internal.search.Holdout;
import org.mahnmf.internal.search.RidgePath;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Progress;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.Ridge;

/** One start taken to its end: along the path of ridges if there is a choice, then by the loop. */
final class Restart implements Stateful {

  private final Plan plan;
  private final Preparation prepared;
  private Problem plain;
  private final Store store;
  private final Optional<Holdout> judge;
  private final Optional<Double> share;
  private final long seed;
  private final RunContext context;
  private Factors start; // made when it is first asked for
  private List<HistoryPoint> history = new ArrayList<>();
  private RidgeChoice choice;
  private FactorizationLoop.Ending ending;
  private int loopSteps; // of loops that this one continues, as are the next two
  private double loopSeconds;
  private double loopProducts;

  /**
   * Prepares it.
   *
   * @param plain the problem without its ridge
   * @param store what it is fitted to
   * @param judge chooses the ridge, if it can
   * @param share of the ridge's natural weight, if it is known
   */
  Restart(
      Plan plan,
      Preparation prepared,
      Problem plain,
      Store store,
      Optional<Holdout> judge,
      Optional<Double> share,
      long seed) {
    this.plan = plan;
    this.prepared = prepared;
    this.plain = plain;
    this.store = store;
    this.judge = judge;
    this.share = share;
    this.seed = seed;
    this.context =
        new RunContext(plan.limits().tolerance(), prepared.clock()::isStopRequested, checkpoint());
  }

  private Checkpoint checkpoint() {
    return plan.control().checkpoint();
  }

  List<HistoryPoint> history() {
    return history;
  }

  /** The ridge that was chosen, or null. */
  RidgeChoice choice() {
    return choice;
  }

  FactorizationLoop.Ending ending() {
    return ending;
  }

  /** Fills in what terms take from the start; returns the complete problem. */
  Problem resolve() {
    plain = prepared.resolved(plain, start());
    return plain;
  }

  /** The start before it is made feasible, with scale where bounds cut off little. */
  private Factors start() {
    if (start == null) {
      start =
          checkpoint()
              .made(
                  "start",
                  () -> scaled(plain, store, plan.method().start(), seed),
                  Factors::exchange);
    }
    return start;
  }

  private static Factors scaled(Problem problem, Store store, Start start, long seed) {
    Factors made = start.create(problem, store, seed);
    problem.scaleIntoBounds(made);
    return made;
  }

  /** Makes a feasible start at once, with as little harm from getting there as possible. */
  static Factors feasible(Problem problem, Store store, Start start, long seed) {
    Factors made = scaled(problem, store, start, seed);
    problem.project(made);
    return made;
  }

  void run() {
    Solver solver = plan.method().solver();
    if (!plan.hasPath()) {
      Problem problem = Ridge.on(plain, plan.givenRidge(plain.extent()));
      plain.project(start());
      loop(solver.start(problem, store, start(), context), 0, 0);
      return;
    }
    RidgePath path =
        new RidgePath(
            plain,
            store,
            judge,
            share,
            this::startOf,
            !plan.method().startChosen(),
            context.withUsualTolerance());
    path.run(
        plan.limits().maxIterations(),
        step -> plan.control().listeners().forEach(listener -> listener.onPath(step)));
    choice = path.choice();
    Problem problem = Ridge.on(plain, path.weight());
    if (path.isStopped()) {
      Factors found = path.found();
      ending =
          new FactorizationLoop.Ending(
              found,
              problem.evaluate(store, found),
              path.steps(),
              path.products(),
              Optional.empty());
      return;
    }
    Iteration iteration = solver.near().start(problem, store, path.found(), context);
    loop(iteration, path.steps(), path.products());
  }

  /**
   * Continues at another problem, ridge included, under the limits of the whole run. Caps that rise
   * move what is fitted by far, so the solver begins with the large steps of a start.
   *
   * @param from in the units of this problem
   * @param products of the run so far
   * @param course its history
   */
  void runFrom(Factors from, double products, List<HistoryPoint> course) {
    HistoryPoint first = course.get(0);
    HistoryPoint last = course.get(course.size() - 1);
    loopSteps = last.iteration() - first.iteration();
    loopSeconds = last.seconds() - first.seconds();
    loopProducts = products;
    Iteration iteration = plan.method().solver().start(plain, store, from, context);
    loop(iteration, last.iteration(), products);
  }

  private Factors startOf(int number) {
    Store seen = judge.map(Holdout::rest).orElse(store);
    boolean isChosen = plan.method().startChosen();
    Start made = isChosen ? plan.method().start() : new RandomStart();
    SplittableRandom random = new SplittableRandom(~seed);
    long drawn = isChosen ? seed : random.nextLong();
    for (int k = 0; k < number; k++) {
      drawn = random.nextLong();
    }
    return feasible(plain.on(seen.extent()), seen, made, drawn);
  }

  private void loop(Iteration iteration, int stepsBefore, double before) {
    FitListener recorder =
        capped -> {
          Progress progress = ofRun(capped);
          int step = stepsBefore + capped.iteration();
          history.add(new HistoryPoint(step, prepared.clock().elapsed(), progress.objective()));
          plan.control().listeners().forEach(listener -> listener.onIteration(progress));
        };
    Plan.Limits limits = plan.limits();
    Solver solver = plan.method().solver();
    StoppingRule stopping =
        solver
            .convergence(limits.tolerance())
            .or(limit(limits.maxIterations(), stepsBefore))
            .or(StoppingRule.target(limits.objective() - prepared.excess()))
            .or(capped -> limits.rule().reason(ofRun(capped)))
            .or(capped -> loopProducts > 0 ? belowCaps(capped) : Optional.empty());
    FactorizationLoop.Ending end =
        new FactorizationLoop(stopping, recorder, store.scale(), solver.isAsPublished())
            .run(iteration, checkpoint(), this::exchangeHistory);
    ending =
        new FactorizationLoop.Ending(
            end.factors(),
            end.objective(),
            stepsBefore + end.iterations(),
            before + end.products(),
            end.stopReason().map(this::withJudge));
  }

  /**
   * What listeners and the rules of users see: the table as it is, and the loops before this one.
   */
  private Progress ofRun(Progress capped) {
    return capped.within(loopSteps, loopSeconds, loopProducts, prepared.excess());
  }

  /** Once caps rise, those still low need no converged fit to be seen; the next loop continues. */
  private Optional<String> belowCaps(Progress capped) {
    boolean isBest = capped.objective() <= capped.best();
    return isBest && prepared.areCapsLow(capped.factors())
        ? Optional.of("a fitted value is near its cap")
        : Optional.empty();
  }

  /** The limit that the user knows, where steps were taken before. */
  private static StoppingRule limit(int most, int stepsBefore) {
    return progress ->
        progress.iteration() + stepsBefore >= most
            ? Optional.of("iteration limit of " + most)
            : Optional.empty();
  }

  /** The end of the last steps is not that of the search: hidden entries said where those began. */
  private String withJudge(String reason) {
    return choice == null || choice.hidden() == 0 || choice.weight() == 0
        ? reason
        : reason + ", at the ridge that held-out entries chose";
  }

  private void exchangeHistory(State state) {
    history = state.list(history, point -> HistoryPoint.exchange(state, point));
  }

  @Override
  public void exchange(State state) {
    exchangeHistory(state);
    if (state.flag(choice != null)) {
      choice = RidgeChoice.exchange(state, choice);
    }
    ending = FactorizationLoop.Ending.exchange(state, ending);
  }
}
