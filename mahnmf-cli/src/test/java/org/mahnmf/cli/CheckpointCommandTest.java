package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.CheckpointFile;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

class CheckpointCommandTest {

  @TempDir private Path folder;
  private DenseMatrix table;
  private Path input;
  private Path saved;

  @BeforeEach
  void writeTable() throws IOException {
    table = TestTables.spiked(30, 20, 3, 5);
    input = folder.resolve("data.npy");
    saved = folder.resolve("saved");
    NpyWriter.write(input, table);
  }

  private Cli fit(String out, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", input, "--rank", 3, "--out", folder.resolve(out)));
    words.addAll(List.of(more));
    return Cli.run(words.toArray());
  }

  /** What a killed run of the same command would have left. */
  private void leaveCheckpoint() {
    MahNmf.ofRank(3)
        .with(Solvers.named("auto"))
        .withCheckpoint(Checkpoint.begin(new CheckpointFile(saved), Duration.ZERO))
        .fit(Observations.of(table));
    assertTrue(Files.exists(saved));
  }

  private void requireSame(String expected, String actual) throws IOException {
    for (String file : List.of("basis.npy", "codes.npy")) {
      assertArrayEquals(
          Files.readAllBytes(folder.resolve(expected).resolve(file)),
          Files.readAllBytes(folder.resolve(actual).resolve(file)));
    }
  }

  @Test
  void goesOnToTheSameBytesAndRemovesTheFile() throws IOException {
    leaveCheckpoint();
    fit("plain").done();
    Cli cli = fit("resumed", "--checkpoint", saved, "--resume").done();
    assertTrue(cli.err().contains("note: The run resumes from " + saved), cli.err());
    requireSame("plain", "resumed");
    assertTrue(Files.notExists(saved));
  }

  @Test
  void savesBesideTheResultsIfNoFileIsNamed() throws IOException {
    fit("plain").done();
    Cli cli = fit("auto", "--resume", "--checkpoint-every", "1ms").done();
    assertTrue(cli.err().contains("checkpoint.mahnmf: there is no checkpoint"), cli.err());
    assertTrue(cli.err().contains("begins afresh"), cli.err());
    requireSame("plain", "auto");
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("auto")));
  }

  @Test
  void overwritesNothingUnasked() throws IOException {
    leaveCheckpoint();
    byte[] before = Files.readAllBytes(saved);
    fit("out", "--checkpoint", saved).mistake("saved", "add --resume", "delete it");
    assertArrayEquals(before, Files.readAllBytes(saved));
  }

  @Test
  void refusesTheCheckpointOfAnotherRun() throws IOException {
    leaveCheckpoint();
    fit("out", "--checkpoint", saved, "--resume", "--seed", 4)
        .mistake("saved: is a checkpoint of another run: the seed is 0 there but 4 here");
    fit("out", "--checkpoint", saved, "--resume", "--box", "0,1").mistake("the basis is");
    table.set(0, 0, table.get(0, 0) + 1);
    NpyWriter.write(input, table);
    fit("out", "--checkpoint", saved, "--resume").mistake("the hash of the table is");
    byte[] bytes = Files.readAllBytes(saved);
    bytes[bytes.length / 2]++;
    Files.write(saved, bytes);
    fit("out", "--checkpoint", saved, "--resume").mistake("saved: is damaged");
    fit("out", "--checkpoint", input, "--resume").mistake("data.npy: is not a checkpoint");
    assertTrue(Files.exists(saved));
  }

  @Test
  void refusesWhatMakesNoSense() {
    fit("out", "--checkpoint-every", "2s").mistake("--checkpoint-every needs --checkpoint");
    fit("out", "--checkpoint", folder).mistake("is a folder");
    Cli.run(
            "fit",
            input,
            "--rank",
            "auto",
            "--time-limit",
            "9s",
            "--resume",
            "--out",
            folder.resolve("out"))
        .mistake("--checkpoint and --time-limit exclude each other");
  }

  @Test
  void aClipIsSavedAsWell() throws IOException {
    Path out = folder.resolve("apart");
    Cli cli =
        Cli.run("separate", input, "--resume", "--checkpoint-every", "1ms", "--out", out).done();
    assertTrue(cli.err().contains("begins afresh"), cli.err());
    assertTrue(Files.notExists(out.resolve("checkpoint.mahnmf")));
  }
}
