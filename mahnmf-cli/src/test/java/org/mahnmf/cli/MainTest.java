package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ValueSource(strings = {"fit", "transform", "info", "demo"})
  void everyCommandHasHelpWithAnExample(String command) {
    Cli cli = Cli.run("help", command).done();
    assertEquals(cli, Cli.run(command, "--help").done());
    assertTrue(cli.out().contains("Example:"), cli.out());
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

  @Test
  void debugShowsWhere() {
    Cli cli = Cli.run("info", "--debug", "--nope");
    assertEquals(2, cli.code());
    assertTrue(cli.err().contains("\tat org.mahnmf.cli."), cli.err());
  }

  @Test
  void infoNamesWhatThereIs() {
    Cli cli = Cli.run("info").done();
    for (String word :
        List.of("version", "java", "kernels", "solver smoothing", "start hals", "manhattan")) {
      assertTrue(cli.out().contains(word), word + " in " + cli.out());
    }
    Map<?, ?> info = Cli.run("info", "--json").done().json();
    assertTrue(((Map<?, ?>) info.get("solvers")).containsKey("rri"), info::toString);
    assertTrue(((Map<?, ?>) info.get("starts")).containsKey("hals"), info::toString);
    assertEquals(List.of("manhattan"), info.get("losses"));
    assertEquals(List.of("nonnegative"), info.get("terms"));
  }
}
