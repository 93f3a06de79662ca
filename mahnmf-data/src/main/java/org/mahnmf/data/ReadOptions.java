package org.mahnmf.data;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.Space;

/**
 * What to take of a source and how; immutable. What does not apply to a format is refused, never
 * ignored.
 *
 * @param size pictures are scaled to it; empty: as they are
 * @param color whether to keep red, green and blue; else pictures become grey (Rec. 601)
 * @param patches width and height of the square pieces into which one image is cut; 0: its rows of
 *     pixels are the samples
 * @param threads how many decode pictures; what is read does not depend on it
 * @param space a table stays on the disk instead of being read into the heap, and this is for its
 *     copies; empty: it is read. Only formats take it whose {@link Outline} says so
 */
public record ReadOptions(
    FrameRange frames,
    Optional<PictureSize> size,
    boolean color,
    int patches,
    int threads,
    ReadListener listener,
    Optional<Space> space) {

  /** All frames as they are, in grey, silently. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(
          FrameRange.ALL,
          Optional.empty(),
          false,
          0,
          Workers.defaultThreads(),
          ReadListener.NONE,
          Optional.empty());

  /** What a user can choose, and only some formats have. */
  public enum Choice {
    /** One of several tables in a file. */
    MEMBER,
    /** Some of the frames. */
    FRAMES,
    /** Another size of pictures. */
    SIZE,
    /** Colour. */
    COLOR,
    /** Pieces of one image. */
    PATCHES,
    /** A table that stays on the disk. */
    ON_DISK
  }

  public ReadOptions {
    String rule = "patches is %s and threads %s but both must be at least 1";
    Check.that(rule, patches >= 0 && threads >= 1, patches, threads);
  }

  public ReadOptions withFrames(FrameRange newFrames) {
    return new ReadOptions(newFrames, size, color, patches, threads, listener, space);
  }

  public ReadOptions withSize(PictureSize newSize) {
    return new ReadOptions(frames, Optional.of(newSize), color, patches, threads, listener, space);
  }

  public ReadOptions withColor(boolean newColor) {
    return new ReadOptions(frames, size, newColor, patches, threads, listener, space);
  }

  public ReadOptions withPatches(int newPatches) {
    return new ReadOptions(frames, size, color, newPatches, threads, listener, space);
  }

  public ReadOptions withThreads(int newThreads) {
    return new ReadOptions(frames, size, color, patches, newThreads, listener, space);
  }

  public ReadOptions withListener(ReadListener newListener) {
    return new ReadOptions(frames, size, color, patches, threads, newListener, space);
  }

  /**
   * Returns a copy that leaves a table on the disk.
   *
   * @param newSpace for copies of the table; <em>kept</em>
   */
  public ReadOptions withSpace(Space newSpace) {
    return new ReadOptions(frames, size, color, patches, threads, listener, Optional.of(newSpace));
  }

  /** Checks that nothing was chosen but what a format offers. */
  public void requireOnly(Set<Choice> offered, Path file, String format) {
    Map<Choice, String> chosen = new EnumMap<>(Choice.class);
    if (!frames.equals(FrameRange.ALL)) {
      chosen.put(Choice.FRAMES, "frames " + frames);
    }
    size.ifPresent(given -> chosen.put(Choice.SIZE, "size " + given));
    if (color) {
      chosen.put(Choice.COLOR, "color");
    }
    if (space.isPresent()) {
      chosen.put(Choice.ON_DISK, "out of core");
    }
    if (patches > 0) {
      chosen.put(Choice.PATCHES, "patches " + patches);
    }
    chosen.keySet().removeAll(offered);
    for (String words : chosen.values()) {
      throw InputException.of(file, words + ": cannot be chosen for " + format);
    }
  }
}
