package org.mahnmf.data;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;

/**
 * Writes one file format. The ending of the name decides which, since there is no content yet.
 *
 * <p>A new format is one class with a {@link Format} and a public constructor without arguments,
 * and one line in {@code META-INF/services/org.mahnmf.data.TableWriter}.
 */
public interface TableWriter {

  /** Frames in a second of a clip that is written. */
  int FRAMES_PER_SECOND = 25;

  /** Declares a format. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface Format {

    /** Endings of names, in lower case and without the dot, such as {@code npy}. */
    String[] endings();

    /** Whether it holds nothing but pictures. */
    boolean onlyPictures() default false;

    /** Whether it is asked only after all others. */
    boolean fallback() default false;
  }

  /**
   * Writes a table; the file appears whole or not at all.
   *
   * @param file its name; its folder must exist; an old file is replaced
   * @param table <em>not modified</em>
   */
  void write(Path file, Table table) throws IOException;

  /** Checks before the work whether a file could be written after it. */
  default void check(Path file) {
    // Nothing can be wrong with most formats.
  }
}
