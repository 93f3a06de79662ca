package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.picture.PictureShape;

/** Writes a clip as an animated PNG, which every browser plays; without loss, grey or colour. */
public final class AnimatedPngWriter implements TableWriter {

  /** Creates the writer. */
  public AnimatedPngWriter() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public List<String> endings() {
    return List.of("apng");
  }

  @Override
  public void check(Path file, boolean pictures) {
    TableWriter.requirePictures(file, pictures);
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    check(file, table.picture().isPresent());
    PictureShape shape = table.picture().orElseThrow();
    AtomicFile.write(
        file, out -> PngStream.animation(out, shape, table.values(), FRAMES_PER_SECOND));
  }
}
