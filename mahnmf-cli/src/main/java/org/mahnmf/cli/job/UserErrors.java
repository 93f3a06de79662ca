package org.mahnmf.cli.job;

import java.util.function.Supplier;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.data.file.InputException;

/** What the library finds wrong becomes a user's mistake, told in one line. */
public final class UserErrors {

  private UserErrors() {}

  /**
   * Lets the library check flags.
   *
   * @param value throws an IllegalArgumentException for a wrong one
   */
  public static <T> T ofFlags(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage(), e);
    }
  }

  /**
   * Lets the library check what it does with an input.
   *
   * @param value throws an IllegalArgumentException if the input does not suit it
   */
  public static <T> T of(Object input, Supplier<T> value) {
    try {
      return value.get();
    } catch (CheckpointException e) {
      throw new InputException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new InputException(input + ": " + e.getMessage(), e);
    }
  }
}
