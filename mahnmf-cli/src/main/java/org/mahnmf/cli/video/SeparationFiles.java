package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mahnmf.Factorization;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.Foreground;

/** Writes what a separation found in the form in which its frames came. */
record SeparationFiles(
    OutputFolder folder, Source input, InputTable frames, Workers workers, ProgressLine progress) {

  List<String> write(Factorization parts, Foreground found) throws IOException {
    Matrix background = parts.lowRank();
    Optional<PictureShape> picture = frames.picture().filter(shape -> shape.height() > 1);
    Optional<String> ending =
        picture.isPresent()
            ? ending(input, true)
            : ending(input, false).or(() -> Optional.of(".npy"));
    // Where numbers can be kept, background and foreground add up to the frames.
    Matrix foreground =
        picture.isEmpty() || ending(input, false).isPresent()
            ? parts.sparsePart()
            : new CutOut(frames.observations().values(), found, picture.get());
    Optional<PictureShape> mask =
        picture.map(shape -> new PictureShape(shape.width(), shape.height(), 1, 1));
    return List.of(
        write("background", background, picture, ending),
        write("foreground", foreground, picture, ending),
        write("mask", found.masks(), mask, ending));
  }

  /** The names that its results may have. */
  static List<String> names(Source input) {
    String ending = ending(input, true).or(() -> ending(input, false)).orElse("");
    return Stream.of("background", "foreground", "mask").map(name -> name + ending).toList();
  }

  /** What writing takes for an entry: numbers that were read are written as such, else frames. */
  static long bytesPerEntry(Source input) {
    return ending(input, false).isPresent() ? Double.BYTES : 1;
  }

  /** The ending of the input, if it is a file and the same kind can be written. */
  private static Optional<String> ending(Source input, boolean pictures) {
    if (Files.isDirectory(input.path())) {
      return Optional.empty();
    }
    String name = String.valueOf(input.path().getFileName());
    String ending = name.substring(name.lastIndexOf('.') + 1);
    try {
      Tables.requireWritable(Path.of("clip." + ending), pictures);
      return Optional.of("." + ending);
    } catch (InputException e) {
      return Optional.empty();
    }
  }

  private String write(
      String name, Matrix rows, Optional<PictureShape> shape, Optional<String> ending)
      throws IOException {
    if (ending.isPresent()) {
      progress.phase("writing " + name);
      Tables.write(folder.file(name + ending.get()), new Table(rows, List.of(), List.of(), shape));
      return name + ending.get();
    }
    progress.beginReading("writing " + name);
    int[] done = {0};
    FrameFolder.write(
        folder.file(name),
        frames.observations().sampleNames(),
        rows,
        shape.orElseThrow(),
        workers,
        () -> progress.onFrame("writing " + name, ++done[0], rows.rows()));
    return name + "/";
  }

  /** The frames where something stands out, and half of white elsewhere. */
  private record CutOut(Matrix frames, Foreground found, PictureShape shape) implements Matrix {

    @Override
    public int rows() {
      return frames.rows();
    }

    @Override
    public int columns() {
      return frames.columns();
    }

    @Override
    public double get(int row, int column) {
      return found.mask(row)[column / shape.channels()] ? frames.get(row, column) : ground();
    }

    @Override
    public void copyRow(int row, double[] out) {
      frames.copyRow(row, out);
      boolean[] mask = found.mask(row);
      for (int j = 0; j < columns(); j++) {
        out[j] = mask[j / shape.channels()] ? out[j] : ground();
      }
    }

    private double ground() {
      return shape.white() / 2;
    }
  }
}
