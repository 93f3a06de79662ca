package org.mahnmf.data;

import java.nio.file.Path;
import java.util.List;

/** Reads tables from Matrix Market files, found by their banner; see {@link MatrixMarketFile}. */
public final class MatrixMarketReader implements TableReader {

  /** Creates the reader. */
  public MatrixMarketReader() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public String format() {
    return "Matrix Market";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return MatrixMarketScanner.hasBanner(head);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    return new Table(
        MatrixMarketFile.read(source.path(), options.listener()), List.of(), List.of());
  }
}
