package org.mahnmf.internal.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.mahnmf.checkpoint.State;
import org.mahnmf.checkpoint.Stateful;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.RunContext;
import org.mahnmf.term.Ridge;

/**
 * Chooses the weight of the ridge on both factors, and a point to begin the fit from.
 *
 * <p>With many parts against few samples the lowest loss fits the noise. A ridge removes what noise
 * added, and hidden entries tell how much of it is right: ADMM goes from weight to weight and
 * carries factors and duals along. It begins in the middle of the grid, where the problem is nearly
 * convex, goes up until the error of the hidden entries has risen twice and, if no larger weight
 * was better, on to the smaller ones. A path upwards from no ridge keeps something of the noise
 * that its first point fits; one downwards from a large weight begins at zero factors and stays
 * there.
 *
 * <p>The weight with the least error of the hidden entries wins; several starts decide together,
 * since the few hidden entries cannot rank them, and the start with the lowest objective at that
 * weight continues.
 *
 * <p>To a weight smaller than the first, which was left early, the path comes back from the even
 * smaller ones, where parts that were pressed together have come apart, and stays until it settles.
 * That is taken if its objective is lower and hidden entries are not predicted worse by more than
 * chance; then all entries are put back, and it settles again.
 *
 * <p>Where most hidden entries are predicted exactly the others are outliers, and there is no noise
 * to fit: the path ends at its first point, and the ridge is taken away again. With one given
 * weight and nothing hidden it is a choice among starts by their objective.
 */
public final class RidgePath implements Stateful {

  /** Shares of the natural weight {@link Ridge#natural}. */
  private static final double[] SHARES = {0, .125, .25, .375, .5, .75, 1, 1.5, 2, 3};

  /** Where the path begins: ½. */
  private static final int MIDDLE = 4;

  /** What is taken where nothing can be hidden: of what was found best so far, the smaller part. */
  private static final double UNCHECKED = .25;

  /** The path ends when so many weights in a row were no better. */
  private static final int RISES = 2;

  /** Entries times rank up to which there are several starts, which go to their end at first. */
  private static final double SMALL = 0x1p21;

  /** Likewise up to which they go to their end at every weight, since nobody feels it. */
  private static final double TINY = 0x1p20;

  private static final int STARTS = 3;

  /** Looks at the objective, five iterations each, at the first weight and at every other one. */
  private static final int FIRST_STEPS = 16;

  private static final int FURTHER_STEPS = 6;
  private static final int DOWNWARD_STEPS = 10;
  private static final int MOST_STEPS = 500;

  private static final Admm FIRST = new Admm().with(1, 1e-3);
  private static final Admm THOROUGH = new Admm().with(1, 1e-4);
  private static final Admm FURTHER = new Admm().with(1, 2e-3);

  /**
   * A larger weight presses parts together, and a smaller one must let them come apart again, which
   * takes a larger penalty and more steps. Small tables settle at every weight without.
   */
  private static final Admm DOWNWARD = new Admm().with(2, 2e-3);

  private static final Admm APART = new Admm().with(2, 1e-3);

  /** Legs of the path after that along the weights: back at one, and there with all entries. */
  private static final int BACK = 1, WITH_ALL = 2;

  private final Problem problem;
  private final Problem seen;
  private final Store all;
  private final Store store;
  private final Optional<Holdout> hidden;
  private final double[] shares;
  private final int middle;
  private final IntFunction<Factors> starts;
  private final RunContext run;
  private int mostSteps;
  private Consumer<PathProgress> listener = step -> {};
  private final double size;
  private final Lane[] lanes;
  private List<RidgeChoice.Point> points = new ArrayList<>();
  private int at;
  private int lane;
  private int best = -1;
  private double least = Double.POSITIVE_INFINITY;
  private int leg;
  private boolean over;
  private boolean stopped;
  private boolean exact;
  private Factors found;

  /**
   * Prepares the choice.
   *
   * @param problem all entries, without a ridge; <em>kept</em>
   * @param store all entries, which serve if none is hidden; <em>kept</em>
   * @param hidden some of its entries; empty if the weight is not to be chosen
   * @param share the weight if it is given, as a share of the natural one
   * @param starts makes feasible start k of the entries that are not hidden
   * @param several whether there may be more than one start
   * @param run the request to stop, and the checkpoint
   */
  public RidgePath(
      Problem problem,
      Store store,
      Optional<Holdout> hidden,
      Optional<Double> share,
      IntFunction<Factors> starts,
      boolean several,
      RunContext run) {
    this.problem = problem;
    this.hidden = hidden;
    this.all = store;
    this.store = hidden.map(Holdout::rest).orElse(store);
    this.seen = problem.on(this.store.extent());
    double[] usual = hidden.isPresent() ? SHARES : new double[] {UNCHECKED};
    this.shares = share.map(given -> new double[] {given}).orElse(usual);
    this.middle = shares.length == 1 ? 0 : MIDDLE;
    this.at = middle;
    this.starts = starts;
    this.run = run;
    this.size = size(problem);
    this.lanes = new Lane[several && size <= SMALL ? STARTS : 1];
    Arrays.setAll(lanes, Lane::new);
  }

