package org.mahnmf.spark;

/** What Spark says, for a person. */
final class SparkWords {

  private SparkWords() {}

  /** Returns the first line, without Spark's numbers of errors. */
  static String inOneLine(Exception failure) {
    String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return first.replaceAll("^\\[[A-Z_.]+\\] | SQLSTATE: \\w+$", "");
  }
}
