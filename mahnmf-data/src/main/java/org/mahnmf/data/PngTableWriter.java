package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
  public void write(Path file, Table table) throws IOException {
    PictureShape sample = shape(file, table);
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

  /**
   * Writes every sample to a file of its own: frame000001.png and so on.
   *
   * @param folder where to; created if need be
   * @param table whose samples are pictures; <em>not modified</em>
   * @throws InputException if they are none
   */
  public static void writeFolder(Path folder, Table table) throws IOException {
    PictureShape shape = shape(folder, table);
    Files.createDirectories(folder);
    double[] row = new double[shape.length()];
    for (int i = 0; i < table.values().rows(); i++) {
      table.values().copyRow(i, row);
      AtomicFile.write(
          folder.resolve(String.format(Locale.ROOT, "frame%06d.png", i + 1)),
          out -> PngStream.still(out, shape, row));
    }
  }

  /** Returns how samples are laid out as pictures; a rule for every format of pictures. */
  static PictureShape shape(Path file, Table table) {
    return table
        .picture()
        .orElseThrow(
            () ->
                InputException.of(
                    file, "holds pictures but the samples are none; write them as .npy or .csv"));
  }
}
