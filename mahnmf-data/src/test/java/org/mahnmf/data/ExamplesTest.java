package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Examples;

/** The examples that need nothing but core and data. */
class ExamplesTest {

  @TempDir Path folder;

  @Test
  void glitchesAreFound() throws Exception {
    String printed = Examples.run("GlitchesInATable", folder);
    assertEquals(2, printed.lines().count(), printed);
    assertTrue(printed.contains("row 17, column 3") && printed.contains("row 90, column 6"));
  }

  @Test
  void theSquareIsFound() throws Exception {
    String printed = Examples.run("BackgroundOfAVideo", folder);
    assertTrue(Double.parseDouble(printed.split(" ")[0]) > 97, printed);
  }

  @Test
  void aSolverIsOneClassAndOneLine() throws Exception {
    assertTrue(Examples.run("ANewSolver", folder).contains("40 samples x 30 features"));
    String service = "org.mahnmf.solver.Solver";
    try (URLClassLoader loader = Examples.installed("ANewSolver", service, folder)) {
      Method named = loader.loadClass("org.mahnmf.Solvers").getMethod("named", String.class);
      assertEquals("ANewSolver", named.invoke(null, "subgradient").getClass().getName());
    }
  }

  @Test
  void aReaderIsOneClassAndOneLine() throws Exception {
    assertTrue(Examples.run("ANewReader", folder).contains("3 samples x 2 features"));
    Path file = Files.writeString(folder.resolve("some.txt"), "READINGS 1 2\n3 4\n");
    String service = "org.mahnmf.data.TableReader";
    try (URLClassLoader loader = Examples.installed("ANewReader", service, folder)) {
      Method read = loader.loadClass("org.mahnmf.data.Tables").getMethod("read", Path.class);
      Object table = read.invoke(null, file);
      Object values = table.getClass().getMethod("values").invoke(table);
      assertEquals("DenseMatrix 1x2", values.toString());
    }
  }

  @Test
  void aTermIsOneClass() throws Exception {
    String printed = Examples.run("ANewTerm", folder);
    assertTrue(printed.contains("largest sum of shares 1.000000"), printed);
  }

  @Test
  void aLossIsOneClass() throws Exception {
    assertTrue(Examples.run("ANewLoss", folder).contains("60 samples x 12 features"));
  }
}
