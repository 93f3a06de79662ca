package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Examples;
import org.mahnmf.matrix.DenseMatrix;

/** Every Java snippet of README and guide compiles and runs, and every file they name is there. */
class GuideTest {

  private static final Path ROOT = root();

  /** Packages that snippets may name. */
  private static final List<String> PACKAGES =
      List.of(
          "checkpoint",
          "matrix",
          "problem",
          "term",
          "solver",
          "graph",
          "data",
          "data.file",
          "data.synthetic",
          "online",
          "picture");

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
    Examples.runSnippet(
        name,
        PACKAGES,
        code,
        folder,
        "double[][] table, double[][] newRows, Matrix weights",
        Examples.table(30, 12, 1),
        Examples.table(30, 12, 2),
        DenseMatrix.ofRows(Examples.table(30, 12, 3)));
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
