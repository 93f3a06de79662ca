package org.mahnmf.cli;

import java.util.function.Supplier;
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
