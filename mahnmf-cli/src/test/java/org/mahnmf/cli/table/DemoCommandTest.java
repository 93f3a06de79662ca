package org.mahnmf.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;

class DemoCommandTest {

  @TempDir private Path folder;

  @Test
  void findsWhatMovesBetterThanEuclideanNmf() throws IOException {
    Path out = folder.resolve("street");
    Cli cli = Cli.run("demo", "--out", out, "--quiet").done();
    assertEquals("", cli.err());
    List<String> lines = cli.out().lines().toList();
    assertEquals(out.resolve("report.html").toString(), lines.get(lines.size() - 1));
    double robust = score(lines, "MahNMF");
    double euclidean = score(lines, "Euclidean NMF");
    assertTrue(robust > .9, cli.out());
    assertTrue(robust > euclidean + .05, cli.out());
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(out));
    String html = Files.readString(out.resolve("report.html"));
    assertTrue(html.contains("Euclidean NMF"), "the report compares");
  }

  private static double score(List<String> lines, String method) {
    String line = lines.stream().filter(one -> one.startsWith(method)).findFirst().orElseThrow();
    String[] words = line.substring(method.length()).trim().split("\\s+");
    return Double.parseDouble(words[2]);
  }

  @Test
  void mistakes() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "precious");
    Cli.run("demo", "--out", file).mistake("file: is a file");
    Cli.run("demo", "--seed", "x").mistake("'x'");
    assertEquals("precious", Files.readString(file));
  }
}
