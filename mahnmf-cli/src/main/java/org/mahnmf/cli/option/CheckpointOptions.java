package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.mahnmf.data.file.InputException;
import picocli.CommandLine.Option;

/** How a long run keeps checkpoints, and is resumed after it was killed. */
public final class CheckpointOptions {

  private static final String AUTO = "auto";
  private static final String AUTO_NAME = "checkpoint.mahnmf";

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|auto",
      description =
          "Keep a checkpoint of the run in FILE, from which --resume continues after a crash; auto: "
              + AUTO_NAME
              + " in DIR. Removed when the results are written. With --engine a folder that all its"
              + " machines reach.")
  private String checkpoint;

  @Option(
      names = "--resume",
      description =
          "Resume from the checkpoint (default: auto), to the very result of an undisturbed run; if"
              + " there is none, begin afresh.")
  private boolean resume;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "TIME",
      description =
          "Time between two checkpoints, which is what a crash can cost (default: 1s; with --engine"
              + " every few outer steps).")
  private Duration every;

  /** Returns the file, or the folder of an engine. */
  public String place(Path folder) {
    InputException.throwIf(
        checkpoint == null && !resume, "--checkpoint-every needs --checkpoint as well");
    boolean auto = checkpoint == null || checkpoint.equals(AUTO);
    return auto ? folder.resolve(AUTO_NAME).toString() : checkpoint;
  }

  public boolean resume() {
    return resume;
  }

  public Optional<Duration> every() {
    return Optional.ofNullable(every);
  }
}
