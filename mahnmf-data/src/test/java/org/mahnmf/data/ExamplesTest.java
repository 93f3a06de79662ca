package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void aSolverIsOneClass() throws Exception {
    assertTrue(Examples.run("ANewSolver", folder).contains("40 samples x 30 features"));
  }

  @Test
  void aReaderIsOneClass() throws Exception {
    assertTrue(Examples.run("ANewReader", folder).contains("3 samples x 2 features"));
  }
}
