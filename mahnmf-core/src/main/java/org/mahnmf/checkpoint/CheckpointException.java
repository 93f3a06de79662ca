package org.mahnmf.checkpoint;

/** A checkpoint that cannot be resumed: damaged, or of another run. One line for a person. */
public final class CheckpointException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** The message names the checkpoint, what is wrong with it and what to do. */
  public CheckpointException(String message) {
    super(message);
  }

  /** Likewise; the cause is what the machine said. */
  public CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
