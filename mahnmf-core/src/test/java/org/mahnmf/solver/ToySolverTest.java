package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.TestProblems;
import org.mahnmf.matrix.Observations;

/** A solver from elsewhere needs one class, one line in the services file and this test. */
class ToySolverTest extends SolverContract {

  @Override
  protected Solver solver() {
    return Solvers.named("toy");
  }

  @Override
  protected boolean revivesDeadComponents() {
    return false; // It reports them instead, as every solver may.
  }

  @Test
  void registryFindsItByName() {
    assertInstanceOf(GradientToy.class, Solvers.named("toy"));
  }

  @Test
  void fitRunsItAndRecordsItsName() {
    Observations table = Observations.of(TestProblems.uniform(20, 15, 1));
    Factorization found = MahNmf.ofRank(3).with(Solvers.named("toy")).fit(table);
    assertEquals("toy", found.record().setup().solver());
    assertTrue(found.history().size() > 1);
  }
}
