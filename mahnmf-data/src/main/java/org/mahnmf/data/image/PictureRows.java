package org.mahnmf.data.image;

import java.nio.file.Path;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Collects pictures of one shape as the rows of a matrix: bytes if white is at most 255, else
 * floats, which hold 16 bits exactly.
 *
 * <p>Different threads may set different rows.
 */
public final class PictureRows {

  /** More pixels than any camera has; a small file can declare far more. */
  static final long MOST_PIXELS = 100_000_000;

  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;
  private static final int LARGEST_BYTE = 255;

  private final Path file;
  private final int length;
  private final boolean small;
  private int rows;
  private ByteMatrix bytes;
  private FloatMatrix floats;

  public PictureRows(Path file, PictureShape shape, int rows) {
    this.file = file;
    this.length = shape.length();
    this.small = shape.white() <= LARGEST_BYTE;
    allocate(rows);
  }

  /** Checks the size that a file declares. */
  public static void requireSize(Path file, long width, long height) {
    boolean bad = width < 1 || height < 1 || width * height > MOST_PIXELS;
    String rule = "a picture must have at least 1 and at most " + MOST_PIXELS + " pixels";
    InputException.throwIf(bad, file, "size", width + "x" + height, rule);
  }

  private void allocate(int count) {
    String rule =
        String.format(
            "%s pictures of %s numbers are more than 2^31 numbers; take fewer frames or a"
                + " smaller size",
            count, length);
    InputException.throwIf((long) count * length > LARGEST_ARRAY, file, rule);
    rows = count;
    if (small) {
      bytes = new ByteMatrix(count, length);
    } else {
      floats = new FloatMatrix(count, length);
    }
  }

  /** Changes the number of rows; the first ones stay. */
  public void resize(int count) {
    if (count != rows) {
      Object old = array();
      int kept = Math.min(count, rows) * length;
      allocate(count);
      System.arraycopy(old, 0, array(), 0, kept);
    }
  }

  private Object array() {
    return small ? bytes.array() : floats.array();
  }

  public int rows() {
    return rows;
  }

  /**
   * Sets a row.
   *
   * @param samples from 0 to white; <em>not modified</em>
   */
  void set(int row, char[] samples, int from) {
    int base = row * length;
    for (int k = 0; k < length; k++) {
      if (small) {
        bytes.array()[base + k] = (byte) samples[from + k];
      } else {
        floats.array()[base + k] = samples[from + k];
      }
    }
  }

  /**
   * Sets a part of a row of 8-bit pixels.
   *
   * @param samples unsigned; <em>not modified</em>
   */
  public void set(int row, int column, byte[] samples, int from, int count) {
    System.arraycopy(samples, from, bytes.array(), row * length + column, count);
  }

  /** Returns the matrix itself, not a copy. */
  public Matrix matrix() {
    return small ? bytes : floats;
  }
}
