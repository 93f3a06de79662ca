import org.mahnmf.MahNmf;
import org.mahnmf.checkpoint.State;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;

/**
 * A solver in one class: subgradient steps of one factor after the other, ever shorter ones. A line
 * in META-INF/services/org.mahnmf.solver.Solver would make it known to --solver.
 */
public final class ANewSolver implements Solver {

  public static void main(String[] arguments) {
    double[][] x = new double[40][30];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 30; j++) {
        x[i][j] = (i % 5) * (j % 3) + (i % 3) * (j % 7);
      }
    }
    System.out.println(
        MahNmf.ofRank(2).with(new ANewSolver()).withMaxIterations(50).fit(Observations.of(x)));
  }

  @Override
  public String name() {
    return "subgradient";
  }

  @Override
  public String description() {
    return "subgradient steps, to show how a solver is added";
  }

  @Override
  public Support support(Problem problem) {
    return problem.loss().curvature() > 0
        ? Support.refuse(name(), problem.loss().name(), "it knows |e| alone; use 'admm'")
        : Support.full();
  }

  @Override
  public Iteration start(Problem problem, Store store, Factors factors, RunContext run) {
    return new Iteration() {

      private Objective objective = problem.evaluate(store, factors);
      private int steps;

      @Override
      public void advance() {
        steps++;
        for (Factor moving : Factor.values()) {
          run.stopIfAsked(); // the user or the clock may want it to end
          step(problem, store, moving, factors, steps);
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
      public void exchange(State state) { // into a checkpoint and out of it
        Factors.exchange(state, factors);
        objective = Objective.exchange(state, objective);
        steps = state.count(steps);
      }
    };
  }

  private static void step(
 Problem problem, Store store, Factor moving, Factors factors, int number) {
    DenseMatrix fixed = factors.get(moving.other());
    DenseMatrix free = factors.get(moving);
    SideData data = store.side(moving);
    double[] q = new double[data.length()];
    java.util.Arrays.fill(q, 1);
    DenseMatrix gradient = new DenseMatrix(free.rows(), free.columns());
    PassOperation sign = new PassOperation.SmoothedSign(1e-3, q, 0, true);
    data.pass(sign, fixed, free, gradient, new PassSums(data.count()));
    double length = 0;
    double size = 0;
    for (int l = 0; l < free.rows(); l++) {
      for (int j = 0; j < free.columns(); j++) {
        length += gradient.get(l, j) * gradient.get(l, j);
        size += free.get(l, j) * free.get(l, j);
      }
    }
    double rate = length == 0 ? 0 : .3 * Math.sqrt(size / length) / Math.sqrt(number);
    for (int l = 0; l < free.rows(); l++) {
      for (int j = 0; j < free.columns(); j++) {
        free.set(l, j, free.get(l, j) - rate * gradient.get(l, j));
      }
    }
    problem.side(moving).apply(free, rate);
  }
}
