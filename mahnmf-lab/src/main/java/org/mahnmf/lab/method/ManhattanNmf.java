package org.mahnmf.lab.method;

import java.util.Arrays;
import org.mahnmf.Factorization;
import org.mahnmf.HistoryPoint;
import org.mahnmf.MahNmf;
import org.mahnmf.problem.Observations;

/** MahNMF as the library offers it, with its default solver; the objective is Σ|X − WᵀH|. */
public final class ManhattanNmf implements Method {

  /** Creates the method. */
  public ManhattanNmf() {}

  @Override
  public String name() {
    return "MahNMF";
  }

  @Override
  public Learned fit(Observations samples, int rank, long seed, Budget budget) {
    Factorization fit =
        MahNmf.withRank(rank)
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
        others -> fit.transform(others).codes());
  }
}
