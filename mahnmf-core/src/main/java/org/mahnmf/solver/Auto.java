package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;

/**
 * The default: corrected smoothing to convergence, then a polish by RRI where it takes the problem;
 * {@link SymmetricRri} for a symmetric problem.
 */
public final class Auto implements Solver {

  private static final List<Solver> PHASES =
      List.of(new Smoothing(), new Rri(), new SymmetricRri());

  @Override
  public String name() {
    return "auto";
  }

  @Override
  public String description() {
    return "the default: smoothing to convergence, then an RRI polish";
  }

  @Override
  public Support support(Problem problem) {
    return phases(problem).isEmpty() ? PHASES.get(0).support(problem) : Support.full();
  }

  @Override
  public Iteration start(Problem problem, Factors start, RunContext run) {
    return new Phases(problem, start, run, phases(problem));
  }

  private static List<Solver> phases(Problem problem) {
    List<Solver> phases = new ArrayList<>(PHASES);
    phases.removeIf(solver -> !solver.support(problem).isFull());
    return phases;
  }

  /** Runs one solver after another, each from where the one before converged. */
  private static final class Phases implements Iteration {

    private final Problem problem;
    private final RunContext run;
    private final List<Solver> solvers;
    private int phase;
    private Iteration current;
    private double previous = Double.POSITIVE_INFINITY;
    private double productsBefore;

    Phases(Problem problem, Factors start, RunContext run, List<Solver> solvers) {
      this.problem = problem;
      this.run = run;
      this.solvers = solvers;
      this.current = solvers.get(0).start(problem, start, run);
    }

    @Override
    public void advance() {
      double now = current.objective().total();
      boolean converged =
          current.isSettled() && Math.abs(previous - now) <= run.tolerance() * Math.abs(now);
      if (converged && phase + 1 < solvers.size()) {
        productsBefore += current.products();
        phase++;
        current = solvers.get(phase).start(problem, current.factors(), run);
      }
      previous = now;
      current.advance();
    }

    @Override
    public Factors factors() {
      return current.factors();
    }

    @Override
    public Objective objective() {
      return current.objective();
    }

    @Override
    public boolean isSettled() {
      return phase + 1 == solvers.size() && current.isSettled();
    }

    @Override
    public double products() {
      return productsBefore + current.products();
    }
  }
}
