package org.mahnmf.spark.file;

import org.apache.spark.SparkThrowable;

/** What Spark says, for a person. */
public final class SparkWords {

  private static final String RAGGED = "MALFORMED_CSV_RECORD";

  private SparkWords() {}

  /** Whether Spark complains, and not this project. */
  public static boolean isSparks(Exception failure) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (one instanceof SparkThrowable) {
        return true;
      }
    }
    return false;
  }

  /** Returns the first line of the innermost cause, without Spark's numbers of errors. */
  public static String inOneLine(Exception failure) {
    Throwable cause = failure;
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (one instanceof SparkThrowable spark && spark.getCondition() != null) {
        cause = one;
      }
    }
    String first = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    String plain = first.replaceAll("^(\\[[A-Z0-9_.]+\\] )+| ?SQLSTATE: \\w+$", "").strip();
    boolean ragged = cause instanceof SparkThrowable spark && RAGGED.equals(spark.getCondition());
    return ragged ? plain + ": every row must have as many cells as the first line" : plain;
  }
}
