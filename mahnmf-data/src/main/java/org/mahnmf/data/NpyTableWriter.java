package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes tables as numpy's NPY files, without their names. */
public final class NpyTableWriter implements TableWriter {

  /** Creates the writer. */
  public NpyTableWriter() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public List<String> endings() {
    return List.of("npy");
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    NpyFile.write(file, table.values());
  }
}
