package org.mahnmf.spark.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.mahnmf.Engine;
import org.mahnmf.checkpoint.Checkpoint;

/**
 * How a fit on Spark is saved: core's checkpoint for the driver, and beside it the states of the
 * blocks, which end the chain of states as well. Without a folder to resume from, the checkpoints
 * only do the latter, in Spark's checkpoint folder, if it has one.
 *
 * @param folder where both are; empty if nothing is saved
 * @param checkpoint of the driver
 * @param lasting whether another driver may resume the run
 */
public record SavedRun(Optional<CheckpointFolder> folder, Checkpoint checkpoint, boolean lasting)
    implements Engine.Saved {

  /** Jobs between two checkpoints. */
  public static final int DEFAULT_INTERVAL = 20;

  /**
   * Opens the folder of a run.
   *
   * @param checkpoints where the run is saved for another driver to resume; empty if it is not
   * @param interval jobs between two checkpoints; 0 for none
   */
  public static SavedRun open(
      Optional<Engine.Checkpoints> checkpoints, int interval, JavaSparkContext spark) {
    try {
      if (checkpoints.isPresent()) {
        return lasting(checkpoints.get(), interval > 0 ? interval : DEFAULT_INTERVAL, spark);
      }
      if (interval == 0 || !spark.getCheckpointDir().isPresent()) {
        return new SavedRun(Optional.empty(), Checkpoint.none(), false);
      }
      String name = spark.getCheckpointDir().get() + "/mahnmf-" + UUID.randomUUID();
      CheckpointFolder folder = new CheckpointFolder(name, spark, interval, Optional.empty());
      return new SavedRun(Optional.of(folder), Checkpoint.begin(folder, folder::isDue), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SavedRun lasting(Engine.Checkpoints wanted, int interval, JavaSparkContext spark)
      throws IOException {
    CheckpointFolder folder =
        new CheckpointFolder(wanted.folder(), spark, interval, wanted.every());
    folder.requireNoFile();
    if (!wanted.resume()) {
      folder.requireNothing();
      return new SavedRun(Optional.of(folder), Checkpoint.begin(folder, folder::isDue), true);
    }
    Checkpoint checkpoint = Checkpoint.resume(folder, folder::isDue);
    checkpoint.tell(wanted.notes());
    return new SavedRun(Optional.of(folder), checkpoint, true);
  }

  /** See {@link Checkpoint#identify} and {@link Checkpoint#beginClock}. */
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
    checkpoint.end(isComplete);
    if (lasting && isComplete) {
      folder.ifPresent(CheckpointFolder::demand);
      checkpoint.saveIfDue();
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

  public void discard() {
    try {
      checkpoint.discard();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void release(Consumer<String> notes) {
    if (checkpoint.isComplete()) {
      discard();
    } else if (lasting && (checkpoint.timesSaved() > 0 || checkpoint.isResumed())) {
      notes.accept(
          folder.map(CheckpointFolder::name).orElse("") + " holds the run; --resume continues it.");
    }
  }
}
