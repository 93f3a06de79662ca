package org.mahnmf.cli.job;

import java.io.IOException;

/** One command of the program; picocli fills its fields before it is executed. */
public interface Command {

  /** Exit code: all done. */
  int DONE = 0;

  /** Exit code: something failed that is not the user's mistake. */
  int FAILED = 1;

  /** Exit code: bad usage or bad input. */
  int USAGE = 2;

  /** Exit code: ended by Ctrl-C or SIGTERM; what was found so far is saved. */
  int INTERRUPTED = 130;

  /**
   * Does the work: data goes to the console's {@code out}, talk to its {@code err}.
   *
   * @return the exit code
   * @throws org.mahnmf.data.file.InputException for a user's mistake, in one line
   */
  int execute(Console console) throws IOException;
}
