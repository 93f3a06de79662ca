package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.CheckpointFile;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Kills real processes (SIGKILL) at random moments: every command that writes checkpoints, every
 * solver and search, and every kind of table that is treated in a way of its own. Each is resumed,
 * maybe killed again, and must end with the bytes of a run that nobody disturbed. {@code
 * -Dmahnmf.kills=N} kills more of them, {@code -Dmahnmf.kills.seed=N} others.
 */
@Tag("long")
class KillsTest {

  private static final int KILLS = Integer.getInteger("mahnmf.kills", 20);
  private static final long SEED = Long.getLong("mahnmf.kills.seed", 1);

  /** Runs of one kind that are killed one after the other at most. */
  private static final int IN_A_ROW = 3;

  /** A JVM that starts, loads classes and saves after every step is that much slower. */
  private static final double SLOWER = 4;

  private static final List<String> KINDS =
      List.of(
          "fit dense.npy --rank 5",
          "fit dense.npy --rank 5 --restarts 2",
          "fit dense.npy --rank 4 --solver admm",
          "fit dense.npy --rank 4 --solver admm --tolerance 1e-6 --start random",
          "fit dense.npy --rank 4 --solver smoothing --max-iterations 60",
          "fit dense.npy --rank 4 --solver smoothing --monotone --max-iterations 20",
          "fit dense.npy --rank 4 --solver rri",
          "fit dense.npy --rank 3 --solver exact",
          "fit dense.npy --rank 4 --solver reweighted",
          "fit small.npy --rank 3 --solver smoothing --as-published --max-iterations 30",
          "fit small.npy --rank 3 --solver rri --as-published --max-iterations 60",
          "fit dense.npy --rank 4 --start nndsvd --ridge 0.5",
          "fit dense.npy --rank 4 --precision float",
          "fit dense.npy --rank 4 --out-of-core",
          "fit dense.npy --rank 4 --threads 2 --samples columns",
          "fit dense.npy --rank 4 --solver rri --validate 5%",
          "fit dense.npy --rank 3 --holdout regions --validate 5%",
          "fit small.npy --rank 3 --weights weights.npy",
          "fit small.npy --rank 2 --restarts 3",
          "fit small.npy --rank auto",
          "fit small.npy --rank 2 --elastic auto",
          "fit small.npy --rank 2 --graph knn:3 --graph-weight 0.2",
          "fit small.npy --rank 2 --group-penalty codes:2:0.1",
          "fit small.npy --rank 2 --box 0,3",
          "fit missing.csv --rank 4",
          "fit wild.npy --rank 4",
          "fit zeros.mtx --rank 4",
          "fit zeros.mtx --rank 4 --solver admm",
          "fit zeros.mtx --rank 4 --solver rri",
          "fit zeros.mtx --rank 4 --solver smoothing --max-iterations 60 --zero-weight 0.3",
          "fit similar.npy --rank 4 --symmetric",
          "fit film/input --rank 3 --frames 0:30 --size 40x30",
          "separate film/input --rank 2 --frames 0:40",
          "separate film/input --rank 2 --frames 0:25 --size 40x30 --whole",
          "separate dense.npy --rank 2",
          "separate film/input --rank 1 --frames 0:25 --size 80x60 --solver admm --ridge 0.2");

  @TempDir private Path folder;
  private Path checkpoint;
  private final Map<String, Double> seconds = new LinkedHashMap<>();

