package org.mahnmf.matrix;

import java.io.Serializable;
import java.util.Arrays;
import org.mahnmf.base.Check;

/**
 * An immutable sparse matrix in compressed rows.
 *
 * <p>An absent entry is a zero and counts in a loss like any other. NaN may be stored and marks a
 * missing entry, which has weight 0; the two are never confused. Zeros are never stored.
 *
 * <p>Memory: 12 bytes per stored entry and 4 per row. {@link #get} is a binary search within the
 * row.
 */
public final class SparseMatrix implements Matrix, Serializable {

  private static final long serialVersionUID = 1;

  private final int rows;
  private final int columns;

  /** Row i occupies the places pointers[i] to pointers[i + 1]. */
  private final int[] pointers;

  /** Ascending within a row. */
  private final int[] indices;

  private final double[] values;

  private SparseMatrix(int rows, int columns, int[] pointers, int[] indices, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.pointers = pointers;
    this.indices = indices;
    this.values = values;
  }

  /**
   * Builds a matrix from triplets in any order, in time linear in them and in the size. Triplets at
   * the same place are added, in the order given; an entry that is or becomes 0 is not stored.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param rowIndices zero-based row of each triplet; <em>not modified</em>
   * @param columnIndices zero-based column of each triplet; <em>not modified</em>
   * @param entries value of each triplet, NaN = missing; <em>not modified</em>
   * @throws IllegalArgumentException if the arrays differ in length or an index is out of range
   */
  public static SparseMatrix ofTriplets(
      int rows, int columns, int[] rowIndices, int[] columnIndices, double[] entries) {
    Check.that(
        "there are %s row indices, %s column indices and %s values, but a triplet needs one"
            + " of each",
        rowIndices.length == entries.length && columnIndices.length == entries.length,
        rowIndices.length,
        columnIndices.length,
        entries.length);
    return ofTriplets(rows, columns, rowIndices, columnIndices, entries, entries.length);
  }

  private static SparseMatrix ofTriplets(
      int rows, int columns, int[] rowIndices, int[] columnIndices, double[] entries, int count) {
    Check.that("a matrix of %sx%s has a negative size", rows >= 0 && columns >= 0, rows, columns);
    for (int k = 0; k < count; k++) {
      if (rowIndices[k] < 0
          || rowIndices[k] >= rows
          || columnIndices[k] < 0
          || columnIndices[k] >= columns) {
        throw new IllegalArgumentException(
            "triplet %s is at row %s, column %s but the matrix is %sx%s"
                .formatted(k + 1, rowIndices[k] + 1, columnIndices[k] + 1, rows, columns));
      }
    }
    // Two stable counting sorts: by column, then by row.
    int[] byColumn = sorted(columnIndices, null, columns, count);
    int[] order = sorted(rowIndices, byColumn, rows, count);
    int[] pointers = new int[rows + 1];
    int[] indices = new int[count];
    double[] values = new double[count];
    int kept = 0;
    int k = 0;
    for (int i = 0; i < rows; i++) {
      while (k < count && rowIndices[order[k]] == i) {
        int column = columnIndices[order[k]];
        double sum = 0;
        for (; k < count && rowIndices[order[k]] == i && columnIndices[order[k]] == column; k++) {
          sum += entries[order[k]];
        }
        if (sum != 0) {
          indices[kept] = column;
          values[kept] = sum;
          kept++;
        }
      }
      pointers[i + 1] = kept;
    }
    return new SparseMatrix(
        rows, columns, pointers, Arrays.copyOf(indices, kept), Arrays.copyOf(values, kept));
  }

  /** Places in the order of their keys; equal keys keep their order. */
  private static int[] sorted(int[] keys, int[] order, int limit, int count) {
    int[] next = new int[limit + 1];
    for (int k = 0; k < count; k++) {
      next[keys[k] + 1]++;
    }
    for (int i = 0; i < limit; i++) {
      next[i + 1] += next[i];
    }
    int[] out = new int[count];
    for (int k = 0; k < count; k++) {
      int place = order == null ? k : order[k];
      out[next[keys[place]]++] = place;
    }
    return out;
  }

