package org.mahnmf.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads one file format as a table.
 *
 * <p>A new format is one class with a {@link Format} and a public constructor without arguments,
 * and one line in {@code META-INF/services/org.mahnmf.data.TableReader}.
 */
public interface TableReader {

  /** Declares a format, so that no reader but the right one is made to find who reads a file. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Format {

    /** What it is called in messages, such as {@code NPY}. */
    String name();

    /** How its files begin, see {@link Bytes#startWith}; a folder has no bytes. */
    String start();

    /** What a user can choose in it; anything, unless it says what. */
    Choice[] choices() default {
      Choice.MEMBER, Choice.FRAMES, Choice.SIZE, Choice.COLOR, Choice.PATCHES, Choice.ON_DISK
    };

    /** Whether it is asked only after all others, such as plain text, which others look like. */
    boolean fallback() default false;
  }

  /** Returns whether a reader is the one to read a file with these first bytes. */
  static boolean accepts(Class<? extends TableReader> reader, byte[] head) {
    return Bytes.startWith(head, reader.getAnnotation(Format.class).start());
  }

  /**
   * Reads a table with at least one row and one column, whose entries are finite and at least 0, or
   * NaN where missing.
   *
   * @param options what to take of it; nothing is chosen that the {@link Format} does not offer
   */
  Table read(Source source, ReadOptions options);

  /** Tells the size of a table without reading it, if the format does. */
  default Optional<Outline> outline(Source source, ReadOptions options) {
    return Optional.empty();
  }

  /**
   * Opens a clip to be read frame by frame. Formats that can do so read one frame at a time; others
   * read the whole clip first.
   */
  default FrameStream open(Source source, ReadOptions options) {
    Table table = read(source, options);
    String problem = source.path() + ": is not a clip, so there are no frames to watch";
    PictureShape shape = table.picture().orElseThrow(() -> new InputException(problem));
    Iterator<FrameStream.Frame> frames =
        IntStream.range(0, table.values().rows())
            .mapToObj(
                i -> {
                  double[] values = new double[shape.length()];
                  table.values().copyRow(i, values);
                  String name = table.rowNames().isEmpty() ? "" : table.rowNames().get(i);
                  return new FrameStream.Frame(name, shape, values);
                })
            .iterator();
    return () -> frames.hasNext() ? Optional.of(frames.next()) : Optional.empty();
  }
}
