package org.mahnmf.data.image;

import java.io.IOException;
import java.nio.file.Path;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Writes pictures as PNG: a table of one picture, or one whose samples are the rows of pixels of an
 * image, as {@link ImageTableReader} reads it; and clips as animated PNG, which every browser
 * plays.
 */
@TableWriter.Format(
    endings = {"png", PngWriter.ANIMATED},
    onlyPictures = true)
public final class PngWriter implements TableWriter {

  static final String ANIMATED = "apng";

  @Override
  public void write(Path file, Table table) throws IOException {
    PictureShape shape = table.picture().orElseThrow();
    Matrix values = table.values();
    if (FileNames.ending(file).equals(ANIMATED)) {
      AtomicFile.write(file, out -> PngEncoder.animation(out, shape, values, FRAMES_PER_SECOND));
      return;
    }
    String rule =
        "holds one picture but there are "
            + values.rows()
            + "; write them as .apng or to a folder, one file each";
    InputException.throwIf(values.rows() > 1 && shape.height() > 1, file, rule);
    PictureShape whole =
        new PictureShape(
            shape.width(), shape.height() * values.rows(), shape.channels(), shape.white());
    double[] samples = values.toDense().array();
    AtomicFile.write(file, out -> PngEncoder.still(out, whole, samples));
  }
}
