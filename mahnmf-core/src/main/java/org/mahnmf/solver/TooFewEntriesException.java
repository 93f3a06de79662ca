package org.mahnmf.solver;

/** A table is too small or too narrow to hide entries of it and to judge a fit by them. */
public final class TooFewEntriesException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  public TooFewEntriesException(String message) {
    super(message);
  }
}
