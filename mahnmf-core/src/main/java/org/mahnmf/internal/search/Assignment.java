package org.mahnmf.internal.search;

import java.util.Arrays;

/**
 * The linear assignment problem: each row gets a column of its own so that the sum of the chosen
 * gains is greatest. The Hungarian method by shortest augmenting paths with potentials, where a
 * gain is a negative cost, O(rows² · columns) (Kuhn 1955; Jonker, Volgenant 1987).
 */
public final class Assignment {

  private Assignment() {}

  /**
   * Finds the assignment of the greatest sum.
   *
   * @param gain rows x columns, finite, no more rows than columns; <em>not modified</em>
   * @return the column of each row
   */
  public static int[] best(double[][] gain) {
    int rows = gain.length;
    int columns = rows == 0 ? 0 : gain[0].length;
    if (rows > columns) {
      throw new IllegalArgumentException(
          "there are " + rows + " rows but must be at most as many as columns, " + columns);
    }
    double[] rowPrice = new double[rows];
    double[] columnPrice = new double[columns + 1];
    int[] rowOf = new int[columns + 1]; // the row that holds a column; the last column is a helper
    Arrays.fill(rowOf, -1);
    for (int row = 0; row < rows; row++) {
      augment(gain, row, rowPrice, columnPrice, rowOf);
    }
    int[] columnOf = new int[rows];
    for (int j = 0; j < columns; j++) {
      if (rowOf[j] >= 0) {
        columnOf[rowOf[j]] = j;
      }
    }
    return columnOf;
  }

  /** Brings in one more row along the cheapest alternating path from it to a free column. */
  private static void augment(
      double[][] gain, int newRow, double[] rowPrice, double[] columnPrice, int[] rowOf) {
    int columns = columnPrice.length - 1;
    double[] slack = new double[columns];
    int[] before = new int[columns];
    boolean[] seen = new boolean[columns + 1];
    Arrays.fill(slack, Double.POSITIVE_INFINITY);
    int column = columns;
    rowOf[column] = newRow;
    while (rowOf[column] >= 0) {
      seen[column] = true;
      int row = rowOf[column];
      double least = Double.POSITIVE_INFINITY;
      int next = -1;
      for (int j = 0; j < columns; j++) {
        if (seen[j]) {
          continue;
        }
        double reduced = -gain[row][j] - rowPrice[row] - columnPrice[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          before[j] = column;
        }
        if (slack[j] < least) {
          least = slack[j];
          next = j;
        }
      }
      for (int j = 0; j <= columns; j++) {
        if (seen[j]) {
          rowPrice[rowOf[j]] += least;
          columnPrice[j] -= least;
        } else {
          slack[j] -= least;
        }
      }
      column = next;
    }
    while (column != columns) {
      rowOf[column] = rowOf[before[column]];
      column = before[column];
    }
  }
}
