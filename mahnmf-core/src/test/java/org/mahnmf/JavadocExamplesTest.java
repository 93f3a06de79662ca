package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every type of the API shows how it is used, and what it shows compiles and runs. */
class JavadocExamplesTest {

  private static final Path API = Path.of("src/main/java/org/mahnmf");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code(.*?)\\}</pre>", Pattern.DOTALL);

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> examples() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> without = new ArrayList<>();
    try (Stream<Path> files = Files.list(API)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).sorted().toList()) {
        String source = Files.readString(file);
        String name = file.getFileName().toString().replace(".java", "");
        Matcher example = EXAMPLE.matcher(source);
        if (example.find()) {
          String code = example.group(1).replaceAll("(?m)^ \\* ?", "").strip();
          tests.add(DynamicTest.dynamicTest(name, () -> run(name, code)));
        } else if (source.contains("\npublic ")) {
          without.add(name);
        }
      }
    }
    tests.add(DynamicTest.dynamicTest("all have one", () -> assertEquals(List.of(), without)));
    return tests.stream();
  }

  private void run(String name, String code) throws Exception {
    Examples.runSnippet(
        name + "Example",
        List.of("matrix", "solver", "term"),
        code,
        folder,
        "double[][] table, double[][] newRows",
        Examples.table(40, 14, 1),
        Examples.table(10, 14, 2));
  }
}
