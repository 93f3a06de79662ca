package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every type of the API shows how it is used, and what it shows compiles and runs. */
class JavadocExamplesTest {

  private static final Path API = Path.of("src/main/java/org/mahnmf");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code(.*?)\\}</pre>", Pattern.DOTALL);

  /** What examples may name. */
  private static final String HEAD =
      """
      import java.time.Duration;
      import java.util.*;
      import org.mahnmf.*;
      import org.mahnmf.matrix.*;
      import org.mahnmf.solver.*;
      import org.mahnmf.term.*;

      public class %s {
        public static void run(double[][] table, double[][] newRows) throws Exception {
      """;

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
    String type = name + "Example";
    Path source = folder.resolve(type + ".java");
    Files.writeString(source, HEAD.formatted(type) + code + "\n  }\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                options,
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    assertTrue(compiled, code + "\n" + messages);
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      loader
          .loadClass(type)
          .getMethod("run", double[][].class, double[][].class)
          .invoke(null, table(40, 1), table(10, 2));
    }
  }

  private static double[][] table(int samples, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[samples][14];
    for (double[] row : rows) {
      double one = random.nextDouble();
      double other = random.nextDouble();
      for (int j = 0; j < row.length; j++) {
        row[j] = one * j + other * (14 - j) + .1 * random.nextDouble();
      }
    }
    return rows;
  }
}
