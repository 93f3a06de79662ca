package org.mahnmf.data;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.picture.PictureShape;

/**
 * Collects pictures of one shape as the rows of a matrix. Pixels of 8 bits are kept as bytes while
 * they are collected.
 *
 * <p>Different threads may set different rows.
 */
public final class PictureRows {

  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;
  private static final int LARGEST_BYTE = 255;

  private final int length;
  private final boolean small;
  private byte[] bytes = {};
  private char[] wide = {};

  /**
   * Makes room.
   *
   * @param shape of each picture
   * @param rows how many pictures
   * @throws IllegalArgumentException if that is more than 2^31 numbers
   */
  public PictureRows(PictureShape shape, int rows) {
    this.length = shape.length();
    this.small = shape.white() <= LARGEST_BYTE;
    reserve(rows);
  }

  /**
   * Makes room for more rows; what is there stays.
   *
   * @param rows how many pictures in all
   * @throws IllegalArgumentException if that is more than 2^31 numbers
   */
  public void reserve(int rows) {
    long size = (long) rows * length;
    if (size > LARGEST_ARRAY) {
      throw new IllegalArgumentException(
          rows
              + " pictures of "
              + length
              + " numbers are more than 2^31 numbers; take fewer frames or a smaller size");
    }
    if (small) {
      bytes = Arrays.copyOf(bytes, (int) size);
    } else {
      wide = Arrays.copyOf(wide, (int) size);
    }
  }

  /** Returns how many rows there is room for. */
  public int capacity() {
    return (small ? bytes.length : wide.length) / length;
  }

  /**
   * Sets a row.
   *
   * @param row zero-based
   * @param samples from 0 to white; <em>not modified</em>
   */
  void set(int row, char[] samples) {
    int base = row * length;
    if (!small) {
      System.arraycopy(samples, 0, wide, base, length);
      return;
    }
    for (int k = 0; k < length; k++) {
      bytes[base + k] = (byte) samples[k];
    }
  }

  /**
   * Sets a part of a row of 8-bit pixels.
   *
   * @param row zero-based
   * @param column first place to set
   * @param samples unsigned; <em>not modified</em>
   * @param from first of them
   * @param count how many
   */
  public void set(int row, int column, byte[] samples, int from, int count) {
    System.arraycopy(samples, from, bytes, row * length + column, count);
  }

  /**
   * Returns the first rows as a matrix.
   *
   * @param rows how many
   */
  public Matrix matrix(int rows) {
    return matrix(rows, length);
  }

  /** Returns the first numbers as a matrix of another shape. */
  Matrix matrix(int rows, int columns) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    double[] out = matrix.array();
    for (int k = 0; k < out.length; k++) {
      out[k] = small ? bytes[k] & 0xff : wide[k];
    }
    return matrix;
  }
}
