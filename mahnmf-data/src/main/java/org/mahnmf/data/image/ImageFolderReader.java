package org.mahnmf.data.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mahnmf.base.Workers;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.Outline;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads a folder of images as a clip: one image is one sample, in the natural order of the names
 * (frame2 before frame10). Other files, hidden ones and folders inside are left out; a file that
 * has the name of an image but not its content is a mistake.
 *
 * <p>All images must have the same size, unless another size is asked for, and the same depth.
 */
@TableReader.Format(
    name = "a folder of images",
    start = "\\z",
    choices = {Choice.FRAMES, Choice.SIZE, Choice.COLOR})
public final class ImageFolderReader implements TableReader {

  private static final int MAGIC = 16;

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
    PictureRows rows = new PictureRows(source.path(), first.shape(), files.size());
    InputException[] problems = new InputException[files.size()];
    int[] done = {0};
    try (Workers workers = new Workers(options.threads())) {
      workers.run(
          files.size(),
          1,
          (worker, from, to) -> {
            try {
              Pixels picture = from == 0 ? first : PictureFile.read(files.get(from), options);
              requireSame(files.get(0), first.shape(), files.get(from), picture.shape());
              rows.set(from, picture.samples(), 0);
            } catch (InputException e) {
              problems[from] = e;
            }
            synchronized (done) {
              options.listener().onProgress((double) ++done[0] / files.size());
            }
          });
    }
    for (InputException problem : problems) {
      if (problem != null) {
        throw problem; // the first in order, whichever thread found one first
      }
    }
    List<String> names = files.stream().map(FileNames::of).toList();
    return new Table(rows.matrix(), List.of(), names, Optional.of(first.shape()));
  }

  private static List<Path> chosen(Path folder, FrameRange frames) {
    List<Path> all = images(folder);
    List<Path> chosen =
        IntStream.range(0, all.size()).filter(frames::contains).mapToObj(all::get).toList();
    String rule = "the folder holds only " + all.size() + " images";
    InputException.throwIf(chosen.isEmpty(), folder, "frames", frames, rule);
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
              files.isEmpty() ? "it holds no files" : "it holds " + FileNames.of(files.get(0))));
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
          .filter(file -> Files.isRegularFile(file) && !FileNames.of(file).startsWith("."))
          .sorted(Comparator.comparing(FileNames::of, FileNames::compare))
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
      return Bytes.startWith(in.readNBytes(MAGIC), PictureFile.START);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** Checks that a picture has the shape of the first. */
  static void requireSame(Path first, PictureShape shape, Path file, PictureShape found) {
    PictureSize size = PictureSize.of(found);
    PictureSize other = PictureSize.of(shape);
    String like = " as in " + FileNames.of(first);
    String rule = "must be " + other + like + ", or give a size to scale all to";
    InputException.throwIf(!size.equals(other), file, "size", size, rule);
    String depth = "must be " + (long) shape.white() + like;
    boolean deeper = found.white() != shape.white();
    InputException.throwIf(deeper, file, "white", (long) found.white(), depth);
  }
}
