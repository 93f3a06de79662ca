package org.mahnmf.cli;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Every Java snippet of README and guide compiles and runs, and every file they name is there. */
class GuideTest {

  private static final Path ROOT = root();

  private static final String HEAD =
      """
      import java.util.*;
      import java.time.Duration;
      import java.nio.file.*;
      import org.mahnmf.*;
      import org.mahnmf.checkpoint.*;
      import org.mahnmf.matrix.*;
      import org.mahnmf.problem.*;
      import org.mahnmf.term.*;
      import org.mahnmf.solver.*;
      import org.mahnmf.graph.*;
      import org.mahnmf.data.*;
      import org.mahnmf.data.file.*;
      import org.mahnmf.data.synthetic.*;
      import org.mahnmf.online.*;
      import org.mahnmf.picture.*;
      public final class %s {
        public static void run(double[][] table, double[][] newRows, Matrix weights)
            throws Exception {
      """;

  @TempDir private Path folder;

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("README.md"))) {
      here = here.getParent();
    }
    return here;
  }

  @TestFactory
  Stream<DynamicTest> snippetsRun() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String page : List.of("README.md", "docs/guide.md")) {
      List<String> snippets = snippets(Files.readString(ROOT.resolve(page)));
      assertTrue(!snippets.isEmpty(), page + " has no snippets");
      for (int k = 0; k < snippets.size(); k++) {
        String name = "Snippet" + tests.size();
        String code = snippets.get(k);
        tests.add(
            DynamicTest.dynamicTest(
                page + ", snippet " + (k + 1), () -> compileAndRun(name, code)));
      }
    }
    return tests.stream();
  }

  private static List<String> snippets(String text) {
    List<String> snippets = new ArrayList<>();
    StringBuilder current = null;
    for (String line : text.split("\n", -1)) {
      if (line.equals("```java")) {
        current = new StringBuilder();
      } else if (line.equals("```") && current != null) {
        snippets.add(current.toString());
        current = null;
      } else if (current != null) {
        current.append(line).append('\n');
      }
    }
    return snippets;
  }

  private void compileAndRun(String name, String code) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(source, HEAD.formatted(name) + code + "  }\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                null,
                compiler
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(source.toFile()))
            .call();
    assertTrue(compiled, code + "\n" + messages);
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      loader
          .loadClass(name)
          .getMethod("run", double[][].class, double[][].class, Matrix.class)
          .invoke(null, table(1), table(2), DenseMatrix.ofRows(table(3)));
    }
  }

  private static double[][] table(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[30][12];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextDouble() + random.nextInt(3);
      }
    }
    return rows;
  }

  @Test
  void linksPointToFilesThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    for (Path page : pages) {
      Matcher link = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)").matcher(Files.readString(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(ROOT.relativize(page) + " -> " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }
}
