package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.TestProblems;
import org.mahnmf.problem.Observations;

/** A solver from elsewhere needs one class, one line in the services file and this test. */
class ToySolverTest extends SolverContract {

  @Override
  protected Solver solver() {
    return Registry.solver("toy");
  }

  @Override
  protected boolean revivesDeadComponents() {
    return false; // It reports them instead, as every solver may.
  }

  @Test
  void registryFindsItByName() {
    assertInstanceOf(GradientToy.class, Registry.solver("toy"));
  }

  @Test
  void fitRunsItAndRecordsItsName() {
    Observations table = Observations.of(TestProblems.uniform(20, 15, 1));
    Factorization found = MahNmf.withRank(3).with(Registry.solver("toy")).fit(table);
    assertEquals("toy", found.record().setup().solver());
    assertTrue(found.history().size() > 1);
  }
}
