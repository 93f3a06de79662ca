package org.mahnmf.lab.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.file.InputException;

class StudyResultTest {

  @TempDir private Path folder;

  /** Values are the trial's number squared, times the group's. */
  private static final class Toy extends Study {

    final AtomicInteger runs = new AtomicInteger();
    final AtomicInteger drawings = new AtomicInteger();
    final double level;

    Toy() {
      this(1);
    }

    Toy(double level) {
      super("toy", "squares");
      this.level = level;
    }

    @Override
    public Map<String, Object> protocol() {
      return Map.of("level", level);
    }

    @Override
    public Plan plan(Setting setting) {
      List<Trial> trials = new ArrayList<>();
      for (int group = 1; group <= 2; group++) {
        for (int repeat = 1; repeat <= setting.trialsOr(3, 1); repeat++) {
          double value = group * repeat * repeat;
          trials.add(
              new Trial(
                  List.of("g" + group),
                  repeat,
                  () -> {
                    runs.incrementAndGet();
                    return new TreeMap<>(
                        Map.of("value", value, Curve.point("value over time", 7), 2 * value));
                  }));
        }
      }
      Picture picture =
          new Picture(
              "toy.png",
              "A toy",
              () -> {
                drawings.incrementAndGet();
                return new byte[] {1, 2};
              });
      return new Plan(
          setting, List.of("group"), trials, List.of(picture), List.of(), List.of("Missing set"));
    }

    @Override
    public Map<String, Double> printed(List<String> group) {
      return group.get(0).equals("g1") ? Map.of("value", 4.5) : Map.of();
    }
  }

  private StudyResult run(Toy toy, Study.Setting setting, int threads, BooleanSupplier stop)
      throws IOException {
    return StudyResult.run(toy, setting, folder, threads, stop, (done, all, left) -> {});
  }

  private Study.Setting setting(long seed) {
    return new Study.Setting(folder, 0, false, seed, List.of());
  }

  @Test
  void meansDeviationsAndThePaper() throws IOException {
    StudyResult result = run(new Toy(), setting(1), 3, () -> false);
    assertTrue(result.complete());
    assertEquals(List.of("Missing set"), result.data().skipped());
    StudyResult.Summary first = result.rows().get(0).values().get("value");
    assertEquals(14 / 3., first.mean(), 1e-12);
    assertEquals(Math.sqrt((1 + 16 + 81 - 196 / 3.) / 2), first.deviation(), 1e-12);
    assertEquals(
        "group,trials,value,value deviation,value printed\ng1,3,4.6667,4.0,4.5\ng2,3,9.3333,8.1,\n",
        result.csv());
    assertEquals(2, ((List<?>) result.toMap().get("rows")).size());
  }

