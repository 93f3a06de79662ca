package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.problem.Observations;

class AutoTest extends SolverContract {

  @Override
  protected Solver solver() {
    return new Auto();
  }

  /** Enough to reach the second phase. */
  @Override
  protected int iterations() {
    return 50;
  }

  @Override
  protected double roundingTolerance() {
    return 1e-4;
  }

  @Test
  void polishFollowsSmoothingAndEndsTheRun() {
    List<Progress> seen = new ArrayList<>();
    MahNmf.withRank(3)
        .with(new Auto())
        .withListener(seen::add)
        .fit(Observations.of(TestProblems.uniform(40, 30, 1)));
    int switches = 0;
    for (int t = 2; t < seen.size(); t++) {
      double before = seen.get(t - 1).products() - seen.get(t - 2).products();
      double now = seen.get(t).products() - seen.get(t - 1).products();
      switches += now != before ? 1 : 0;
      assertTrue(seen.get(t).objective() <= seen.get(t - 1).objective() * (1 + 1e-12));
    }
    assertTrue(switches >= 1, "one phase only");
    for (int t = 0; t < 30; t++) {
      assertEquals(false, seen.get(t).settled(), "settled at " + t);
    }
    assertTrue(seen.get(seen.size() - 1).settled());
  }
}
