package org.mahnmf.data.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.mahnmf.base.Workers;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/** Writes a clip as a folder of PNG files, one for each frame. */
public final class FrameFolder {

  private FrameFolder() {}

  /**
   * Writes frames.
   *
   * @param names of the frames, whose endings give way to {@code .png}; if there are none, frames
   *     are numbered from 1
   * @param frames a frame per row, read row by row by several threads at once; <em>not
   *     modified</em>
   * @param frameDone told after each frame, by one thread at a time
   */
  public static void write(
      Path folder,
      List<String> names,
      Matrix frames,
      PictureShape shape,
      Workers workers,
      Runnable frameDone)
      throws IOException {
    Files.createDirectories(folder);
    try {
      workers.run(
          frames.rows(),
          1,
          (worker, from, to) -> {
            double[] row = new double[shape.length()];
            frames.copyRow(from, row);
            try {
              write(folder, names.isEmpty() ? "" : names.get(from), from + 1, row, shape);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            synchronized (workers) {
              frameDone.run();
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Writes one frame.
   *
   * @param name of the frame, whose ending gives way to {@code .png}; if it is empty, the number
   *     gives one
   * @param number of the frame, from 1
   * @param values from 0 to white; <em>not modified</em>
   */
  public static void write(
      Path folder, String name, long number, double[] values, PictureShape shape)
      throws IOException {
    AtomicFile.write(
        folder.resolve(name(name, number)), out -> PngEncoder.still(out, shape, values));
  }

  private static String name(String name, long number) {
    return name.isEmpty()
        ? String.format(Locale.ROOT, "frame%06d.png", number)
        : FileNames.bare(name) + ".png";
  }
}
