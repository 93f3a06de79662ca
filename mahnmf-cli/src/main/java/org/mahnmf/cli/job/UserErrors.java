package org.mahnmf.cli.job;

import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MappedBytes;

/** What the library finds wrong becomes a user's mistake, told in one line. */
public final class UserErrors {

  private UserErrors() {}

  /** What the library does and checks: an IllegalArgumentException is a mistake of the user's. */
  @FunctionalInterface
  public interface Task<T, E extends Exception> {
    T get() throws E;
  }

  public static <T, E extends Exception> T ofFlags(Task<T, E> task) throws E {
    return of("", task);
  }

  /** Lets the library check what it does with an input, whose name begins the message. */
  public static <T, E extends Exception> T of(Object input, Task<T, E> task) throws E {
    try {
      return task.get();
    } catch (IllegalArgumentException e) {
      boolean named = e instanceof CheckpointException || input.equals("");
      throw new InputException((named ? "" : input + ": ") + e.getMessage(), e);
    } catch (InternalError | IllegalStateException e) {
      if (MappedBytes.isLost(e)) {
        throw MappedBytes.lost(input, e);
      }
      throw e;
    }
  }
}
