package org.mahnmf.cli.study;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** What {@code mahnmf bench} runs; the module mahnmf-bench has it. */
public interface Benchmark {

  /** Measures passes over tables against OpenBLAS and memory; if quick on one table. */
  void passes(boolean quick, PrintStream out);

  /** Compares kernels with the ratios on record; tells whether none has become much slower. */
  boolean guard(PrintStream out) throws IOException;

  /**
   * Measures everything and writes a page about it, performance.md and its plots.
   *
   * @param quick less often and on smaller tables
   * @return the files written, as a person calls them
   */
  String report(Path folder, boolean quick, PrintStream talk) throws IOException;
}
