package org.mahnmf.cli.study;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** What {@code mahnmf bench} runs; the module mahnmf-bench has it. */
public interface Benchmark {

  /**
   * Measures passes over tables against OpenBLAS and memory.
   *
   * @param quick on one table
   * @param out where to print what is found, line by line
   */
  void passes(boolean quick, PrintStream out);

  /**
   * Compares kernels with the ratios on record.
   *
   * @param out where to print what is found, line by line
   * @return whether none has become much slower
   * @throws IOException if the record cannot be read
   */
  boolean guard(PrintStream out) throws IOException;

  /**
   * Measures everything and writes a page about it.
   *
   * @param folder for performance.md and its plots; exists
   * @param quick less often and on smaller tables
   * @param talk where to say what is being done
   * @return the files written, as a person calls them
   * @throws IOException if they cannot be written
   */
  String report(Path folder, boolean quick, PrintStream talk) throws IOException;
}
