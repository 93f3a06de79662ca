package org.mahnmf.solver;

import org.mahnmf.checkpoint.State;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/**
 * A newcomer's solver: plain projected gradient steps on the smoothed loss, one factor after the
 * other. All it takes is this class and one line in the services file.
 */
public final class GradientToy implements Solver {

  @Override
  public String name() {
    return "toy";
  }

  @Override
  public String description() {
    return "projected gradient steps on the smoothed loss, to show how a solver is added";
  }

  @Override
  public Support support(Problem problem) {
    return problem.loss().curvature() > 0
        ? Support.refuse(name(), problem.loss().name(), "it is a toy; use 'smoothing'")
        : Support.full();
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors factors, RunContext run) {
    return new Iteration() {

      private Objective objective = problem.evaluate(store, factors);

      @Override
      public void advance() {
        for (Factor moving : Factor.values()) {
          for (int k = 0; k < 20; k++) {
            run.stopIfAsked();
            step(
                problem,
                store,
                moving,
                factors.get(moving.other()),
                factors.get(moving),
                objective);
          }
        }
        objective = problem.evaluate(store, factors);
      }

      @Override
      public Factors factors() {
        return factors;
      }

      @Override
      public Objective objective() {
        return objective;
      }

      @Override
      public void exchange(State state) {
        Factors.exchange(state, factors);
        objective = Objective.exchange(state, objective);
      }
    };
  }

  private static void step(
      Problem problem,
      Store store,
      Factor moving,
      DenseMatrix fixed,
      DenseMatrix free,
      Objective now) {
    SideData data = store.side(moving);
    double[] q = new double[data.length()];
    double d = 0;
    for (int i = 0; i < q.length; i++) {
      for (int l = 0; l < fixed.rows(); l++) {
        q[i] += fixed.get(l, i); // the 1-norm is above the 2-norm, so the step is a safe one
      }
      d += q[i];
      q[i] = Math.max(q[i], 1e-100);
    }
    if (d == 0) {
      return;
    }
    double meanError = now.loss() / store.sums().weightSum();
    double meanWeight = store.sums().weightSum() / store.sums().observed();
    double lambda = .1 * meanError * q.length / (d * meanWeight);
    DenseMatrix gradient = new DenseMatrix(free.rows(), free.columns());
    PassOperation operation = new PassOperation.SmoothedSign(lambda, q, 0, true);
    data.pass(operation, fixed, free, gradient, new PassSums(data.count()));
    for (int i = 0; i < free.array().length; i++) {
      free.array()[i] -= lambda / d * gradient.array()[i];
    }
    problem.side(moving).apply(free, lambda / d);
  }
}
