package org.mahnmf.data;

import java.nio.file.Path;
import java.util.List;
import org.mahnmf.matrix.DenseMatrix;

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
    DenseMatrix values = NpyFile.read(file);
    if (values.array().length == 0) {
      throw InputException.at(
          file,
          "shape",
          "(" + values.rows() + ", " + values.columns() + ")",
          "a table needs at least one row and one column");
    }
    double[] array = values.array();
    for (int i = 0; i < array.length; i++) {
      if (InputException.breaksEntryRule(array[i])) {
        int row = i / values.columns();
        int column = i % values.columns();
        throw InputException.at(
            file,
            "row " + (row + 1) + ", column " + (column + 1),
            Double.toString(array[i]),
            InputException.ENTRY_RULE);
      }
    }
    return new Table(values, List.of(), List.of());
  }
}
