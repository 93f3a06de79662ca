package org.mahnmf.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where the results of a command go. */
public final class OutFolder {

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path path;

  public Path path() {
    return path;
  }
}
