package org.mahnmf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.matrix.Precision;

/** What is made of figures, with made-up ones: nothing here measures. */
class BenchTest {

  @Test
  void thePageHasATableAndAPlotOfPasses(@TempDir Path folder) throws IOException {
    List<Passes.Line> lines = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      for (int rank : new int[] {2, 10}) {
        for (Passes.Pass pass : Passes.Pass.values()) {
          Passes.Case which = new Passes.Case(1000, 500, rank, precision, false, pass);
          lines.add(new Passes.Line(which, 10 * rank, 200, 3, 30));
        }
      }
    }
    Markdown page = new Markdown().heading(1, "Performance").text("word ".repeat(50));
    Passes.write(page, lines);
    page.write(folder);
    String text = Files.readString(folder.resolve("performance.md"));
    assertTrue(text.startsWith("# Performance\n\nword "), text);
    assertTrue(text.contains("\n| 1000 × 500 | 10 | float | 100.0 (50, 10) |"), text);
    assertTrue(text.contains("dgemm 200.0 GFlop/s"), text);
    assertTrue(text.lines().allMatch(line -> line.startsWith("|") || line.length() <= 120), text);
    assertTrue(text.contains("](images/performance-passes.svg)"), text);
    String plot = Files.readString(folder.resolve("images/performance-passes.svg"));
    assertTrue(plot.startsWith("<svg") && plot.contains("smoothing, codes"), plot);
  }

  @Test
  void aContestGivesMedians() throws IOException {
    List<String> said = new ArrayList<>();
    Contest contest = new Contest(60, said::add);
    int[] calls = new int[1];
    contest.warm("quick", () -> calls[0]++);
    List<List<String>> rows = contest.run();
    assertEquals(List.of(List.of("quick", "0.00", "0.00", "5")), rows);
    assertEquals(6, calls[0]);
    assertEquals(6, said.size());
    assertEquals(3, Contest.median(new double[] {9, 1, 3}));
    assertEquals(2, Contest.median(new double[] {9, 1, 3, 1}));
  }

  @Test
  void theGuardKnowsEveryKernelOnEveryJdk() throws IOException {
    for (int jdk : new int[] {17, 21, 25, 30}) {
      Guard guard = new Guard(jdk);
      for (KernelCase kernel : KernelCase.all()) {
        assertTrue(guard.isFallen(kernel.name(), 0), kernel.name() + " is not on record");
        assertFalse(guard.isFallen(kernel.name(), 10));
      }
    }
    assertFalse(new Guard(25).isFallen("unknown", 0));
  }
}
