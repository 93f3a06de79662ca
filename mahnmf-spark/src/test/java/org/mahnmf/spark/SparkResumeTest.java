package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.solver.FitListener;
import org.mahnmf.spark.block.SparkFit;
import org.mahnmf.spark.block.SparkFitTest;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.file.Sample;

/** A driver that dies, and another one that resumes from what it saved. */
final class SparkResumeTest {

  private static final int STEPS = 9;
  private static final Planted PLANTED = new Planted(300, 25, 3, .1, 4);

  @TempDir Path folder;
  private SparkSession spark;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void start() {
    spark = Clusters.local(folder);
  }

  @AfterEach
  void stop() {
    spark.stop();
  }

  private Path saved() {
    return folder.resolve("saved");
  }

  private MahNmf settings() {
    return SparkFitTest.fromRandom(3, SparkFitTest.SEED, STEPS);
  }

  /** Saved after every outer step. */
  private SparkSettings saving(MahNmf settings) {
    return SparkFitTest.on(settings)
        .withCheckpointInterval(1)
        .withCheckpoints(
            Optional.of(
                new Engine.Checkpoints(saved().toString(), true, Optional.empty(), notes::add)));
  }

  private JavaRDD<Sample> dense() {
    return PLANTED.samples(spark, 3);
  }

