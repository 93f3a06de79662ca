package org.mahnmf.data;

import java.nio.file.Path;
import java.util.List;
import org.mahnmf.matrix.Matrix;

/** Reads tables from numpy's NPY files; an array of one dimension is read as one column. */
public final class NpyTableReader implements TableReader {

  /** Creates the reader. */
  public NpyTableReader() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public String format() {
    return "NPY";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return NpyFile.hasMagic(head);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    Matrix values = NpyFile.readCompact(file);
    if (values.rows() == 0 || values.columns() == 0) {
      throw InputException.at(
          file,
          "shape",
          "(" + values.rows() + ", " + values.columns() + ")",
          "a table needs at least one row and one column");
    }
    double[] row = new double[values.columns()];
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (InputException.breaksEntryRule(row[j])) {
          throw InputException.at(
              file,
              "row " + (i + 1) + ", column " + (j + 1),
              Double.toString(row[j]),
              InputException.ENTRY_RULE);
        }
      }
    }
    return new Table(values, List.of(), List.of());
  }
}
