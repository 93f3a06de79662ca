package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;

/**
 * The default: tries {@link Admm} from several starts and {@link Smoothing}, keeps what suits the
 * data, and says what and why ({@link AutoChoice}).
 *
 * <p>With few parameters per observation the lowest objective wins, and a polish by {@link Rri}
 * follows. With many, the lowest objective fits the noise, and the candidate and the stopping time
 * win that foretell a few hidden entries best; no polish follows. A start that the user chose is
 * the only one tried. Sparse data that are too large for trials get smoothing to convergence and
 * then RRI; a symmetric problem gets {@link SymmetricRri}.
 *
 * <p>The trials come before the first outer step. They cost about as much as smoothing alone.
 */
public final class Auto implements Solver {

  private static final List<Solver> PHASES =
      List.of(new Smoothing(), new Rri(), new SymmetricRri());

  private static final Solver ADMM = new Admm();

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public String description() {
    return "the default: tries the others and keeps what suits the data";
  }

  /**
   * Where entries are hidden, the rest of X and its weights are there as well, with a dual; else a
   * dual, or a part of X that is at most half of it.
   */
  @Override
  public Workspace workspace(int rank, int samples, int features) {
    double parameters = rank * ((double) samples + features) / ((double) samples * features);
    return new Workspace(parameters >= AutoTrials.MANY_PARAMETERS ? 3 : 1, 20);
  }

  @Override
  public Support support(Problem problem) {
    return phases(problem).isEmpty() ? PHASES.get(0).support(problem) : Support.full();
  }

  @Override
  public Iteration start(Problem problem, Factors start, RunContext run) {
    return start(problem, () -> start, run);
  }

  @Override
  public Iteration start(Problem problem, Supplier<Factors> start, RunContext run) {
    if (ADMM.support(problem).isFull() && problem.store().absoluteSum() > 0) {
      return new AutoTrials(problem, start, run).run();
    }
    String reason = problem.isSymmetric() ? "the only one for a symmetric problem" : "X is zero";
    return withoutTrials(problem, start, run, reason);
  }

  /** Runs what takes the problem, one after the other. */
  static Iteration withoutTrials(
      Problem problem, Supplier<Factors> start, RunContext run, String reason) {
    List<Solver> phases = phases(problem);
    String given = run.origin().map(origin -> origin.start().name()).orElse("given");
    run.choices()
        .accept(new AutoChoice(phases.get(0).name(), given, reason, Double.NaN, List.of()));
    return new AutoPhases(problem, start.get(), run, phases, AutoPhases.TO_THE_END, 0);
  }

  private static List<Solver> phases(Problem problem) {
    List<Solver> phases = new ArrayList<>(PHASES);
    phases.removeIf(solver -> !solver.support(problem).isFull());
    return phases;
  }
}
