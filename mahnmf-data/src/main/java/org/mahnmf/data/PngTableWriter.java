package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.picture.PictureShape;

/**
 * Writes pictures as PNG: a table of one picture, or one whose samples are the rows of pixels of an
 * image, as {@link ImageTableReader} reads it.
 */
public final class PngTableWriter implements TableWriter {

  /** Creates the writer. */
  public PngTableWriter() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public List<String> endings() {
    return List.of("png");
  }

  @Override
  public void check(Path file, boolean pictures) {
    TableWriter.requirePictures(file, pictures);
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    check(file, table.picture().isPresent());
    PictureShape sample = table.picture().orElseThrow();
    int rows = table.values().rows();
    if (rows > 1 && sample.height() > 1) {
      throw InputException.of(
          file,
          "holds one picture but there are "
              + rows
              + "; write them as .apng or to a folder, one file each");
    }
    PictureShape whole =
        new PictureShape(sample.width(), sample.height() * rows, sample.channels(), sample.white());
    double[] samples = new double[whole.length()];
    double[] row = new double[sample.length()];
    for (int i = 0; i < rows; i++) {
      table.values().copyRow(i, row);
      System.arraycopy(row, 0, samples, i * row.length, row.length);
    }
    AtomicFile.write(file, out -> PngStream.still(out, whole, samples));
  }
}
