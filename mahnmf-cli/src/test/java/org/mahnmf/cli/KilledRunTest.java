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
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.CheckpointFile;

/** Kills real processes at random moments, a few in each build; {@link KillsTest} kills more. */
class KilledRunTest {

  private static final int FEW = 3;
  private static final long SEED = Long.getLong("mahnmf.kills.seed", 1);

  @TempDir private Path folder;
  private Path input;
  private Path checkpoint;

  /** A fit with trials, restarts and a polish, saved after every step. */
  private Process start(String out, Object... more) throws IOException {
    List<Object> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "-Xmx256m",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "org.mahnmf.cli.Main",
                "fit",
                input,
                "--rank",
                5,
                "--restarts",
                2,
                "--threads",
                1,
                "--out",
                folder.resolve(out)));
    words.addAll(List.of(more));
    return new ProcessBuilder(words.stream().map(Object::toString).toList())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  private Process startSaved(String out) throws IOException {
    return start(out, "--checkpoint", checkpoint, "--checkpoint-every", "1ms", "--resume");
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
  }

  private void requireSameResult(String expected, String actual) throws IOException {
    for (String file : List.of("basis.npy", "codes.npy")) {
      assertArrayEquals(
          Files.readAllBytes(folder.resolve(expected).resolve(file)),
          Files.readAllBytes(folder.resolve(actual).resolve(file)),
          file + " of " + actual);
    }
  }

  @Test
  @Timeout(600)
  void aFewKilledRunsEndAsTheUndisturbedOne() throws Exception {
    requireSameAfterKills(FEW);
  }

  private void requireSameAfterKills(int most) throws Exception {
    input = folder.resolve("table.npy");
    checkpoint = folder.resolve("saved.mahnmf");
    NpyWriter.write(input, TestTables.spiked(120, 90, 5, 3));
    Process undisturbed = start("undisturbed");
    assertEquals(0, undisturbed.waitFor(), said());
    long begin = System.nanoTime();
    assertEquals(0, startSaved("whole").waitFor(), said());
    long longest = System.nanoTime() - begin;
    requireSameResult("undisturbed", "whole");
    assertTrue(Files.notExists(checkpoint), "it is removed after success");

    SplittableRandom random = new SplittableRandom(SEED);
    int kills = 0;
    int resumed = 0;
    int ended = 0;
    // One that resumes another is the least; chance may kill a few before they have saved.
    while (kills < most || resumed == 0) {
      boolean resumes = Files.exists(checkpoint);
      String out = "killed" + ended;
      Process process = startSaved(out);
      try {
        if (process.waitFor(random.nextLong(longest), TimeUnit.NANOSECONDS)) {
          assertEquals(0, process.exitValue(), said());
          requireSameResult("undisturbed", out);
          assertTrue(Files.notExists(checkpoint), "it is removed after success");
          ended++;
        } else {
          process.destroyForcibly().waitFor();
          kills++;
        }
      } finally {
        process.destroyForcibly();
      }
      resumed += resumes ? 1 : 0;
      // Whatever was going on: a whole checkpoint or none.
      boolean exists = Files.exists(checkpoint);
      assertEquals(
          exists, Checkpoint.resume(new CheckpointFile(checkpoint), Duration.ZERO).isResumed());
    }
    assertEquals(0, startSaved("last").waitFor(), said());
    requireSameResult("undisturbed", "last");
    assertTrue(resumed > most / 5, resumed + " of " + kills + " killed runs resumed another");
    assertEquals(
        List.of(), Cli.names(folder).stream().filter(name -> name.endsWith(".tmp")).toList());
    System.err.printf(
        "%d runs killed within %.1f s each, %d resumed from a checkpoint, %d ended before it%n",
        kills, longest * 1e-9, resumed, ended);
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void aTerminatedRunSavesItsBestAndGoesOn() throws Exception {
    input = folder.resolve("table.npy");
    checkpoint = folder.resolve("saved.mahnmf");
    NpyWriter.write(input, TestTables.spiked(120, 90, 5, 3));
    assertEquals(0, start("undisturbed").waitFor(), said());
    Process process = startSaved("out");
    try {
      while (Files.notExists(checkpoint)) {
        assertTrue(process.isAlive(), "it ended too early: " + said());
        Thread.sleep(1);
      }
      process.toHandle().destroy(); // SIGTERM
      assertEquals(130, process.waitFor(), said());
    } finally {
      process.destroyForcibly();
    }
    assertTrue(said().contains("--resume continues it"), said());
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("out")));
    assertEquals(0, startSaved("out").waitFor(), said());
    assertTrue(said().contains("The run resumes from"), said());
    requireSameResult("undisturbed", "out");
  }
}
