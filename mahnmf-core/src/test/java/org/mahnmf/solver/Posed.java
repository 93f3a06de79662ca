package org.mahnmf.solver;

import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;

/** A problem with its X beside it, as tests make them. */
public record Posed(Problem problem, Store store) {

  public static Posed of(Store store, int rank, Loss loss, Side basis, Side codes) {
    return new Posed(new Problem(store.extent(), rank, loss, basis, codes), store);
  }

  public static Posed symmetric(Store store, int rank, Loss loss, Side side) {
    return new Posed(Problem.symmetric(store.extent(), rank, loss, side), store);
  }

  public Factors from(Start start, long seed) {
    return start.create(problem, store, seed);
  }

  public Iteration begin(Solver solver, Factors at, RunContext run) {
    return solver.start(problem, store, at, run);
  }

  public Objective evaluate(Factors at) {
    return problem.evaluate(store, at);
  }
}