  /** Entries times rank; of sparse data the stored ones, and what an iteration costs besides. */
  private static double size(Problem problem) {
    Store.Extent extent = problem.extent();
    double lines = extent.isSparse() ? (double) extent.samples() + extent.features() : 0;
    return problem.rank() * (extent.sums().kinks() + lines * problem.rank());
  }

  /**
   * Goes along the path, or to the end of what an earlier run has begun.
   *
   * @param newMostSteps outer steps of a start after which the path ends
   * @param newListener told about every step
   */
  public void run(int newMostSteps, Consumer<PathProgress> newListener) {
    mostSteps = newMostSteps;
    listener = newListener;
    if (!run.checkpoint().enterSteps("ridge", this)) {
      return;
    }
    try {
      while (!over) {
        for (; lane < lanes.length; lane++) {
          lanes[lane].run();
        }
        lane = 0;
        judge();
      }
    } catch (RunContext.StopRequested e) {
      stopped = true;
      over = true;
      if (found == null) {
        found = lanes[0].best == null ? starts.apply(0) : lanes[0].best;
      }
    }
    for (Lane one : lanes) {
      one.leave();
    }
    run.checkpoint().leave();
  }

  /** Judges a weight to which every start was taken, and finds the next one. */
  private void judge() {
    Lane lowest = Collections.min(List.of(lanes), Comparator.comparingDouble(one -> one.lowest));
    if (leg == WITH_ALL) {
      found = lowest.best;
      over = true;
      return;
    }
    if (points.isEmpty() && isExactWithoutRidge(lowest)) {
      return;
    }
    double scale = problem.extent().scale();
    double error = Arrays.stream(lanes).mapToDouble(one -> one.error).average().orElseThrow();
    RidgeChoice.Point point =
        new RidgeChoice.Point(shares[at], error * scale, lowest.lowest * scale);
    if (leg == BACK) {
      over =
          lowest.lowest >= at(at, leg).evaluate(store, found).total()
              || hidden.orElseThrow().isWorse(lowest.best, found);
      if (!over) {
        points.replaceAll(first -> first.share() == point.share() ? point : first);
        found = lowest.best.copy();
        leg = WITH_ALL;
      }
      return;
    }
    points.add(point);
    if (best < 0 || error < least) {
      best = at;
      least = error;
      found = lowest.best.copy();
    }
    at = next(isZero(lowest.best));
    leg = at < 0 && best < middle && size > TINY ? BACK : leg;
    at = leg == BACK ? best : at;
    over = at < 0 || lowest.steps >= mostSteps;
  }

  /** The weight after this one, or −1: up, then down unless a larger weight was better. */
  private int next(boolean isZero) {
    boolean goesUp = at >= middle;
    if (goesUp && !isZero && at - best < RISES && at + 1 < shares.length) {
      return at + 1;
    }
    if (goesUp) {
      return best == middle ? middle - 1 : -1;
    }
    return best - at < RISES ? at - 1 : -1;
  }

  private static boolean isZero(Factors at) {
    return Stream.of(at.basis(), at.codes())
        .anyMatch(one -> Arrays.stream(one.array()).noneMatch(value -> value > 0));
  }

  /**
   * Takes the ridge away where a start predicts most hidden entries nearly exactly at the first
   * weight, and says whether it then does so to the accuracy of the method; that ends the path.
   */
  private boolean isExactWithoutRidge(Lane first) {
    if (hidden.isEmpty() || !hidden.get().isNearlyExact(first.best)) {
      return false;
    }
    Lane last = new Lane(0);
    last.steps = first.steps;
    last.continueFrom(FIRST.start(seen, store, first.best.copy(), run));
    while (last.isGoingOn(MOST_STEPS)) {
      last.iteration.advance();
      last.note(0);
    }
    last.leave();
    last.error = hidden.get().error(last.best);
    first.products += last.products;
    exact = hidden.get().isExact(last.best);
    if (exact) {
      over = true;
      double scale = problem.extent().scale();
      points.add(new RidgeChoice.Point(shares[at], first.error * scale, first.lowest * scale));
      points.add(new RidgeChoice.Point(0, last.error * scale, last.lowest * scale));
      found = last.best;
      lanes[0].steps = last.steps;
    }
    return exact;
  }

  /** One start on its way along the path. */
  private final class Lane implements Stateful {

    private final int number;
    private Iteration iteration;
    private Factors best;
    private double lowest;
    private double error = Double.NaN;
    private int point = -1;
    private int onLeg;
    private double products;
    private int steps;
    private int stepsHere;

