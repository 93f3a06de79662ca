package org.mahnmf.base;

/** Refuses what a user cannot have meant, in a sentence that names value, rule and fix. */
public final class Check {
  private Check() {}

  /**
   * Refuses what does not hold.
   *
   * @param message with a {@code %s} for each value
   * @param holds the rule
   * @param values asked for in any case, so not for loops over entries
   * @throws IllegalArgumentException with the message
   */
  @SuppressWarnings("AnnotateFormatMethod") // the annotation is a library's, and core has none
  public static void that(String message, boolean holds, Object... values) {
    if (!holds) {
      throw new IllegalArgumentException(String.format(message, values));
    }
  }
}
