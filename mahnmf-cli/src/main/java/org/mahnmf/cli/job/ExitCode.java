package org.mahnmf.cli.job;

/** What the program tells its caller. */
public final class ExitCode {

  /** All done. */
  public static final int DONE = 0;

  /** Something failed that is not the user's mistake. */
  public static final int FAILED = 1;

  /** Bad usage or bad input. */
  public static final int USAGE = 2;

  /** Ended by Ctrl-C or SIGTERM; what was found so far is saved. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
