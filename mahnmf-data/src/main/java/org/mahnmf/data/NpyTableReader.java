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
    EntryRules.requireTable(file, "", values);
    return new Table(values, List.of(), List.of());
  }
}