  private void writeTables() throws IOException {
    DenseMatrix dense = TestTables.spiked(110, 80, 5, 3);
    NpyWriter.write(folder.resolve("dense.npy"), dense);
    DenseMatrix small = TestTables.spiked(40, 30, 3, 5);
    NpyWriter.write(folder.resolve("small.npy"), small);
    Random random = new Random(7);
    DenseMatrix weights = new DenseMatrix(40, 30);
    for (int k = 0; k < weights.array().length; k++) {
      weights.array()[k] = random.nextInt(10) == 0 ? 0 : .5 + random.nextDouble();
    }
    NpyWriter.write(folder.resolve("weights.npy"), weights);
    DenseMatrix missing = dense.copy();
    DenseMatrix wild = dense.copy();
    DenseMatrix zeros = new DenseMatrix(110, 80);
    for (int k = 0; k < missing.array().length; k++) {
      boolean isChosen = random.nextInt(20) == 0;
      missing.array()[k] = isChosen ? Double.NaN : missing.array()[k];
      zeros.array()[k] = isChosen ? dense.array()[k] : 0;
      wild.array()[k] *= random.nextInt(300) == 0 ? 1e9 : 1;
    }
    for (int i = 0; i < 110; i++) {
      zeros.set(i, i % 80, 1);
    }
    Cli.csv(folder.resolve("missing.csv"), missing);
    NpyWriter.write(folder.resolve("wild.npy"), wild);
    Tables.write(
        folder.resolve("zeros.mtx"), new Table(SparseMatrix.copyOf(zeros), List.of(), List.of()));
    DenseMatrix similar = new DenseMatrix(40, 40);
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        similar.set(i, j, i % 4 == j % 4 ? 3 + (i * j) % 5 : (i * j) % 3);
      }
    }
    NpyWriter.write(folder.resolve("similar.npy"), similar);
    SampleSet.VIDEO.write(folder.resolve("film"), 1);
  }

  private List<String> words(String kind, Path out) {
    List<String> words = new ArrayList<>();
    for (String word : kind.split(" ")) {
      boolean isFile = word.matches("[a-z]+\\.[a-z]+|film/input");
      words.add(isFile ? folder.resolve(word).toString() : word);
    }
    words.addAll(List.of("--quiet", "--out", out.toString()));
    if (!words.contains("--threads")) {
      words.addAll(List.of("--threads", "1"));
    }
    return words;
  }

  private Process start(String kind, Path out) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "org.mahnmf.cli.Main"));
    words.addAll(words(kind, out));
    words.addAll(
        List.of("--checkpoint", checkpoint.toString(), "--checkpoint-every", "1ms", "--resume"));
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  private String said(String kind) throws IOException {
    return kind + ": " + Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
  }

  /** The run that nobody disturbs is one of this JVM, which starts no other. */
  private Path undisturbed(String kind) {
    Path out = folder.resolve("undisturbed" + KINDS.indexOf(kind));
    if (!seconds.containsKey(kind)) {
      long begin = System.nanoTime();
      Cli.run(words(kind, out).toArray()).done();
      seconds.put(kind, (System.nanoTime() - begin) * 1e-9);
    }
    return out;
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).map(root::relativize).sorted().toList();
    }
  }

  private static void requireSame(String kind, Path expected, Path actual) throws IOException {
    assertEquals(files(expected), files(actual), kind);
    for (Path file : files(expected)) {
      String name = file.toString();
      if (!name.equals("run.json") && !name.equals("report.html")) { // those tell times
        assertArrayEquals(
            Files.readAllBytes(expected.resolve(file)),
            Files.readAllBytes(actual.resolve(file)),
            name + " of " + kind);
      }
    }
    assertEquals(record(expected), record(actual), kind);
  }

  private static Map<String, String> record(Path out) throws IOException {
    Map<?, ?> all = (Map<?, ?>) JsonReader.parse(Files.readString(out.resolve("run.json")));
    Map<String, String> some = new LinkedHashMap<>();
    for (String key : List.of("objective", "rank", "iterations", "products", "stopReason")) {
      some.put(key, String.valueOf(all.get(key)));
    }
    return some;
  }

  @Test
  @Timeout(7200)
  void killedRunsOfEveryKindEndAsTheUndisturbedOnes() throws Exception {
    writeTables();
    Random random = new Random(SEED);
    List<String> order = new ArrayList<>(KINDS);
    int kills = 0;
    int resumed = 0;
    int ended = 0;
    for (int round = 0; kills < KILLS || resumed == 0; round++) {
      if (round % order.size() == 0) {
        Collections.shuffle(order, random);
      }
      String kind = order.get(round % order.size());
      Path expected = undisturbed(kind);
      Path out = folder.resolve("out" + round);
      checkpoint = folder.resolve("saved" + round + ".mahnmf");
      boolean isOver = false;
      for (int k = 0; k < IN_A_ROW && kills < KILLS && !isOver; k++) {
        resumed += Files.exists(checkpoint) ? 1 : 0;
        isOver = !isKilled(kind, out, random);
        kills += isOver ? 0 : 1;
        // Whatever was going on: a whole checkpoint or none.
        assertEquals(
            Files.exists(checkpoint),
            Checkpoint.resume(new CheckpointFile(checkpoint), Duration.ZERO).isResumed());
      }
      if (!isOver) {
        resumed += Files.exists(checkpoint) ? 1 : 0;
        Process last = start(kind, out);
        assertEquals(0, last.waitFor(), said(kind));
      }
      ended++;
      requireSame(kind, expected, out);
      assertTrue(Files.notExists(checkpoint), "it is removed after success");
    }
    List<String> left = Cli.names(folder).stream().filter(name -> name.endsWith(".tmp")).toList();
    assertEquals(List.of(), left);
    System.err.printf(
        "%d kills of %d kinds of runs, %d went on from a checkpoint, %d ended, 0 differences%n",
        kills, seconds.size(), resumed, ended);
  }

  /** Kills a run some time after it was saved first, or before that; false if it ended before. */
  private boolean isKilled(String kind, Path out, Random random) throws Exception {
    boolean early = random.nextInt(6) == 0;
    boolean isSaved = Files.exists(checkpoint);
    Process process = start(kind, out);
    try {
      long before = System.nanoTime();
      while (!early && !isSaved && process.isAlive() && Files.notExists(checkpoint)) {
        Thread.sleep(1);
      }
      // One that goes on has a JVM to start first; early ones die at any moment until then.
      double most = SLOWER * seconds.get(kind) + .05 + (early || isSaved ? 1 : 0);
      long wait = (long) (random.nextDouble() * most * 1e9);
      if (process.waitFor(wait, TimeUnit.NANOSECONDS)) {
        assertEquals(0, process.exitValue(), said(kind));
        return false;
      }
      assertTrue(System.nanoTime() - before < 600e9, kind + " takes for ever");
      return true;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
