package org.mahnmf.spark.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.mahnmf.Engine;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.CheckpointException;

/**
 * How a fit on Spark is saved: core's checkpoint for the driver, and beside it the states of the
 * blocks, which end the chain of states as well. Without a folder to resume from, the checkpoints
 * only do the latter, in Spark's checkpoint folder, if it has one.
 */
public final class SavedRun implements Engine.Kept {

  /** Jobs between two checkpoints. */
  public static final int DEFAULT_INTERVAL = 20;

  private final Optional<CheckpointFolder> folder;
  private final Checkpoint checkpoint;
  private final boolean lasting;
  private boolean complete;

  private SavedRun(Optional<CheckpointFolder> folder, Checkpoint checkpoint, boolean lasting) {
    this.folder = folder;
    this.checkpoint = checkpoint;
    this.lasting = lasting;
  }

  /**
   * Opens the folder of a run.
   *
   * @param saving where the run is saved for another driver to resume; empty if it is not
   * @param interval jobs between two checkpoints; 0 for none
   */
  public static SavedRun open(
      Optional<Engine.Saving> saving, int interval, JavaSparkContext spark) {
    try {
      Configuration known = spark.hadoopConfiguration();
      if (saving.isPresent()) {
        return lasting(saving.get(), interval, known);
      }
      Optional<String> checkpoints =
          Optional.ofNullable(spark.sc().getCheckpointDir().getOrElse(() -> null));
      if (interval > 0 && checkpoints.isPresent()) {
        CheckpointFolder folder =
            new CheckpointFolder(
                checkpoints.get() + "/mahnmf-" + UUID.randomUUID(),
                known,
                interval,
                Optional.empty());
        return new SavedRun(Optional.of(folder), Checkpoint.begin(folder, folder::isDue), false);
      }
      return new SavedRun(Optional.empty(), Checkpoint.none(), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SavedRun lasting(Engine.Saving saving, int interval, Configuration known)
      throws IOException {
    CheckpointFolder folder =
        new CheckpointFolder(
            saving.folder(), known, interval > 0 ? interval : DEFAULT_INTERVAL, saving.every());
    folder.requireNoFile();
    if (!saving.resume()) {
      requireNothing(folder);
      return new SavedRun(Optional.of(folder), Checkpoint.begin(folder, folder::isDue), true);
    }
    Checkpoint checkpoint = Checkpoint.resume(folder, folder::isDue);
    checkpoint.whenBegun(
        () ->
            saving
                .notes()
                .accept(
                    checkpoint.isResumed()
                        ? "The run resumes from " + folder.name() + "."
                        : folder.name() + ": there is no checkpoint, so the run begins afresh."));
    return new SavedRun(Optional.of(folder), checkpoint, true);
  }

  private static void requireNothing(CheckpointFolder folder) throws IOException {
    Optional<InputStream> there = folder.open();
    if (there.isPresent()) {
      there.get().close();
      throw new CheckpointException(
          folder.name()
              + ": is there already; add --resume to resume it, or delete it to begin afresh");
    }
  }

  public Optional<CheckpointFolder> folder() {
    return folder;
  }

  public Checkpoint checkpoint() {
    return checkpoint;
  }

  /**
   * Says what is going to run, so that a checkpoint of something else is refused.
   *
   * @param known see {@link Checkpoint#identify}
   * @param stop true when the run is to end
   * @return seconds that earlier runs took
   */
  public double begin(Supplier<Map<String, String>> known, BooleanSupplier stop) {
    checkpoint.identify(known);
    return checkpoint.beginClock(stop);
  }

  /**
   * Ends the steps. What follows them need not be done again: their end is saved.
   *
   * @param isComplete whether neither the user nor the clock ended them
   */
  public void end(boolean isComplete) {
    complete = isComplete;
    if (lasting && isComplete) {
      folder.ifPresent(CheckpointFolder::demand);
      checkpoint.look();
    }
  }

  /** Returns why the last checkpoint failed, if it did. */
  public Optional<String> failure() {
    return checkpoint.failure().map(why -> "The run could not be saved: " + why + ".");
  }

  /** Removes what nobody can resume. */
  public void close() {
    if (!lasting) {
      discard();
    }
  }

  /** Removes everything. */
  public void discard() {
    try {
      checkpoint.discard();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void release(Consumer<String> notes) {
    if (complete) {
      discard();
    } else if (lasting && (checkpoint.savings() > 0 || checkpoint.isResumed())) {
      notes.accept(
          folder.map(CheckpointFolder::name).orElse("") + " holds the run; --resume continues it.");
    }
  }
}
