package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.matrix.DenseMatrix;

/** Kills the process of a real driver, {@link FitApp}, as spark-submit starts it. */
@Tag("long")
final class KilledDriverTest {

  @TempDir Path folder;

  private Process start(String out, String... more) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(word -> word.startsWith("--add-opens"))
            .toList());
    words.addAll(
        List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-Dspark.master=local[2]",
            "-Dspark.driver.host=localhost",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "-Dspark.ui.enabled=false",
            "-Dspark.local.dir=" + folder.resolve("local"),
            "-cp",
            System.getProperty("java.class.path"),
            FitApp.class.getName(),
            folder.resolve("table.csv").toString(),
            folder.resolve(out).toString(),
            "rank=3",
            "start=random",
            "tol=0",
            "maxIter=15"));
    words.addAll(List.of(more));
    return new ProcessBuilder(words)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("err.txt").toFile())
        .start();
  }

  private Process startSaved(String out, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("checkpointInterval=1", "resumeDir=" + folder.resolve("saved")));
    words.addAll(List.of(more));
    return start(out, words.toArray(new String[0]));
  }

  private String said() throws IOException {
    return Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
  }

  private long savings() throws IOException {
    Path saved = folder.resolve("saved");
    if (!Files.exists(saved)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(saved)) {
      return all.mapToLong(
              path ->
                  Files.exists(path.resolve("driver"))
                      ? Long.parseLong(
                          path.getFileName().toString().substring("checkpoint-".length()))
                      : 0)
          .max()
          .orElse(0);
    }
  }

  private byte[] basis(String out) throws IOException {
    return Files.readAllBytes(folder.resolve(out).resolve("model/basis.npy"));
  }

  @Test
  @Timeout(900)
  void anotherDriverEndsWithTheSameBytes() throws Exception {
    DenseMatrix table = new Planted(200, 12, 3, .1, 8).table();
    List<String> lines = new ArrayList<>();
    for (int j = 0; j < table.rows(); j++) {
      double[] row = new double[table.columns()];
      table.copyRow(j, row);
      List<String> cells = new ArrayList<>();
      for (double cell : row) {
        cells.add(String.valueOf(cell));
      }
      lines.add(String.join(",", cells));
    }
    Files.write(folder.resolve("table.csv"), lines);
    assertEquals(0, start("undisturbed").waitFor(), said());
    Process doomed = startSaved("out");
    try {
      while (savings() < 3) {
        assertTrue(doomed.isAlive(), "it ended too early: " + said());
        Thread.sleep(1);
      }
    } finally {
      doomed.destroyForcibly().waitFor(); // SIGKILL
    }
    assertFalse(Files.exists(folder.resolve("out/model")));
    assertEquals(2, startSaved("out", "seed=9").waitFor(), said());
    String last = said().lines().reduce("", (before, line) -> line);
    assertTrue(last.contains("the seed is 0 there but 9 here"), last);
    long before = savings();
    assertTrue(before >= 3);
    assertEquals(0, startSaved("out").waitFor(), said());
    assertArrayEquals(basis("undisturbed"), basis("out"));
    assertFalse(Files.exists(folder.resolve("saved")));
  }
}
