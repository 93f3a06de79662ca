package org.mahnmf.cli;

import org.mahnmf.data.InputException;
import org.mahnmf.store.Workers;
import picocli.CommandLine.Option;

/** How a command runs and what it says. */
final class RunOptions {

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to use (default: all processors). The result does not depend on it.")
  private Integer threads;

  @Option(names = "--quiet", description = "No progress and no notes.")
  private boolean quiet;

  @Option(names = "--json", description = "Print the outcome as JSON and nothing else.")
  private boolean json;

  int threads() {
    if (threads != null && threads < 1) {
      throw new InputException("threads is " + threads + " but must be at least 1");
    }
    return threads == null ? Workers.defaultThreads() : threads;
  }

  boolean quiet() {
    return quiet;
  }

  boolean json() {
    return json;
  }
}
