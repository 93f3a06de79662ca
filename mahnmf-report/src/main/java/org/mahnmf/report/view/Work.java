package org.mahnmf.report.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the page has done for it: the program reads, fits and writes as its commands do. */
public interface Work {

  /** Returns the names of the solvers to choose from, the default first. */
  List<String> solvers();

  /**
   * Fits and writes the files of a fit. Runs on a thread of its own, one run at a time.
   *
   * @param folder for the files; exists
   * @param watch shows how it goes and says when to stop
   * @throws IOException if a file cannot be written
   * @throws IllegalArgumentException for a mistake in the request or its input, in one line
   */
  void run(Request request, Path folder, Watch watch) throws IOException;
}
