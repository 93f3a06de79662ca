package org.mahnmf.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.job.ProgressLine.TimeLeft;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;

class ProgressLineTest {

  private static final Factors FACTORS = new Factors(new DenseMatrix(1, 1), new DenseMatrix(1, 1));

  private long now;

  private static MahNmf settings(int maxIterations, double tolerance) {
    return MahNmf.ofRank(1).withMaxIterations(maxIterations).withTolerance(tolerance);
  }

  private static Progress step(int iteration, double change) {
    double previous = iteration == 0 ? Double.POSITIVE_INFINITY : 100 / (1 - change);
    Progress.Objectives objectives = new Progress.Objectives(100, 100, previous);
    return new Progress(iteration, objectives, true, 0, 0, 1, FACTORS);
  }

  /** Runs 20 steps of one second each, of which every change is half of the one before. */
  private String run(boolean terminal, boolean quiet) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Interruption never = new Interruption(err, terminal, code -> {});
    Console console = new Console(err, err, terminal, never, List.of());
    try (ProgressLine progress = new ProgressLine(console, quiet, () -> now)) {
      progress.phase("reading data.csv");
      progress.beginRun(settings(500, Math.pow(.5, 30)));
      for (int t = 0; t <= 20; t++) {
        progress.onIteration(step(t, Math.pow(.5, t)));
        now += 1_000_000_000L;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void plainLinesAreFew() {
    List<String> lines = run(false, false).lines().toList();
    assertEquals(5, lines.size(), lines::toString);
    assertEquals("iteration 0, objective 100.000, 0.0 s", lines.get(0));
    assertTrue(lines.get(4).startsWith("iteration 20, objective 100.000, change 9.5e-07, 20.0 s"));
    assertTrue(lines.get(4).endsWith("about 10 s left"), lines.get(4));
  }

  @Test
  void aTerminalKeepsOneLineAndLosesItAtTheEnd() {
    String text = run(true, false);
    assertEquals(1, text.lines().filter(line -> line.contains("\n")).count() + 1);
    assertTrue(text.startsWith("\rreading data.csv ..."), text);
    assertTrue(text.contains("about 10 s left"), text);
    assertTrue(text.endsWith(" \r"), text);
  }

  @Test
  void quietIsQuiet() {
    assertEquals("", run(true, true));
    assertEquals("", run(false, true));
  }

  @Test
  void theChoiceOfTheRidgeIsTold() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Interruption never = new Interruption(err, true, code -> {});
    Console console = new Console(err, err, true, never, List.of());
    try (ProgressLine progress = new ProgressLine(console, false, () -> now)) {
      progress.beginRun(settings(500, 1e-4));
      double[] shares = {.5, .75, 1, .375};
      for (int point = 1; point <= 4; point++) {
        for (int start = 1; start <= 2; start++) {
          now += 2_000_000_000L;
          progress.onPath(new PathProgress(shares[point - 1], point, 10, start, 2, 5));
        }
      }
    }
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(
        "choosing the ridge: weight 1 of at most 10 (0.5 of the natural one), start 1 of 2, step 5, 2.0 s",
        lines.get(2).strip());
    String last = lines.get(9).strip();
    // 13 of 20 are left, of 2 s each
    assertTrue(last.startsWith("choosing the ridge: weight 4 of at most 10 (0.375 of"), last);
    assertTrue(last.endsWith("16.0 s, at most 26 s left for this"), last);
  }

  @Test
  void oneWeightIsAChoiceAmongStarts() {
    assertEquals("choosing a start: 2 of 3, step 7", new PathProgress(.5, 1, 1, 2, 3, 7).words());
    assertEquals("preparing the fit, step 7", new PathProgress(.5, 1, 1, 1, 1, 7).words());
  }

  @Test
  void limitsBoundTheTimeLeft() {
    TimeLeft time = new TimeLeft(settings(10, 1e-4));
    time.update(step(0, 0), 1);
    assertEquals("", time.words());
    time.update(step(1, .5), 3);
    assertEquals("at most 18 s left", time.words());
    TimeLeft limited = new TimeLeft(settings(500, 1e-4).withTimeLimit(Duration.ofMinutes(1)));
    limited.update(step(0, 0), 1);
    assertEquals("at most 59 s left", limited.words());
    limited.update(step(1, .5), 30);
    assertEquals("at most 30 s left", limited.words());
  }

  @Test
  void startsToComeCount() {
    TimeLeft time = new TimeLeft(settings(10, 1e-4).withRestarts(3));
    for (int t = 0; t <= 10; t++) {
      time.update(step(t, .5), t);
    }
    assertEquals("at most 20 s left", time.words());
    time.update(step(0, .5), 11);
    time.update(step(1, .5), 12);
    assertEquals("start 2/3, ", time.startWords());
    assertEquals("at most 20 s left", time.words());
  }
}
