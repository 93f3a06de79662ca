package org.mahnmf.matrix;

import java.nio.ByteBuffer;
import java.util.List;
import org.mahnmf.base.Check;

/**
 * More bytes than one buffer can hold, such as those of a mapped file: buffers of one size one
 * after the other, the last one perhaps shorter. Numbers start at multiples of their width, so none
 * lies in two buffers. Threads may share it as long as they write to different places.
 */
public final class Segments {

  /** Bytes of a buffer that suit large files; a multiple of the width of any number. */
  public static final int USUAL_SIZE = 1 << 30;

  private final ByteBuffer[] parts;
  private final int size;

  /**
   * Joins buffers.
   *
   * @param parts at least one, direct or not, in the byte order of their numbers; all but the last
   *     have the same limit, a multiple of 8; <em>kept</em>
   */
  public Segments(List<ByteBuffer> parts) {
    this.size = parts.size() == 1 ? USUAL_SIZE : parts.get(0).limit();
    for (int k = 0; k < parts.size() - 1; k++) {
      Check.that(
          "buffer %s has %s bytes but must have as many as the first, a multiple of 8",
          parts.get(k).limit() == size && size % Double.BYTES == 0, k, parts.get(k).limit());
    }
    this.parts = parts.toArray(ByteBuffer[]::new);
  }

  /** Does something with a stretch of numbers within one buffer. */
  @FunctionalInterface
  private interface Stretch {
    void at(ByteBuffer part, int place, int done, int count);
  }

  /** Cuts a range of numbers where buffers end. */
  private void forEach(long position, int width, int count, Stretch body) {
    int done = 0;
    while (done < count) {
      long here = position + (long) done * width;
      int place = (int) (here % size);
      int some = Math.min(count - done, (size - place) / width);
      body.at(parts[(int) (here / size)], place, done, some);
      done += some;
    }
  }

  /** Returns the number whose first byte is at a position. */
  public double get(long position, NumberType type) {
    return type.get(parts[(int) (position / size)], (int) (position % size));
  }

  /**
   * Reads numbers of any type, from the position of the first byte on; out is <em>modified</em>.
   */
  public void read(long position, NumberType type, double[] out, int count) {
    forEach(
        position,
        type.width(),
        count,
        (part, place, done, some) -> {
          if (type == NumberType.F8) {
            part.asDoubleBuffer().get(place / Double.BYTES, out, done, some);
          } else {
            for (int k = 0; k < some; k++) {
              out[done + k] = type.get(part, place + type.width() * k);
            }
          }
        });
  }

  /** Reads floats, from the position of the first byte on; out is <em>modified</em>. */
  public void read(long position, float[] out, int count) {
    forEach(
        position,
        Float.BYTES,
        count,
        (part, place, done, some) ->
            part.asFloatBuffer().get(place / Float.BYTES, out, done, some));
  }

  /**
   * Writes numbers, <em>not modified</em>, as doubles ({@link NumberType#F8}) or as floats ({@link
   * NumberType#F4}, which rounds), from the position of the first byte on.
   */
  public void write(long position, NumberType type, double[] values, int from, int count) {
    Check.that(
        "numbers are not written as %s", type == NumberType.F8 || type == NumberType.F4, type);
    forEach(
        position,
        type.width(),
        count,
        (part, place, done, some) -> {
          if (type == NumberType.F8) {
            part.asDoubleBuffer().put(place / Double.BYTES, values, from + done, some);
          } else {
            for (int k = 0; k < some; k++) {
              part.putFloat(place + Float.BYTES * k, (float) values[from + done + k]);
            }
          }
        });
  }

  /** Writes floats, <em>not modified</em>, from the position of the first byte on. */
  public void write(long position, float[] values, int count) {
    forEach(
        position,
        Float.BYTES,
        count,
        (part, place, done, some) ->
            part.asFloatBuffer().put(place / Float.BYTES, values, done, some));
  }
}
