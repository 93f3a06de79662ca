package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.data.file.CheckpointFile;
import org.mahnmf.data.file.InputException;

/**
 * The file that a run is saved to while it works, and resumed from.
 *
 * @param folder that the file is in
 * @param checkpoint what the fit gets
 */
record RunCheckpoint(CheckpointFile file, OutputFolder folder, Checkpoint checkpoint)
    implements AutoCloseable {

  /**
   * Opens the checkpoint.
   *
   * @throws InputException if there is one that must not be overwritten or cannot be read
   */
  static RunCheckpoint open(CheckpointOptions options, Path out, Consumer<String> notes)
      throws IOException {
    CheckpointFile file = new CheckpointFile(FitJob.checkFlags(() -> Path.of(options.place(out))));
    OutputFolder folder = OutputFolder.openFor(file.path(), "--checkpoint");
    try {
      Checkpoint opened = begin(file, options, notes);
      file.removeLeftovers();
      return new RunCheckpoint(file, folder, opened);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static Checkpoint begin(
      CheckpointFile file, CheckpointOptions options, Consumer<String> notes) {
    Duration interval = options.every().orElse(Checkpoint.DEFAULT_INTERVAL);
    if (!options.resume()) {
      InputException.throwIf(
          file.exists(),
          file.name()
              + ": is there already; add --resume to resume it, or delete it to begin afresh");
      return Checkpoint.begin(file, interval);
    }
    Checkpoint opened = FitJob.checkFlags(() -> Checkpoint.resume(file, interval));
    opened.tell(notes);
    return opened;
  }

  /** Removes it when the results are written, unless there is something to resume. */
  void release(Consumer<String> notes) throws IOException {
    if (checkpoint.isComplete()) {
      checkpoint.discard();
    } else if (file.exists()) {
      notes.accept(file.name() + " holds the run; --resume continues it.");
    }
  }

  @Override
  public void close() {
    folder.close();
  }
}
