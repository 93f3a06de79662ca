package org.mahnmf.data.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.mahnmf.base.Workers;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.Outline;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.NaturalOrder;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads a folder of images as a clip: one image is one sample, in the natural order of the names
 * (frame2 before frame10). Other files, hidden ones and folders inside are left out; a file that
 * has the name of an image but not its content is a mistake.
 *
 * <p>All images must have the same size, unless another size is asked for, and the same depth.
 */
public final class ImageFolderReader implements TableReader {

  private static final int MAGIC = 16;

  /** Creates the reader for a {@link java.util.ServiceLoader}. */
  public ImageFolderReader() {}

  @Override
  public String format() {
    return "a folder of images";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return Files.isDirectory(path);
  }

  @Override
  public Set<ReadOptions.Choice> choices() {
    return Set.of(ReadOptions.Choice.FRAMES, ReadOptions.Choice.SIZE, ReadOptions.Choice.COLOR);
  }

  @Override
  public Optional<Outline> outline(Source source, ReadOptions options) {
    List<Path> files = chosen(source.path(), options.frames());
    PictureShape shape = PictureFile.read(files.get(0), options).shape();
    int bytes = shape.white() <= 255 ? 1 : Double.BYTES;
    return Optional.of(new Outline(files.size(), shape.length(), bytes, false, true));
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    List<Path> files = chosen(source.path(), options.frames());
    Pixels first = PictureFile.read(files.get(0), options);
    PictureRows rows = rows(source.path(), first.shape(), files.size());
    InputException[] problems = new InputException[files.size()];
    Steps steps = new Steps(options.listener(), files.size());
    try (Workers workers = new Workers(options.threads())) {
      workers.run(
          files.size(),
          1,
          (worker, from, to) -> {
            try {
              Pixels picture = from == 0 ? first : PictureFile.read(files.get(from), options);
              requireSame(files, from, first.shape(), picture.shape());
              rows.set(from, picture.samples(), 0);
            } catch (InputException e) {
              problems[from] = e;
            }
            steps.next();
          });
    }
    for (InputException problem : problems) {
      if (problem != null) {
        throw problem; // the first in order, whichever thread found one first
      }
    }
    List<String> names = files.stream().map(ImageFolderReader::name).toList();
    return new Table(rows.matrix(), List.of(), names, Optional.of(first.shape()));
  }

  private static PictureRows rows(Path folder, PictureShape shape, int count) {
    try {
      return new PictureRows(shape, count);
    } catch (IllegalArgumentException e) {
      throw new InputException(folder + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> chosen(Path folder, FrameRange frames) {
    List<Path> all = images(folder);
    List<Path> chosen = new ArrayList<>();
    for (int k = 0; k < all.size(); k++) {
      if (frames.contains(k)) {
        chosen.add(all.get(k));
      }
    }
    if (chosen.isEmpty()) {
      throw InputException.at(
          folder, "frames", frames.toString(), "the folder holds only " + all.size() + " images");
    }
    return chosen;
  }

  /** Returns the images of a folder in their natural order, at least one. */
  static List<Path> images(Path folder) {
    List<Path> images = list(folder);
    if (images.isEmpty()) {
      List<Path> files = files(folder);
      throw InputException.of(
          folder,
          String.format(
              "is a folder without images (%s): %s",
              PictureFile.FORMATS,
              files.isEmpty() ? "it holds no files" : "it holds " + name(files.get(0))));
    }
    return images;
  }

  /** Returns the images of a folder in their natural order. */
  static List<Path> list(Path folder) {
    return files(folder).stream().filter(ImageFolderReader::isImage).toList();
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(file -> Files.isRegularFile(file) && !name(file).startsWith("."))
          .sorted(Comparator.comparing(ImageFolderReader::name, NaturalOrder::compare))
          .toList();
    } catch (IOException e) {
      throw InputException.unreadable(folder, e);
    } catch (UncheckedIOException e) {
      throw InputException.unreadable(folder, e.getCause());
    }
  }

  private static boolean isImage(Path file) {
    if (PictureFile.hasExtension(file)) {
      return true; // and if its content is something else, decoding says so
    }
    try (InputStream in = Files.newInputStream(file)) {
      return PictureFile.hasMagic(in.readNBytes(MAGIC));
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** Checks that a picture has the shape of the first. */
  static void requireSame(List<Path> files, int index, PictureShape first, PictureShape found) {
    if (found.width() != first.width() || found.height() != first.height()) {
      throw InputException.at(
          files.get(index),
          "size",
          found.width() + "x" + found.height(),
          String.format(
              "must be %sx%s as in %s, or give a size to scale all to",
              first.width(), first.height(), name(files.get(0))));
    }
    if (found.white() != first.white()) {
      throw InputException.at(
          files.get(index),
          "white",
          Long.toString((long) found.white()),
          "must be " + (long) first.white() + " as in " + name(files.get(0)));
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Counts what several threads have done. */
  private static final class Steps {

    private final ReadListener listener;
    private final int all;
    private int done;

    Steps(ReadListener listener, int all) {
      this.listener = listener;
      this.all = all;
    }

    synchronized void next() {
      listener.onProgress((double) ++done / all);
    }
  }
}