  /** Copies what is not zero; the matrix is <em>not modified</em>. */
  public static SparseMatrix copyOf(Matrix matrix) {
    if (matrix instanceof SparseMatrix sparse) {
      return sparse;
    }
    Builder builder = new Builder(matrix.rows(), matrix.columns());
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (row[j] != 0) {
          builder.add(i, j, row[j]);
        }
      }
    }
    return builder.build();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Returns the number of stored entries, missing ones (NaN) included. */
  public int nonZeros() {
    return values.length;
  }

  /** Returns the number of stored entries of a zero-based row. */
  public int nonZeros(int row) {
    return pointers[row + 1] - pointers[row];
  }

  @Override
  public int longestRow() {
    int longest = 0;
    for (int i = 0; i < rows; i++) {
      longest = Math.max(longest, nonZeros(i));
    }
    return longest;
  }

  @Override
  public double get(int row, int column) {
    if (column < 0 || column >= columns) {
      throw new IndexOutOfBoundsException("column " + column + " of " + columns);
    }
    int place = Arrays.binarySearch(indices, pointers[row], pointers[row + 1], column);
    return place >= 0 ? values[place] : 0;
  }

  @Override
  public void copyRow(int row, double[] out) {
    Arrays.fill(out, 0, columns, 0);
    for (int k = pointers[row]; k < pointers[row + 1]; k++) {
      out[indices[k]] = values[k];
    }
  }

  @Override
  public int copyStored(int row, int[] outIndices, double[] outValues) {
    int from = pointers[row];
    int count = pointers[row + 1] - from;
    System.arraycopy(indices, from, outIndices, 0, count);
    System.arraycopy(values, from, outValues, 0, count);
    return count;
  }

  /** Returns the transpose as a new matrix, in time linear in the stored entries and the size. */
  @Override
  public SparseMatrix transpose() {
    int[] next = new int[columns + 1];
    for (int column : indices) {
      next[column + 1]++;
    }
    for (int j = 0; j < columns; j++) {
      next[j + 1] += next[j];
    }
    int[] newPointers = next.clone();
    int[] newIndices = new int[indices.length];
    double[] newValues = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int k = pointers[i]; k < pointers[i + 1]; k++) {
        int place = next[indices[k]]++;
        newIndices[place] = i;
        newValues[place] = values[k];
      }
    }
    return new SparseMatrix(columns, rows, newPointers, newIndices, newValues);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseMatrix matrix
        && rows == matrix.rows
        && columns == matrix.columns
        && Arrays.equals(pointers, matrix.pointers)
        && Arrays.equals(indices, matrix.indices)
        && Arrays.equals(values, matrix.values);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + columns) + 31 * Arrays.hashCode(indices) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "SparseMatrix " + rows + "x" + columns + " with " + nonZeros() + " entries";
  }

  /** Collects triplets whose number is not known beforehand. */
  public static final class Builder {

    private final int rows;
    private final int columns;
    private int[] rowIndices = new int[16];
    private int[] columnIndices = new int[16];
    private double[] entries = new double[16];
    private int count;

    /** Begins a matrix of zeros. */
    public Builder(int rows, int columns) {
      this.rows = rows;
      this.columns = columns;
    }

    /** Adds a value, NaN = missing, to the entry at a zero-based row and column. */
    public Builder add(int row, int column, double value) {
      if (count == entries.length) {
        int length = (int) Math.min(Integer.MAX_VALUE - 8, 2L * count);
        Check.that("a sparse matrix has at most 2^31 - 9 triplets", length != count);
        rowIndices = Arrays.copyOf(rowIndices, length);
        columnIndices = Arrays.copyOf(columnIndices, length);
        entries = Arrays.copyOf(entries, length);
      }
      rowIndices[count] = row;
      columnIndices[count] = column;
      entries[count] = value;
      count++;
      return this;
    }

    /** Returns the matrix of everything added so far, see {@link SparseMatrix#ofTriplets}. */
    public SparseMatrix build() {
      return ofTriplets(rows, columns, rowIndices, columnIndices, entries, count);
    }
  }
}
