package org.mahnmf.matrix;

/** An entry of a table breaks a rule; the message names row and column counted from 1. */
public final class InvalidEntryException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  private final int row;
  private final int column;

  /**
   * Creates the exception for a value at a zero-based row and column, and the rule that must hold.
   */
  public InvalidEntryException(int row, int column, double value, String rule) {
    super("row " + (row + 1) + ", column " + (column + 1) + ": " + value + ": " + rule);
    this.row = row;
    this.column = column;
  }

  /** Returns the zero-based row. */
  public int row() {
    return row;
  }

  /** Returns the zero-based column. */
  public int column() {
    return column;
  }
}
