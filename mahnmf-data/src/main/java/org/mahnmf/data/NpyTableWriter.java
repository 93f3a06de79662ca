package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.mahnmf.picture.PictureShape;

/**
 * Writes tables as numpy's NPY files, without their names; clips become frames × height × width, or
 * frames × height × width × 3, as {@link NpyTableReader} reads them.
 */
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
    Optional<PictureShape> frames = table.picture().filter(shape -> shape.height() > 1);
    if (frames.isPresent()) {
      NpyFile.writeFrames(file, table.values(), frames.get());
    } else {
      NpyFile.write(file, table.values());
    }
  }
}
