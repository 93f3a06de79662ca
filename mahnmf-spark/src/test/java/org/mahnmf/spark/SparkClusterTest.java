package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.FitListener;
import org.mahnmf.spark.block.SparkFit;
import org.mahnmf.spark.block.SparkFitTest;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.term.Manhattan;
import scala.Tuple2;

/** Executors in processes of their own: recovery, losses, traffic. */
@Tag("long")
final class SparkClusterTest {

  @TempDir static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void start() throws IOException {
    spark = Clusters.twoExecutors(folder);
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void recoversPlantedPartsUnderGrossErrors() {
    Planted planted = new Planted(20_000, 1_000, 10, .1, 3);
    SparkResult found =
        new SparkFit(
                SparkFitTest.random(10, 1, 500).withCheckpointInterval(60),
                planted.samples(spark, 2))
            .run();
    double[] errors = recovery(planted, found.model());
    assertTrue(errors[0] <= 1e-4 * errors[1], errors[0] + " of " + errors[1]);
  }

  /** Norm of what differs from the samples without their errors, and norm of those. */
  private static double[] recovery(Planted planted, Model model) {
    double[][] parts = planted.basis();
    double error = 0;
    double whole = 0;
    int step = Math.max(1, planted.samples / 1000);
    for (int j = 0; j < planted.samples; j += step) {
      DenseMatrix codes =
          model
              .transform(Observations.of(new double[][] {planted.row(parts, j)}))
              .codes()
              .toDense();
      double[] clean = planted.clean(parts, j);
      for (int i = 0; i < clean.length; i++) {
        double fit = 0;
        for (int l = 0; l < codes.columns(); l++) {
          fit += codes.get(0, l) * model.basis().get(l, i);
        }
        error += (fit - clean[i]) * (fit - clean[i]);
        whole += clean[i] * clean[i];
      }
    }
    return new double[] {Math.sqrt(error), Math.sqrt(whole)};
  }

  @Test
  void losesAnExecutorAndEndsTheSame() {
    Planted planted = new Planted(2_000, 100, 4, .1, 9);
    MahNmf settings = SparkFitTest.fromRandom(4, SparkFitTest.SEED, 12);
    SparkResult undisturbed =
        new SparkFit(SparkFitTest.on(settings), planted.samples(spark, 2)).run();
    double here =
        SparkFitTest.oneMachine(
            Observations.of(planted.table()),
            4,
            new Manhattan(),
            Side.nonNegative(),
            Side.nonNegative(),
            12);
    assertEquals(here, undisturbed.course().objective().total(), 1e-6 * here);
    AtomicBoolean killed = new AtomicBoolean();
    FitListener killer =
        progress -> {
          if (progress.iteration() == 3) {
            killed.set(killExecutor());
          }
        };
    SparkResult disturbed =
        new SparkFit(SparkFitTest.on(settings.withListener(killer)), planted.samples(spark, 2))
            .run();
    assertTrue(killed.get());
    assertEquals(undisturbed.course().iterations(), disturbed.course().iterations());
    assertEquals(undisturbed.course().objective().total(), disturbed.course().objective().total());
    assertEquals(undisturbed.model().basis(), disturbed.model().basis());
  }

  /** Ends the process of the executor with the lowest id; executors tell their own process. */
  private static boolean killExecutor() {
    Tuple2<String, Long> first =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(List.of(0, 1, 2, 3), 4)
            .map(one -> new Tuple2<>(SparkEnv.get().executorId(), ProcessHandle.current().pid()))
            .collect()
            .stream()
            .min(Comparator.comparing(Tuple2::_1))
            .orElseThrow();
    return ProcessHandle.of(first._2()).map(ProcessHandle::destroyForcibly).orElse(false);
  }

  @Test
  void movesWhatTheBasisNeedsHoweverManySamples() {
    for (int samples : new int[] {1_000, 8_000}) {
      Planted planted = new Planted(samples, 1_000, 10, .1, 4);
      Traffic traffic = new Traffic();
      spark.sparkContext().addSparkListener(traffic);
      int first = 1;
      int last = 4;
      long[] moved = new long[1];
      FitListener meter =
          progress -> {
            traffic.settle(spark);
            if (progress.iteration() == first) {
              traffic.clear();
            } else if (progress.iteration() == last) {
              moved[0] = traffic.most();
            }
          };
      new SparkFit(
              SparkFitTest.on(SparkFitTest.fromRandom(10, 1, last).withListener(meter)),
              planted.samples(spark, 2))
          .run();
      spark.sparkContext().removeSparkListener(traffic);
      // one step of the loop is five of ADMM and a look at the objective
      double perIteration = moved[0] / (5.0 * (last - first));
      double matrix = 10 * 1_000 * 8;
      System.out.println(samples + " samples: " + perIteration / matrix + " matrices of the basis");
      assertTrue(perIteration > matrix, "the meter sees nothing");
      assertTrue(perIteration <= 4 * matrix + 16_384, perIteration + " against " + matrix);
    }
  }
}
