package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.graph.Graph;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Term;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

class MainTest {

  @Test
  void versionIsOneLine() {
    Cli cli = Cli.run("--version").done();
    assertTrue(cli.out().matches("mahnmf \\S+\\R"), cli.out());
    assertEquals("", cli.err());
  }

  @Test
  void nothingAskedShowsUsageOnStandardError() {
    Cli cli = Cli.run();
    assertEquals(2, cli.code());
    assertEquals("", cli.out());
    assertTrue(cli.err().contains("Usage: mahnmf"), cli.err());
  }

  @Test
  void helpIsData() {
    for (List<Object> words : List.of(List.<Object>of("--help"), List.<Object>of("help"))) {
      Cli cli = Cli.run(words.toArray()).done();
      assertTrue(cli.out().contains("transform"), cli.out());
      assertEquals("", cli.err());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "fit",
        "rank",
        "outliers",
        "separate",
        "watch",
        "transform",
        "cluster",
        "segment",
        "view",
        "sample",
        "study",
        "info",
        "bench"
      })
  void everyCommandHasHelpWithAnExample(String command) {
    Cli cli = Cli.run("help", command).done();
    assertEquals(cli, Cli.run(command, "--help").done());
    String all = Cli.run("--help").done().out();
    assertTrue(all.contains("\n  " + command + " "), all);
    String header = cli.out().lines().findFirst().orElseThrow();
    assertTrue(all.contains(header.substring(0, Math.min(40, header.length()))), all);
    assertTrue(cli.out().contains("\nExample"), cli.out());
    assertTrue(cli.out().contains("  mahnmf " + command), cli.out());
    assertFalse(cli.out().contains("--debug"), cli.out());
    assertFalse(cli.out().contains("${"), cli.out());
    assertTrue(cli.out().lines().allMatch(line -> line.length() <= 80), cli.out());
  }

  @Test
  void mistakes() {
    Cli.run("fti").mistake("fti", "did you mean fit?", "see mahnmf help");
    Cli.run("--nope").mistake("--nope");
    Cli.run("help", "nope").mistake("nope");
    Cli.run("info", "--jsn").mistake("did you mean --json?");
    Cli.run("info", "two\nlines").mistake("two");
  }

