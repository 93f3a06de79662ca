package org.mahnmf.cli;

import java.util.function.Supplier;
import org.mahnmf.TooFewEntriesException;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Source;
import org.mahnmf.problem.Observations;

/** What the library finds wrong becomes a user's mistake, told in one line. */
final class Mistakes {

  private Mistakes() {}

  /**
   * Lets the library check flags.
   *
   * @param value throws an IllegalArgumentException for a wrong one
   */
  static <T> T ofFlags(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new InputException(e.getMessage(), e);
    }
  }

  /**
   * Lets the library check what it does with an input.
   *
   * @param input named in the message
   * @param value throws an IllegalArgumentException if the input does not suit it
   */
  static <T> T of(Source input, Supplier<T> value) {
    try {
      return value.get();
    } catch (CheckpointException e) {
      throw new InputException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new InputException(input + ": " + e.getMessage(), e);
    }
  }

  /**
   * Lets the library check what it does with an input of which it hides entries.
   *
   * @param input named in the message
   * @param advice what to do if it is too small for that
   * @param value throws an IllegalArgumentException if the input does not suit it
   */
  static <T> T of(Source input, String advice, Supplier<T> value) {
    try {
      return of(input, value);
    } catch (InputException e) {
      throw e.getCause() instanceof TooFewEntriesException
          ? new InputException(e.getMessage() + "; " + advice, e)
          : e;
    }
  }

  /**
   * Checks the number of parts.
   *
   * @param input named in the message
   * @param sides how rows and columns are called, such as {@code rows, columns}
   */
  static void requireRankFits(Source input, Observations observations, int rank, String sides) {
    int most = Math.min(observations.samples(), observations.features());
    if (rank > most) {
      throw new InputException(
          input + ": rank is " + rank + " but must be at most min(" + sides + ") = " + most);
    }
  }
}
