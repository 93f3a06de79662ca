package org.mahnmf.data.image;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads one image: its rows of pixels are the samples, or square patches, from left to right and
 * top to bottom; what is left at the right and at the bottom when patches do not fill the image is
 * left out.
 */
@TableReader.Format(
    name = "an image",
    start = "(?!" + MissingVideo.ANIMATED_PNG + ")" + "(" + PictureFile.START + ")",
    choices = {Choice.SIZE, Choice.COLOR, Choice.PATCHES})
public final class ImageTableReader implements TableReader {

  @Override
  public Table read(Source source, ReadOptions options) {
    Pixels image = PictureFile.read(source.path(), options);
    options.listener().onProgress(1);
    int side = options.patches();
    return side == 0 ? rows(source.path(), image) : patches(source.path(), image, side);
  }

  private static Table rows(Path file, Pixels image) {
    PictureShape line = new PictureShape(image.width(), 1, image.channels(), image.white());
    PictureRows rows = new PictureRows(file, line, image.height());
    for (int y = 0; y < image.height(); y++) {
      rows.set(y, image.samples(), y * line.length());
    }
    return table(rows, line);
  }

  private static Table patches(Path file, Pixels image, int side) {
    int across = image.width() / side;
    int down = image.height() / side;
    String rule = "must be at most the smaller side of the image, which is ";
    String size = image.width() + "x" + image.height();
    InputException.throwIf(across == 0 || down == 0, file, "patches", side, rule + size);
    PictureShape shape = image.piece(0, 0, side).shape();
    PictureRows rows = new PictureRows(file, shape, across * down);
    for (int k = 0; k < across * down; k++) {
      rows.set(k, image.piece(k % across * side, k / across * side, side).samples(), 0);
    }
    return table(rows, shape);
  }

  private static Table table(PictureRows rows, PictureShape shape) {
    return new Table(rows.matrix(), List.of(), List.of(), Optional.of(shape));
  }
}
