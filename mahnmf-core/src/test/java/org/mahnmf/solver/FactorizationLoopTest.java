package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.State;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Objective;

class FactorizationLoopTest {

  /** Goes through given objectives; its factors hold the number of the step. */
  private static final class Scripted implements Iteration {

    private final double[] objectives;
    private final int stopAt;
    private final Factors factors = new Factors(new DenseMatrix(1, 1), new DenseMatrix(1, 1));
    private int step;

    Scripted(int stopAt, double... objectives) {
      this.stopAt = stopAt;
      this.objectives = objectives;
    }

    @Override
    public void advance() {
      step++;
      factors.basis().set(0, 0, step);
      if (step == stopAt) {
        new RunContext(0, () -> true).stopIfAsked();
      }
    }

    @Override
    public Factors factors() {
      return factors;
    }

    @Override
    public Objective objective() {
      return new Objective(Map.of(Objective.LOSS, objectives[step]));
    }

    @Override
    public double products() {
      return 10 * step;
    }

    @Override
    public void exchange(State state) {
      Factors.exchange(state, factors);
      step = state.count(step);
    }
  }

  private static final StoppingRule FIVE = StoppingRule.iterations(5);

  private static double stepOf(FactorizationLoop.Ending ending) {
    return ending.factors().basis().get(0, 0);
  }

  @Test
  void bestPointIsReturnedWhereverItWasSeen() {
    List<Progress> seen = new ArrayList<>();
    FactorizationLoop.Ending ending =
        new FactorizationLoop(FIVE, seen::add, 2, false)
            .run(new Scripted(-1, 9, 4, 6, 3, 7, 5), Checkpoint.none(), state -> {});
    assertEquals(3, stepOf(ending));
    assertEquals(3, ending.objective().total());
    assertEquals(5, ending.iterations());
    assertEquals(50, ending.products());
    assertEquals(Optional.of("iteration limit of 5"), ending.stopReason());
    assertEquals(
        List.of(18.0, 8.0, 12.0, 6.0, 14.0, 10.0), seen.stream().map(Progress::objective).toList());
    assertEquals(
        List.of(18.0, 8.0, 8.0, 6.0, 6.0, 6.0), seen.stream().map(Progress::best).toList());
    assertEquals(Double.POSITIVE_INFINITY, seen.get(0).previous());
    assertEquals(12, seen.get(3).previous());
  }

  @Test
  void lastPointIsReturnedWhereThePaperDoes() {
    FactorizationLoop.Ending ending =
        new FactorizationLoop(FIVE, progress -> {}, 1, true)
            .run(new Scripted(-1, 9, 4, 6, 3, 7, 5), Checkpoint.none(), state -> {});
    assertEquals(5, stepOf(ending));
    assertEquals(5, ending.objective().total());
  }

  @Test
  void stopInTheMiddleOfAStepReturnsTheBestBeforeIt() {
    FactorizationLoop.Ending ending =
        new FactorizationLoop(FIVE, progress -> {}, 1, false)
            .run(new Scripted(3, 9, 4, 6, 0), Checkpoint.none(), state -> {});
    assertEquals(1, stepOf(ending), "the half-made step does not count");
    assertEquals(2, ending.iterations());
    assertTrue(ending.stopReason().isEmpty());
  }

  @Test
  void perfectFitEndsTheRun() {
    FactorizationLoop.Ending ending =
        new FactorizationLoop(FIVE, progress -> {}, 1, false)
            .run(new Scripted(-1, 9, 0, 6), Checkpoint.none(), state -> {});
    assertEquals(Optional.of("perfect fit"), ending.stopReason());
    assertEquals(1, ending.iterations());
  }

  @Test
  void objectiveThatIsNoNumberIsNeverTheBest() {
    FactorizationLoop.Ending ending =
        new FactorizationLoop(StoppingRule.iterations(2), progress -> {}, 1, false)
            .run(new Scripted(-1, 9, 8, Double.NaN), Checkpoint.none(), state -> {});
    assertEquals(1, stepOf(ending));
  }
}