  /** Few entries, some without weight, and one partition without samples. */
  private JavaRDD<Sample> sparse() {
    JavaRDD<Sample> none =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).<Sample>emptyRDD().repartition(1);
    return none.union(
        dense()
            .map(
                sample -> {
                  double[] x = sample.features.toArray();
                  for (int i = 0; i < x.length; i++) {
                    x[i] = x[i] > 1.2 ? x[i] : 0;
                  }
                  x[1] = x[1] > 2 ? x[1] : Double.NaN;
                  return new Sample(
                      org.apache.spark.ml.linalg.Vectors.dense(x).toSparse(), null, null);
                }));
  }

  private static FitListener dyingAt(int step) {
    return progress -> {
      if (progress.iteration() == step) {
        throw new IllegalStateException("the driver dies");
      }
    };
  }

  private void die(MahNmf settings, JavaRDD<Sample> samples, int step) {
    SparkFit doomed = new SparkFit(saving(settings.withListener(dyingAt(step))), samples);
    assertEquals(
        "the driver dies", assertThrows(IllegalStateException.class, doomed::run).getMessage());
  }

  private static void requireSame(SparkResult expected, SparkResult actual) {
    assertEquals(expected.model().basis(), actual.model().basis());
    assertEquals(expected.course().objective(), actual.course().objective());
    assertEquals(expected.course().iterations(), actual.course().iterations());
    assertEquals(expected.course().products(), actual.course().products());
    assertEquals(expected.course().stopReason(), actual.course().stopReason());
    assertEquals(objectives(expected), objectives(actual));
  }

  private static List<Double> objectives(SparkResult result) {
    return result.course().history().stream().map(point -> point.objective()).toList();
  }

  private List<String> names(Path of) throws IOException {
    try (Stream<Path> all = Files.list(of)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anotherDriverEndsAsOneThatLived() throws IOException {
    SparkResult undisturbed =
        new SparkFit(SparkFitTest.on(settings()).withCheckpointInterval(0), dense()).run();
    SparkResult whole = new SparkFit(saving(settings()), dense()).run();
    requireSame(undisturbed, whole);
    whole.saved().release(notes::add);
    assertFalse(Files.exists(saved()));
    die(settings(), dense(), 3);
    assertEquals(List.of("checkpoint-3"), names(saved()), "older ones are removed");
    die(settings(), dense(), 4);
    // killed while it saved: the states of the blocks are there, the driver's is not
    Files.createDirectories(saved().resolve("checkpoint-9"));
    Files.writeString(saved().resolve("checkpoint-9/.driver"), "half");
    die(settings(), dense(), 7);
    spark.stop();
    spark = Clusters.local(folder);
    SparkResult resumed = new SparkFit(saving(settings()), dense()).run();
    requireSame(undisturbed, resumed);
    assertTrue(notes.get(notes.size() - 1).startsWith("The run resumes from "), notes.toString());
    // its end is saved, so that what follows can be done again
    assertEquals(List.of("checkpoint-11"), names(saved()));
    assertEquals(List.of(".driver.crc", "driver"), names(saved().resolve("checkpoint-11")));
    SparkResult again = new SparkFit(saving(settings()), dense()).run();
    requireSame(undisturbed, again);
    again.saved().release(notes::add);
    assertFalse(Files.exists(saved()));
  }

  @Test
  @Tag("long")
  void sparseSamplesGoOnToo() throws IOException {
    SparkResult undisturbed =
        new SparkFit(SparkFitTest.on(settings()).withCheckpointInterval(0), sparse()).run();
    die(settings(), sparse(), 5);
    requireSame(undisturbed, new SparkFit(saving(settings()), sparse()).run());
  }

  private String refusal(SparkSettings settings, JavaRDD<Sample> samples) {
    String message =
        assertThrows(CheckpointException.class, () -> new SparkFit(settings, samples).run())
            .getMessage();
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.startsWith(saved().toString()), message);
    return message;
  }

  @Test
  void refusesWhatIsOfAnotherRunOrDamaged() throws IOException {
    die(settings(), dense(), 2);
    String data = refusal(saving(settings()), new Planted(300, 25, 3, .1, 5).samples(spark, 3));
    assertTrue(data.contains("the hash of the table"), data);
    String blocks = refusal(saving(settings()), PLANTED.samples(spark, 2));
    assertTrue(blocks.contains("the number of blocks is 3 there but 2 here"), blocks);
    String seed = refusal(saving(settings().withSeed(1)), dense());
    assertTrue(seed.contains("the seed is 11 there but 1 here"), seed);
    String ridge = refusal(saving(settings().withRidge(.5)), dense());
    assertTrue(ridge.contains("the ridge is 0.0 there but 0.5 here"), ridge);
    SparkSettings anew =
        SparkFitTest.on(settings())
            .withCheckpoints(
                Optional.of(
                    new Engine.Checkpoints(saved().toString(), false, Optional.empty(), x -> {})));
    assertTrue(refusal(anew, dense()).contains("is there already; add --resume"));

    Path part = saved().resolve("checkpoint-2/part-00001");
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 1;
    Files.write(part, bytes);
    assertTrue(refusal(saving(settings()), dense()).contains("is damaged"));
    Files.writeString(folder.resolve("file"), "");
    Engine.Checkpoints inFile =
        new Engine.Checkpoints(
            folder.resolve("file/saved").toString(), true, Optional.empty(), text -> {});
    SparkFit lost =
        new SparkFit(SparkFitTest.on(settings()).withCheckpoints(Optional.of(inFile)), dense());
    String file = assertThrows(CheckpointException.class, lost::run).getMessage();
    assertTrue(file.contains("is a file, but a folder"), file);
    Foreign.made = 0;
    Files.delete(part.resolveSibling(".part-00001.crc"));
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(new ArrayList<>(List.of(new Foreign())));
    }
    assertTrue(refusal(saving(settings()), dense()).contains("is damaged"));
    assertEquals(0, Foreign.made);
    Files.delete(part);
    assertTrue(refusal(saving(settings()), dense()).contains("states of 2 of 3 blocks"));
    Path driver = saved().resolve("checkpoint-2/driver");
    Files.delete(saved().resolve("checkpoint-2/.driver.crc"));
    byte[] all = Files.readAllBytes(driver);
    all[all.length / 2] ^= 1;
    Files.write(driver, all);
    assertTrue(refusal(saving(settings()), dense()).contains("is damaged (checksum)"));
  }

  /** Spark's own checkpoint folder only cuts the chain of states. */
  @Test
  void leavesNothingInSparksFolder() throws IOException {
    new SparkFit(SparkFitTest.on(settings()).withCheckpointInterval(1), dense()).run();
    Path checkpoints = Path.of(java.net.URI.create(spark.sparkContext().getCheckpointDir().get()));
    assertEquals(List.of(), names(checkpoints));
  }

  /** Nothing that a folder of states may hold: in a list, which no state has. */
  private static final class Foreign implements Serializable {

    private static final long serialVersionUID = 1;

    static int made;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      made++;
    }
  }
}
