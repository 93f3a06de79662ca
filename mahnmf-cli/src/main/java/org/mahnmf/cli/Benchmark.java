package org.mahnmf.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** What {@code mahnmf bench} runs; the module mahnmf-bench has it. */
public interface Benchmark {

  /**
   * Measures.
   *
   * @param folder for bench.json and bench.html; exists
   * @param quick less often and on fewer sizes
   * @param out where to print what is found, line by line
   * @return the files written, as a person calls them
   * @throws IOException if they cannot be written
   */
  String run(Path folder, boolean quick, PrintStream out) throws IOException;
}
