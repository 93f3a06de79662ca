package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.data.CheckpointFile;
import org.mahnmf.data.InputException;
import picocli.CommandLine.Option;

/** How a long run is saved while it works, and gone on with after it was killed. */
final class CheckpointOptions {

  private static final String AUTO = "auto";
  private static final String AUTO_NAME = "checkpoint.mahnmf";

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|auto",
      description =
          "Save the run to FILE while it works, so that --resume can go on after a crash; auto: "
              + AUTO_NAME
              + " in DIR. Removed when the results are written. With --engine a folder that all its"
              + " machines reach.")
  private String checkpoint;

  @Option(
      names = "--resume",
      description =
          "Go on from the checkpoint (default: auto) to the very result of an undisturbed run; if"
              + " there is none, begin afresh.")
  private boolean resume;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "TIME",
      converter = TimeLimit.class,
      description =
          "Time between two savings, which is what a crash can cost (default: 1s; with --engine"
              + " every few outer steps).")
  private Duration every;

  /** Returns whether the run is saved. */
  boolean isWanted() {
    return checkpoint != null || resume;
  }

  /**
   * Opens the checkpoint, if one is wanted.
   *
   * @param out folder of the results
   * @param notes told what is gone on from
   * @throws InputException if there is a checkpoint that must not be overwritten or cannot be read
   */
  Opened open(OutputFolder out, Consumer<String> notes) throws IOException {
    requireWantedIfTimed();
    if (!isWanted()) {
      return new Opened(null, null, Checkpoint.none());
    }
    CheckpointFile file =
        new CheckpointFile(
            isAuto() ? out.file(AUTO_NAME) : Mistakes.ofFlags(() -> Path.of(checkpoint)));
    OutputFolder folder = OutputFolder.openFor(file.path(), "--checkpoint");
    try {
      Checkpoint opened = begin(file, notes);
      file.removeLeftovers();
      return new Opened(file, folder, opened);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private void requireWantedIfTimed() {
    if (every != null && !isWanted()) {
      throw new InputException("--checkpoint-every needs --checkpoint as well");
    }
  }

  private boolean isAuto() {
    return checkpoint == null || checkpoint.equals(AUTO);
  }

  /**
   * Says how an engine is to save the run, if it is.
   *
   * @param out folder of the results
   * @param notes told what is gone on from
   */
  Optional<Engine.Saving> forEngine(OutputFolder out, Consumer<String> notes) {
    requireWantedIfTimed();
    if (!isWanted()) {
      return Optional.empty();
    }
    String folder = isAuto() ? out.file(AUTO_NAME).toString() : checkpoint;
    return Optional.of(new Engine.Saving(folder, resume, Optional.ofNullable(every), notes));
  }

  private Checkpoint begin(CheckpointFile file, Consumer<String> notes) {
    Duration interval = every == null ? Checkpoint.DEFAULT_INTERVAL : every;
    if (!resume) {
      if (file.exists()) {
        throw new InputException(
            file.name()
                + ": is there already; add --resume to go on from it, or delete it to begin"
                + " afresh");
      }
      return Checkpoint.begin(file, interval);
    }
    Checkpoint opened = Mistakes.ofFlags(() -> Checkpoint.resume(file, interval));
    opened.whenBegun(
        () ->
            notes.accept(
                opened.isResumed()
                    ? "The run goes on from " + file.name() + "."
                    : file.name() + ": there is no checkpoint, so the run begins afresh."));
    return opened;
  }

  /**
   * A checkpoint in use.
   *
   * @param file or null if nothing is saved
   * @param folder it is in, or null
   * @param checkpoint what the fit gets
   */
  record Opened(CheckpointFile file, OutputFolder folder, Checkpoint checkpoint)
      implements AutoCloseable {

    /** Adds it to the settings of a fit. */
    MahNmf apply(MahNmf settings) {
      return settings.withCheckpoint(checkpoint);
    }

    /**
     * Removes it when the results are written, unless there is something to go on with.
     *
     * @param notes told if it stays
     */
    void release(Consumer<String> notes) throws IOException {
      if (file == null) {
        return;
      }
      if (checkpoint.isComplete()) {
        checkpoint.discard();
      } else if (file.exists()) {
        notes.accept(file.name() + " holds the run; --resume goes on with it.");
      }
    }

    @Override
    public void close() {
      if (folder != null) {
        folder.close();
      }
    }
  }
}
