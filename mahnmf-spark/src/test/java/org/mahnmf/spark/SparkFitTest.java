package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.Admm;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.start.RandomStart;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.Workers;
import org.mahnmf.term.Manhattan;

/** Fits on Spark against the same fits on one machine. */
final class SparkFitTest {

  @TempDir static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark = Clusters.local(folder);
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  static FactorizationLoop.Ending oneMachine(Observations table, int rank, long seed, int steps) {
    try (Workers workers = new Workers(1)) {
      DenseStore store = DenseStore.scaled(table, workers);
      Problem problem =
          new Problem(store, rank, new Manhattan(), Side.nonNegative(), Side.nonNegative());
      Factors start = new RandomStart().create(problem, seed);
      Admm solver = new Admm().with(1, 1e-4);
      return new FactorizationLoop(
              solver.convergence(1e-4).or(StoppingRule.iterations(steps)),
              progress -> {},
              store.scale(),
              false)
          .run(solver.start(problem, start, RunContext.unhurried(1e-4)));
    }
  }

  private static double scale(Observations table) {
    try (Workers workers = new Workers(1)) {
      return DenseStore.scaled(table, workers).scale();
    }
  }

  static SparkSettings random(int rank, long seed, int steps) {
    SparkSettings plain = SparkSettings.withRank(rank);
    return new SparkSettings(
        rank,
        seed,
        SparkSettings.RANDOM,
        Optional.empty(),
        steps,
        plain.tolerance(),
        plain.loss(),
        plain.basis(),
        plain.codes(),
        plain.storage(),
        1,
        7,
        false,
        plain.listener(),
        plain.stop());
  }

  @Test
  void goesTheSameWayAsOneMachine() {
    Planted planted = new Planted(300, 40, 4, .1, 5);
    Observations table = Observations.of(planted.table());
    double scale = scale(table);
    for (int steps : new int[] {0, 1, 3, 200}) {
      FactorizationLoop.Ending expected = oneMachine(table, 4, 11, steps);
      SparkResult found = new SparkFit(random(4, 11, steps), planted.samples(spark, 3)).run();
      assertEquals(
          expected.objective().total() * scale,
          found.objective().total(),
          1e-9 * found.objective().total());
      assertEquals(expected.iterations(), found.iterations());
    }
  }
}
