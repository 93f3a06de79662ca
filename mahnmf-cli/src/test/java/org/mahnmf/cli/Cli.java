package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

/** Runs the program inside the test and looks at what it says. */
public record Cli(int code, String out, String err) {

  /** Runs the program; arguments are turned to text. */
  public static Cli run(Object... arguments) {
    return run((out, err) -> Main.run(words(arguments).toArray(new String[0]), out, err));
  }

  /** Runs the program and presses Ctrl-C as soon as that does not end it at once. */
  public static Cli interrupted(Object... arguments) {
    return run(
        (out, err) -> {
          Interruption interruption = new Interruption(err, false, code -> {});
          AtomicBoolean done = new AtomicBoolean();
          Thread user =
              new Thread(
                  () -> {
                    while (!interruption.isRequested() && !done.get()) {
                      interruption.signal();
                    }
                  });
          user.start();
          try {
            return Main.run(new Console(out, err, false, interruption, words(arguments)));
          } finally {
            done.set(true);
          }
        });
  }

  private static Cli run(ToIntBiFunction<PrintStream, PrintStream> program) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        program.applyAsInt(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Cli(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static List<String> words(Object... arguments) {
    return Stream.of(arguments).map(Object::toString).toList();
  }

  /** Checks that all went well. */
  public Cli done() {
    assertEquals(0, code, err);
    return this;
  }

  /** Checks that a user's mistake is told in one line that holds some words. */
  public void mistake(String... words) {
    assertEquals(2, code, err);
    assertEquals("", out);
    List<String> lines = err.lines().toList();
    assertEquals(1, lines.size(), err);
    assertTrue(err.startsWith("mahnmf: "), err);
    assertFalse(err.contains("Exception"), err);
    for (String word : words) {
      assertTrue(err.contains(word), () -> "'" + word + "' is missing in: " + err);
    }
  }

  /** Returns stdout as a JSON object. */
  public Map<?, ?> json() {
    return (Map<?, ?>) JsonReader.parse(out);
  }

  /** Writes a table as CSV with all digits. */
  public static Path csv(Path file, DenseMatrix table) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < table.rows(); i++) {
      for (int j = 0; j < table.columns(); j++) {
        text.append(j == 0 ? "" : ",").append(table.get(i, j));
      }
      text.append('\n');
    }
    return Files.writeString(file, text);
  }

  /** Returns the names in a folder. */
  public static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
