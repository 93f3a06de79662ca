package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.solver.FitListener;
import org.mahnmf.spark.block.SparkFit;
import org.mahnmf.spark.block.SparkFitTest;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.spark.file.SavedRun;

/**
 * The figures of docs/scale.md: work and traffic per iteration by Spark's own metrics, with the
 * samples per executor fixed. Takes minutes, so it runs when it is asked for:
 *
 * <pre>
 * mvn test -pl mahnmf-spark -am -Dtest=ScaleStudy -Dmahnmf.scale=1,2,4 \
 *   -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>with the numbers of executors, one core each.
 */
@EnabledIfSystemProperty(named = "mahnmf.scale", matches = "[0-9,]+")
final class ScaleStudy {

  private static final int FIRST = 2;
  private static final int LAST = 6;

  /** One step of the loop is five of ADMM and a look at the objective. */
  private static final double ITERATIONS = 5.0 * (LAST - FIRST);

  @TempDir private Path folder;

  /** What is measured. */
  private record Size(String kind, int perExecutor, int features, int rank, int perSample) {

    double flops(long samples) {
      double entries = perSample > 0 ? (double) samples * perSample : (double) samples * features;
      double solves = (perSample > 0 ? 8.0 : 3.0) * samples * rank * rank;
      return 8 * entries * rank + solves;
    }

    /** Steps of a fixed number; zeros of little weight, or the parts of sparse samples vanish. */
    SparkSettings settings(FitListener listener) {
      return SparkFitTest.on(
              SparkFitTest.fromRandom(rank, 1, LAST).withTolerance(0).withListener(listener))
          .withCheckpointInterval(SavedRun.DEFAULT_INTERVAL)
          .withStorage(SparkSettings.AUTO, perSample > 0 ? .02 : 1);
    }

    JavaRDD<Sample> samples(SparkSession spark, int executors) {
      Planted planted = new Planted(executors * perExecutor, features, rank, .1, 4);
      JavaRDD<Sample> whole = planted.samples(spark, executors);
      int keep = perSample;
      return keep == 0 ? whole : whole.map(sample -> thinned(sample, keep));
    }
  }

  /** Keeps a stretch of entries; samples with the same stretch have much in common. */
  private static Sample thinned(Sample sample, int keep) {
    int features = sample.features.size();
    int first = Math.floorMod(sample.features.hashCode(), features / keep) * keep;
    double[] kept = new double[features];
    for (int i = first; i < first + keep; i++) {
      kept[i] = sample.features.apply(i) + .5;
    }
    return new Sample(Vectors.dense(kept).toSparse(), null, null);
  }

  @Test
  void measures() throws IOException {
    System.out.println(
        "| table | executors | samples | rank | CPU s of an executor per iteration | of it GC |"
            + " flops / CPU s | wall s per iteration | matrices to and from an executor |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    for (String executors : System.getProperty("mahnmf.scale").split(",")) {
      SparkSession spark = Clusters.executors(folder, Integer.parseInt(executors));
      try {
        for (Size size :
            new Size[] {
              new Size("dense", 4_000, 1_000, 10, 0),
              new Size("dense", 4_000, 1_000, 40, 0),
              new Size("sparse", 5_000, 2_000, 10, 40),
              new Size("sparse", 5_000, 2_000, 40, 40)
            }) {
          measure(spark, size, Integer.parseInt(executors));
        }
      } finally {
        spark.stop();
      }
    }
  }

  private static void measure(SparkSession spark, Size size, int executors) {
    Traffic traffic = new Traffic();
    spark.sparkContext().addSparkListener(traffic);
    long[] clock = new long[2];
    double[] seen = new double[3];
    FitListener meter =
        progress -> {
          traffic.settle(spark);
          if (progress.iteration() == FIRST) {
            traffic.clear();
            clock[0] = System.nanoTime();
          } else if (progress.iteration() == LAST) {
            clock[1] = System.nanoTime();
            seen[0] = traffic.cpuSeconds();
            seen[1] = traffic.collectionSeconds();
            seen[2] = traffic.most();
          }
        };
    new SparkFit(size.settings(meter), size.samples(spark, executors)).run();
    spark.sparkContext().removeSparkListener(traffic);
    assertTrue(seen[0] > 0, size + " ended too early");
    long samples = (long) executors * size.perExecutor();
    System.out.println(
        String.format(
            Locale.ROOT,
            "| %s %,d × %,d | %d | %,d | %d | %.4f | %.4f | %.2e | %.3f | %.2f |",
            size.kind(),
            size.perExecutor(),
            size.features(),
            executors,
            samples,
            size.rank(),
            seen[0] / executors / ITERATIONS,
            seen[1] / executors / ITERATIONS,
            size.flops(samples) * ITERATIONS / seen[0],
            (clock[1] - clock[0]) * 1e-9 / ITERATIONS,
            seen[2] / ITERATIONS / (8.0 * size.rank() * size.features())));
  }
}