    Lane(int number) {
      this.number = number;
    }

    /** Goes to the next weight, unless it was there when it was saved. */
    void run() {
      if (point != at || onLeg != leg) {
        boolean afresh = iteration == null || isZero(best);
        // At the smallest weight nothing has come apart since it was there: larger steps again.
        Admm method = leg == BACK && point == at ? APART : method(at, leg);
        Problem there = at(at, leg);
        continueFrom(
            afresh
                ? method.start(there, store(leg), starts.apply(number), run)
                : method.retarget(iteration, there, store(leg), run));
        point = at;
        onLeg = leg;
      }
      boolean isWhole = leg > 0 || shares.length == 1 || size <= (at == middle ? SMALL : TINY);
      int further = at > middle ? FURTHER_STEPS : DOWNWARD_STEPS;
      int most = isWhole ? MOST_STEPS : at == middle ? FIRST_STEPS : further;
      while (isGoingOn(most)) {
        run.checkpoint().saveIfDue();
        iteration.advance();
        note(shares[at]);
      }
      error = hidden.map(some -> some.error(best)).orElse(0.0);
    }

    /** Ends a run; its duals are as large as X. */
    private void leave() {
      products += iteration == null ? 0 : iteration.products();
      iteration = null;
    }

    private void continueFrom(Iteration begun) {
      leave();
      iteration = begun;
      stepsHere = 0;
      best = begun.factors().copy();
      lowest = begun.objective().total();
    }

    private boolean isGoingOn(int most) {
      return !iteration.isSettled() && stepsHere < most && steps < mostSteps && lowest > 0;
    }

    /** Sees what a step has done. */
    private void note(double share) {
      steps++;
      stepsHere++;
      double now = iteration.objective().total();
      if (now < lowest) {
        lowest = now;
        best.assign(iteration.factors());
      }
      listener.accept(
          new PathProgress(
              share, points.size() + 1, shares.length, number + 1, lanes.length, steps));
    }

    @Override
    public void exchange(State state) {
      point = state.count(point + 1) - 1;
      onLeg = state.count(onLeg);
      products = state.number(products);
      steps = state.count(steps);
      stepsHere = state.count(stepsHere);
      lowest = state.number(lowest);
      error = state.number(error);
      if (state.flag(iteration != null)) {
        if (iteration == null) {
          Factors any = starts.apply(number);
          best = any.copy();
          iteration = method(point, onLeg).toRestore(at(point, onLeg), store(onLeg), any, run);
        }
        Factors.exchange(state, best);
        iteration.exchange(state);
      }
    }
  }

  private Admm method(int point, int onLeg) {
    if (onLeg > 0 || point == middle) {
      return onLeg == 0 && size <= SMALL ? THOROUGH : FIRST;
    }
    return point > middle || size <= TINY ? FURTHER : DOWNWARD;
  }

  private Problem at(int point, int onLeg) {
    Problem plain = onLeg == WITH_ALL ? problem : seen;
    return Ridge.on(plain, shares[point] * Ridge.natural(plain.extent()));
  }

  private Store store(int onLeg) {
    return onLeg == WITH_ALL ? all : store;
  }

  /** Returns the chosen share of the natural weight. */
  public double share() {
    return exact ? 0 : shares[best < 0 ? middle : best];
  }

  /** Returns the chosen weight λ for all entries, in the user's units. */
  public double weight() {
    return share() * Ridge.natural(problem.extent());
  }

  /** Returns the point to begin the fit from; it is of the problem with the chosen ridge. */
  public Factors found() {
    return found;
  }

  /** Returns the work in products of 2·m·n·rank flops. */
  public double products() {
    return Arrays.stream(lanes).mapToDouble(one -> one.products).sum();
  }

  /** Returns the outer steps of one start. */
  public int steps() {
    return lanes[0].steps;
  }

  /** Returns whether the user or the clock ended the path. */
  public boolean isStopped() {
    return stopped;
  }

  /** Returns what was chosen and why. */
  public RidgeChoice choice() {
    return new RidgeChoice(
        share(),
        weight(),
        hidden.map(Holdout::count).orElse(0),
        hidden.map(Holdout::isRegions).orElse(false),
        lanes.length,
        exact,
        hidden.isPresent()
            ? points.stream().sorted(Comparator.comparingDouble(RidgeChoice.Point::share)).toList()
            : List.of());
  }

  @Override
  public void exchange(State state) {
    points = state.list(points, point -> RidgeChoice.Point.exchange(state, point));
    at = state.count(at + 1) - 1;
    lane = state.count(lane);
    best = state.count(best + 1) - 1;
    least = state.number(least);
    leg = state.count(leg);
    over = state.flag(over);
    exact = state.flag(exact);
    if (state.flag(found != null)) {
      found = Factors.exchange(state, found);
    }
    for (Lane one : lanes) {
      one.exchange(state);
    }
  }
}
