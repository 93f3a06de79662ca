package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes tables as Matrix Market files, without their names; sparse ones stay sparse. */
public final class MatrixMarketWriter implements TableWriter {

  /** Creates the writer. */
  public MatrixMarketWriter() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public List<String> endings() {
    return List.of("mtx");
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    MatrixMarketFile.write(file, table.values());
  }
}