  /** What a shell makes of an unset variable would mean the current folder. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "fit t.csv --rank 1",
        "rank t.csv",
        "outliers t.csv",
        "separate t.csv",
        "watch clip",
        "transform basis.npy t.csv",
        "cluster t.csv --clusters 2",
        "segment t.png --segments 2",
        "view",
        "study reconstruction",
        "bench"
      })
  void anEmptyFolderIsRefused(String command) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--out", ""));
    Cli.run(words.toArray()).mistake("--out", "must not be empty");
    words.set(words.size() - 1, " ");
    Cli.run(words.toArray()).mistake("--out", "must not be empty");
  }

  @Test
  void anEmptyArgumentIsRefused() {
    Cli.run("sample", "table", "").mistake("DIR", "must not be empty");
    Cli.run("fit", "", "--rank", 1, "--out", "o").mistake("INPUT", "must not be empty");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit t.csv --rank 1 --out o",
        "rank t.csv",
        "outliers t.csv --out o",
        "separate t.csv --out o",
        "watch clip --out o",
        "cluster t.csv --clusters 2 --out o",
        "segment t.png --segments 2 --out o",
        "sample table o",
        "study reconstruction --out o",
        "demo"
      })
  void anOptionIsGivenOnce(String command) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--seed", "1", "--seed", "2"));
    Cli.run(words.toArray()).mistake("--seed", "only once");
  }

  @Test
  void groupsOfOptionsHaveEachOnce() {
    Object[] fit = {"fit", "t.csv", "--rank", 1, "--out", "o"};
    for (String twice :
        List.of("--solver rri --solver rri", "--resume --resume", "--box 0,1 --box 0,2")) {
      List<Object> words = new ArrayList<>(List.of(fit));
      words.addAll(List.of(twice.split(" ")));
      Cli.run(words.toArray()).mistake(words.get(6).toString(), "only once");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit t.csv --rank 1 --out o",
        "rank t.csv",
        "outliers t.csv --out o",
        "separate t.csv --out o",
        "watch clip --out o",
        "transform basis.npy t.csv --out o.npy",
        "cluster t.csv --clusters 2 --out o",
        "segment t.png --segments 2 --out o",
        "study reconstruction --out o"
      })
  void threadsAreNotMoreThanFourForEachProcessor(String command) {
    int most = 4 * Runtime.getRuntime().availableProcessors();
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--threads", most + 1));
    Cli.run(words.toArray()).mistake("threads is " + (most + 1), "at most " + most);
    assertFalse(Files.exists(Path.of("o")));
  }

  @Test
  void benchmarksAreAModuleThatTheLauncherPrepares(@TempDir Path folder) {
    Cli.run("bench", "--out", folder.resolve("out").toString())
        .mistake("mahnmf-bench", "class path");
    assertFalse(Files.exists(folder.resolve("out")), "nothing is left behind");
  }

  @Test
  void librariesLogOnlyWarnings() throws IOException {
    LogManager manager = LogManager.getLogManager();
    try {
      assertNotNull(new Main.QuietLogging());
      Logger library = Logger.getLogger("org.example.library");
      assertTrue(library.isLoggable(Level.WARNING));
      assertFalse(library.isLoggable(Level.INFO));
      assertEquals(1, manager.getLogger("").getHandlers().length);
    } finally {
      manager.readConfiguration();
    }
  }

  @Test
  void debugShowsWhere() {
    Cli cli = Cli.run("info", "--debug", "--nope");
    assertEquals(2, cli.code());
    assertTrue(cli.err().contains("\tat org.mahnmf.cli."), cli.err());
  }

  /** Adding one touches two files, as examples/README.md says. */
  @Test
  void aCommandIsNamedByMainAlone() throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).toList();
    }
    int commands = 0;
    for (Path source : sources) {
      if (Files.readString(source).contains(" implements Command {")) {
        commands++;
        String name = source.getFileName().toString().replace(".java", "");
        Pattern word = Pattern.compile("\\b" + name + "\\b");
        List<String> users = new ArrayList<>();
        for (Path other : sources) {
          long uses = word.matcher(Files.readString(other)).results().count();
          if (!other.equals(source) && uses > 0) {
            users.add(other.getFileName() + ", " + uses);
          }
        }
        assertEquals(List.of("Main.java, 2"), users, name); // its import and its line
      }
    }
    assertEquals(14, commands);
  }

  @Test
  void infoNamesWhatThereIs() {
    Cli cli = Cli.run("info").done();
    for (String word :
        List.of(
            "version",
            "java",
            "kernels",
            "solver smoothing",
            "start hals",
            "loss manhattan",
            "term box")) {
      assertTrue(cli.out().contains(word), word + " in " + cli.out());
    }
    Map<?, ?> info = Cli.run("info", "--json").done().json();
    assertTrue(((Map<?, ?>) info.get("solvers")).containsKey("rri"), info::toString);
    assertTrue(((Map<?, ?>) info.get("starts")).containsKey("hals"), info::toString);
    assertEquals(
        Set.of(new Manhattan().name(), new ElasticNet(1).name()),
        ((Map<?, ?>) info.get("losses")).keySet());
    Groups all = Groups.single(1);
    Graph alone = Graph.ofEdges(1, new int[0], new int[0], new double[0]);
    Set<String> terms = new HashSet<>(Set.of("symmetric"));
    for (Term term :
        List.of(
            Box.NON_NEGATIVE,
            new Box(0, 1),
            new GraphSmoothness(1, alone),
            new GroupSparse(GroupNorm.TWO, 1, all),
            new GroupBall(GroupNorm.TWO, 1, all),
            new Ridge(1),
            new Sparsity(1))) {
      terms.add(term.name());
    }
    assertEquals(terms, ((Map<?, ?>) info.get("terms")).keySet());
  }
}
