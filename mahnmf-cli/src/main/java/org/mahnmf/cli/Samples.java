package org.mahnmf.cli;

import java.util.Locale;

/** Where the samples of a table are. */
enum Samples {
  /** Each row is a sample. */
  ROWS,

  /** Each column is a sample. */
  COLUMNS;

  /** Returns the name as typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
