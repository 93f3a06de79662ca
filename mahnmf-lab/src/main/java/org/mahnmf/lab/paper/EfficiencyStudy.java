package org.mahnmf.lab.paper;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.study.Curve;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;

/**
 * Section 5.1 of the paper: the objective over iterations and over seconds, by solver, from random
 * starts that the solvers share. Uniform random tables of 100 x 50 at rank 5 and 1000 x 500 at rank
 * 50, and seven faces of each person at ranks 5 and 50. Each run has the same time; only smoothing
 * as published has a stop of its own, eq2.3, after which its curve stays level. Seconds are those
 * of the processor on the one thread of the run, as in the paper: other work on the machine counts
 * little. The quick form has a smaller second table, ten people, two starts and a tenth of the
 * time.
 */
public final class EfficiencyStudy extends Study {

  private static final int QUICK_PEOPLE = 10;
  private static final double QUICK_SHARE = .1;
  private static final double TOLERANCE = 1e-7;
  private static final int WARM_UP = 3;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final double[] ITERATIONS = {
    0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500
  };

  /** Shares of the time at which curves over seconds have their points. */
  private static final double[] SHARES = {
    .001, .002, .003, .005, .007, .01, .015, .02, .03, .05, .07, .1, .15, .2, .3, .4, .5, .7, .85, 1
  };

  /** Creates the study. */
  public EfficiencyStudy() {
    super("efficiency", "the objective over iterations and seconds, by solver (Section 5.1)");
  }

  /** A table, its rank, and how long a run may take. */
  private record Problem(String name, DenseMatrix table, int rank, double seconds) {}

  private static Map<String, Solver> solvers() {
    Map<String, Solver> solvers = new LinkedHashMap<>();
    solvers.put("RRI", Solvers.named("rri"));
    solvers.put("smoothing as published", Solvers.asPublished("smoothing"));
    solvers.put("smoothing", Solvers.named("smoothing"));
    solvers.put("ADMM", Solvers.named("admm"));
    return solvers;
  }

  @Override
  public Plan plan(Setting setting) {
    boolean quick = setting.quick();
    List<Problem> problems = new ArrayList<>();
    problems.add(uniform(50, 100, 5, 2, setting));
    problems.add(quick ? uniform(150, 300, 15, 30, setting) : uniform(500, 1000, 50, 30, setting));
    Plan plan = new Plan(setting, "data", "solver");
    Faces.Known.readAll(Faces.Known.PAPER, plan)
        .forEach(faces -> problems.addAll(faces(faces, setting)));
    for (Problem problem : problems) {
      solvers()
          .forEach(
              (name, solver) ->
                  plan.repeat(
                      setting.trialsOr(10, 2),
                      List.of(problem.name(), name),
                      seed -> run(problem, solver, seed)));
    }
    return plan;
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    return Panel.ofPoints(result).stream().map(p -> p.withLogarithmic(true, false)).toList();
  }

  private static Problem uniform(
      int samples, int features, int rank, double seconds, Setting setting) {
    Draws draws = new Draws(Draws.mix(setting.seed()));
    DenseMatrix table = new DenseMatrix(samples, features);
    Arrays.setAll(table.array(), k -> draws.uniform());
    return problem("Uniform", table, rank, seconds, setting);
  }

  private static List<Problem> faces(Faces faces, Setting setting) {
    int people = setting.quick() ? QUICK_PEOPLE : Integer.MAX_VALUE;
    DenseMatrix table = faces.rows(faces.split(people, setting.seed()).train());
    return List.of(
        problem(faces.name(), table, 5, 10, setting),
        problem(faces.name(), table, 50, 30, setting));
  }

  private static Problem problem(
      String data, DenseMatrix table, int rank, double seconds, Setting setting) {
    String name = data + " " + table.columns() + " x " + table.rows() + " rank " + rank;
    return new Problem(name, table, rank, seconds * (setting.quick() ? QUICK_SHARE : 1));
  }

  private static Map<String, Double> run(Problem problem, Solver solver, long seed) {
    Observations table = Observations.of(problem.table());
    MahNmf settings =
        MahNmf.ofRank(problem.rank())
            .withSeed(seed)
            .withThreads(1)
            .with(solver)
            .with(Starts.named("random"))
            .withTolerance(TOLERANCE)
            .withMaxIterations(Integer.MAX_VALUE);
    settings.withMaxIterations(WARM_UP).withCancellation(after(problem.seconds())).fit(table);
    List<HistoryPoint> history = new ArrayList<>();
    double began = processorSeconds();
    settings
        .withCancellation(after(problem.seconds()))
        .withListener(
            now ->
                history.add(
                    new HistoryPoint(now.iteration(), processorSeconds() - began, now.objective())))
        .fit(table);
    return values(history, problem.seconds());
  }

  private static BooleanSupplier after(double seconds) {
    double end = processorSeconds() + seconds;
    return () -> processorSeconds() > end;
  }

  private static double processorSeconds() {
    return THREADS.getCurrentThreadCpuTime() * 1e-9;
  }

  /** The history as a step function on a common grid, and where it ends. */
  static Map<String, Double> values(List<HistoryPoint> history, double seconds) {
    Map<String, Double> values = new LinkedHashMap<>();
    HistoryPoint last = history.get(history.size() - 1);
    values.put("objective", history.stream().mapToDouble(HistoryPoint::objective).min().orElse(0));
    values.put("iterations", (double) last.iteration());
    values.put("seconds", last.seconds());
    addCurve(values, "objective over iterations", history, HistoryPoint::iteration, ITERATIONS);
    double[] places = Arrays.stream(SHARES).map(share -> share * seconds).toArray();
    addCurve(values, "objective over seconds", history, HistoryPoint::seconds, places);
    return values;
  }

  private static void addCurve(
      Map<String, Double> values,
      String name,
      List<HistoryPoint> history,
      ToDoubleFunction<HistoryPoint> axis,
      double[] places) {
    for (double place : places) {
      HistoryPoint point = history.get(0);
      for (HistoryPoint next : history) {
        point = axis.applyAsDouble(next) <= place ? next : point;
      }
      values.put(Curve.point(name, place), point.objective());
    }
  }
}