  @Test
  void goesOnWhereItWasStopped() throws IOException {
    Toy toy = new Toy();
    StudyResult part = run(toy, setting(1), 1, () -> toy.runs.get() >= 2);
    assertFalse(part.complete());
    assertEquals(2, toy.runs.get());
    // A crash may cut the last line off.
    Files.writeString(
        folder.resolve("trials.jsonl"), "{\"trial\": \"g2|", StandardOpenOption.APPEND);
    Files.writeString(folder.resolve("trials.jsonl"), "\n", StandardOpenOption.APPEND);
    StudyResult whole = run(toy, setting(1), 2, () -> false);
    assertEquals(6, toy.runs.get());
    assertTrue(whole.complete());
    StudyResult again = run(toy, setting(1), 2, () -> false);
    assertEquals(6, toy.runs.get());
    assertEquals(whole.csv(), again.csv());
    assertEquals(1, toy.drawings.get());
    assertEquals(Map.of("toy.png", "A toy"), again.pictures());
    assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(folder.resolve("toy.png")));
  }

  @Test
  void curves() throws IOException {
    StudyResult result = run(new Toy(), setting(1), 1, () -> false);
    assertEquals(
        """
        panel,what,line,over,place,mean,deviation
        "",value,g1,time,7.0,9.33333,8.08
        "",value,g2,time,7.0,18.6667,16.2
        """,
        result.curvesCsv());
    assertEquals(1, ((List<?>) result.toMap().get("curves")).size());
  }

  @Test
  void panelsOfRows() {
    List<StudyResult.Row> rows = new ArrayList<>();
    for (int rank : new int[] {20, 10}) {
      for (String method : List.of("A", "B")) {
        rows.add(
            new StudyResult.Row(
                List.of("Yale", Integer.toString(rank), method),
                1,
                Map.of(
                    "accuracy", new StudyResult.Summary(rank + (method.equals("A") ? 1 : 2), .5)),
                Map.of()));
      }
    }
    StudyResult result =
        new StudyResult(
            new Toy(),
            setting(1),
            List.of("data", "rank", "method"),
            rows,
            Map.of(),
            new StudyResult.Data("", List.of()),
            true);
    List<Panel> panels = Panel.ofRows(result, "rank", "method", "accuracy");
    assertEquals(1, panels.size());
    assertEquals("Yale", panels.get(0).title());
    Curve second = panels.get(0).curves().get(1);
    assertEquals("B", second.label());
    assertArrayEquals(new double[] {10, 20}, second.x());
    assertArrayEquals(new double[] {12, 22}, second.mean());
    assertArrayEquals(new double[] {.5, .5}, second.deviation());
  }

  @Test
  void refusesAFolderOfOtherSettings() throws IOException {
    run(new Toy(), setting(1), 1, () -> false);
    assertThrows(InputException.class, () -> run(new Toy(), setting(2), 1, () -> false));
  }

  @Test
  void refusesTrialsOfAnotherProtocol() throws IOException {
    StudyResult result = run(new Toy(.5), setting(1), 1, () -> false);
    assertEquals(Map.of("level", .5), result.toMap().get("protocol"));
    assertThrows(InputException.class, () -> run(new Toy(.6), setting(1), 1, () -> false));
    run(new Toy(.5), setting(1), 1, () -> false);
  }

  /** Trials of an older default are refused by this word. */
  @Test
  void theProtocolOfFacesNamesTheDefault() {
    for (String name : List.of("calibration", "reconstruction", "recognition", "clustering")) {
      Study study =
          Study.all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
      assertEquals("held-out ridge", study.protocol().get("default"), name);
    }
  }

  @Test
  void runsOnlyWhatIsNamed() throws IOException {
    Toy toy = new Toy();
    Study.Setting some = new Study.Setting(folder, 0, false, 1, List.of("g2"));
    StudyResult part = run(toy, some, 1, () -> false);
    assertEquals(3, toy.runs.get());
    assertEquals(0, toy.drawings.get());
    assertFalse(part.complete());
    assertEquals(List.of("g2"), part.rows().get(0).group());
    StudyResult whole = run(toy, setting(1), 1, () -> false);
    assertEquals(6, toy.runs.get());
    assertTrue(whole.complete());
    Study.Setting none = new Study.Setting(folder, 0, false, 1, List.of("g3"));
    InputException refusal =
        assertThrows(InputException.class, () -> run(toy, none, 1, () -> false));
    assertEquals("no trial has 'g3' for one of group", refusal.getMessage());
  }

  @Test
  void wordsOfOneColumnAreAlternatives() {
    List<Study.Trial> trials = new ArrayList<>();
    for (String noise : List.of("None", "Laplace", "Poisson")) {
      for (String method : List.of("A", "B")) {
        trials.add(new Study.Trial(List.of(noise, method), 1, Map::of));
      }
    }
    Study.Setting some = new Study.Setting(folder, 0, false, 1, List.of("B", "Laplace", "None"));
    Study.Plan plan = new Study.Plan(some, "noise", "method");
    plan.trials().addAll(trials);
    assertEquals(
        List.of("None|B|1", "Laplace|B|1"),
        plan.wanted().trials().stream().map(Study.Trial::key).toList());
  }

  @Test
  void studiesAreKnownByName() {
    List<String> names = Study.all().stream().map(Study::name).toList();
    assertTrue(names.containsAll(List.of("calibration", "reconstruction")), names.toString());
  }
}
