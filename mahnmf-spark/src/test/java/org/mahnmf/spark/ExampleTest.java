package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Examples;

class ExampleTest {

  @Test
  void theExampleRuns(@TempDir Path folder) throws Exception {
    String printed = Examples.run("FitOnSpark", folder);
    assertTrue(printed.contains("codes") && printed.contains("outlier"), printed);
  }
}
