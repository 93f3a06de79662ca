package org.mahnmf.lab.method;

import java.util.Arrays;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.Solver;

/**
 * MahNMF as the library offers it, by its default solver or by one that is named; the objective is
 * Σ|X − WᵀH|.
 */
public final class ManhattanNmf implements Method {

  private final String name;
  private final Solver solver;

  private ManhattanNmf(String name, Solver solver) {
    this.name = name;
    this.solver = solver;
  }

  /** Creates the method with the default solver. */
  public ManhattanNmf() {
    this("MahNMF", Solvers.named("auto"));
  }

  /**
   * Returns the method by one solver, to its own end.
   *
   * @param solver a name that the {@link org.mahnmf.Solvers} knows; tables show it behind that of
   *     the method
   */
  public static ManhattanNmf by(String solver) {
    return new ManhattanNmf("MahNMF " + solver, Solvers.named(solver));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    Factorization fit =
        MahNmf.ofRank(rank)
            .with(solver)
            .withSeed(seed)
            .withThreads(budget.threads())
            .withMaxIterations(Math.min(budget.maxIterations(), MahNmf.DEFAULT_MAX_ITERATIONS))
            .fit(samples);
    double[] history = fit.history().stream().mapToDouble(HistoryPoint::objective).toArray();
    double[] complete = Arrays.copyOf(history, history.length + 1);
    complete[history.length] = fit.objective(); // the last step, on the codes alone
    return new Learned(
        fit.basis(),
        fit.codes(),
        new double[samples.features()],
        complete,
        // Without the ridge, whose shrinkage of new codes is a bias: they classify better so.
        others -> fit.model().withRidge(0).transform(others).codes());
  }
}
