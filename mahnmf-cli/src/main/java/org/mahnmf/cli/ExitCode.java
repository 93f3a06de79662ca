package org.mahnmf.cli;

/** What the program tells its caller. */
final class ExitCode {

  /** All done. */
  static final int DONE = 0;

  /** Something failed that is not the user's mistake. */
  static final int FAILED = 1;

  /** Bad usage or bad input. */
  static final int USAGE = 2;

  /** Ended by Ctrl-C or SIGTERM; what was found so far is saved. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
