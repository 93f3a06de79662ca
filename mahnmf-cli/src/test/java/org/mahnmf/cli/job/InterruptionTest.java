package org.mahnmf.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.TestTables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

class InterruptionTest {

  private final List<Integer> halts = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Interruption interruption =
      new Interruption(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, halts::add);

  @Test
  void endsAtOnceWhereNothingCanBeSaved() {
    interruption.signal();
    assertEquals(List.of(130), halts);
    assertFalse(interruption.isRequested());
  }

  @Test
  void asksFirstWhereSomethingCanBeSaved() throws IOException {
    interruption.finish(
        () -> {
          interruption.signal();
          assertEquals(List.of(), halts);
          assertTrue(interruption.isRequested());
        });
    assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("interrupted"));
    interruption.signal();
    assertEquals(List.of(130), halts);
  }

  @Test
  @Timeout(60)
  void aRealProcessSavesWhatItHas(@TempDir Path folder) throws Exception {
    Path input = folder.resolve("big.npy");
    NpyWriter.write(input, TestTables.spiked(600, 500, 10, 1));
    Path out = folder.resolve("out");
    Process process =
        start(
            "fit",
            input,
            "--rank",
            "20",
            "--out",
            out,
            "--tolerance",
            "0",
            "--max-iterations",
            "1000000");
    try (BufferedReader err =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String first = err.readLine();
      // How much memory it takes is told before, and on slow machines how the ridge is chosen.
      while (!first.startsWith("iteration 0,") && !first.startsWith("choosing the ridge: ")) {
        assertTrue(first.startsWith("note: "), first);
        first = err.readLine();
      }
      process.toHandle().destroy(); // SIGTERM
      String rest = String.join("\n", err.lines().toList());
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "still runs");
      assertEquals(130, process.exitValue(), rest);
      assertTrue(rest.contains("mahnmf: interrupted"), rest);
    } finally {
      process.destroyForcibly();
    }
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(out));
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(true, record.get("interrupted"));
    DenseMatrix table = NpyReader.read(input);
    DenseMatrix codes = NpyReader.read(out.resolve("codes.npy"));
    DenseMatrix basis = NpyReader.read(out.resolve("basis.npy"));
    Map<?, ?> settings = (Map<?, ?>) record.get("settings");
    double ridge = (double) ((Map<?, ?>) settings.get("model")).get("ridge");
    double squares =
        DoubleStream.concat(Arrays.stream(codes.array()), Arrays.stream(basis.array()))
            .map(value -> value * value)
            .sum();
    double objective = TestTables.loss(table, codes, basis) + ridge / 2 * squares;
    assertEquals(objective, (double) record.get("objective"), 1e-9 * objective);
  }

  /** The input is so large that it is still read when the program is ended. */
  @Test
  @Timeout(60)
  void anEndWhileReadingLeavesNothing(@TempDir Path folder) throws Exception {
    Path input = Files.writeString(folder.resolve("t.csv"), "1,2,3,4,5,6,7,8\n".repeat(4_000_000));
    Path kept = Files.createDirectory(folder.resolve("kept"));
    for (Path out : List.of(folder.resolve("new"), kept)) {
      Process process = start("fit", input, "--rank", "2", "--out", out);
      try {
        while (Files.notExists(out.resolve(OutputFolder.LOCK))) {
          assertTrue(process.isAlive(), "it ended too early");
          Thread.sleep(1);
        }
        process.toHandle().destroy(); // SIGTERM
        assertEquals(130, process.waitFor());
      } finally {
        process.destroyForcibly();
      }
    }
    assertEquals(List.of("kept", "t.csv"), Cli.names(folder));
    assertEquals(List.of(), Cli.names(kept));
  }

  private static Process start(Object... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.mahnmf.cli.Main"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }
}
