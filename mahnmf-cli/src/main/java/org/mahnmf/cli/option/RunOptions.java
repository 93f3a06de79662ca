package org.mahnmf.cli.option;

import org.mahnmf.base.Workers;
import org.mahnmf.data.file.InputException;
import picocli.CommandLine.Option;

/** How a command runs and what it says. */
public final class RunOptions {

  /** For the help of commands that have a seed. */
  public static final String SEED = "Seed of every random choice (default: 0).";

  /** For the help of commands whose results go to a folder. */
  public static final String OUT = "Folder for the results; created if need be.";

  /** More threads than this for each processor are a slip of the hand. */
  private static final int MOST_PER_PROCESSOR = 4;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to use (default: all processors). The result does not depend on it.")
  private Integer threads;

  @Option(names = "--quiet", description = "No progress and no notes.")
  private boolean quiet;

  @Option(names = "--json", description = "Print the outcome as JSON and nothing else.")
  private boolean json;

  /** For a command that has no others. */
  public static RunOptions of(boolean quiet) {
    RunOptions options = new RunOptions();
    options.quiet = quiet;
    return options;
  }

  public int threads() {
    return threads(threads);
  }

  /** Checks a number of threads; null for all processors. */
  public static int threads(Integer threads) {
    int most = MOST_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    InputException.throwIf(
        threads != null && threads < 1, "threads is " + threads + " but must be at least 1");
    InputException.throwIf(
        threads != null && threads > most,
        "threads is %s but must be at most %s, %s for each processor; more only take memory"
            .formatted(threads, most, MOST_PER_PROCESSOR));
    return threads == null ? Workers.defaultThreads() : threads;
  }

  public boolean quiet() {
    return quiet;
  }

  public boolean json() {
    return json;
  }
}
