package org.mahnmf.data.image;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/**
 * The images of a folder that may grow: those there in their natural order, then each new one that
 * comes after them in that order. Ends when none has come for a while.
 *
 * <p>An image is taken when it is whole: a later one is there, or its file has not grown for a
 * moment.
 */
public final class FolderFrames implements FrameStream {

  private static final long PAUSE = 50; // milliseconds
  private static final long SETTLED = 1000;

  private final Path folder;
  private final ReadOptions options;
  private final Duration idle;
  private final Deque<Path> waiting = new ArrayDeque<>();
  private String last = "";
  private int number;
  private Path first;
  private PictureShape shape;

  /**
   * Watches a folder.
   *
   * @param folder must exist, and may be empty
   */
  public FolderFrames(Path folder, ReadOptions options, Duration idle) {
    this.folder = folder;
    this.options = options;
    this.idle = idle;
  }

  @Override
  public Optional<Frame> next() {
    while (number < options.frames().to()) {
      Path file = nextFile();
      if (file == null) {
        break;
      }
      if (options.frames().contains(number++)) {
        return Optional.of(decode(file));
      }
    }
    if (shape == null) {
      ImageFolderReader.images(folder); // says what is wrong if there are none
      throw InputException.at(
          folder, "frames", options.frames(), "the folder holds only " + number + " images");
    }
    return Optional.empty();
  }

  /** Waits for a whole file; null if none comes. */
  private Path nextFile() {
    long deadline = System.nanoTime() + idle.toNanos();
    long size = -1;
    while (true) {
      if (waiting.isEmpty()) {
        look();
      }
      if (waiting.size() > 1) {
        return take();
      }
      if (waiting.size() == 1) {
        File file = waiting.getFirst().toFile();
        long now = file.length(); // 0 if it is gone again
        long age = System.currentTimeMillis() - file.lastModified();
        if (now > 0 && (now == size || age > SETTLED)) {
          return take();
        }
        size = now;
        waiting.clear(); // and looked for again: by then a later one may be there
      } else if (System.nanoTime() - deadline >= 0) {
        return null;
      }
      if (!pause()) {
        return null;
      }
    }
  }

  private void look() {
    for (Path file : ImageFolderReader.list(folder)) {
      if (FileNames.compare(FileNames.of(file), last) > 0) {
        waiting.add(file);
      }
    }
  }

  private Path take() {
    Path file = waiting.removeFirst();
    last = FileNames.of(file);
    return file;
  }

  private static boolean pause() {
    try {
      Thread.sleep(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Frame decode(Path file) {
    Pixels picture = PictureFile.read(file, options);
    if (shape == null) {
      first = file;
      shape = picture.shape();
    }
    ImageFolderReader.requireSame(first, shape, file, picture.shape());
    return new Frame(FileNames.of(file), shape, picture.doubles());
  }
}
