package org.mahnmf.data.synthetic;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.ProductMatrix;

/**
 * A table of known low rank, and the same table with outliers.
 *
 * @param clean the product of two factors whose entries are from a gamma distribution
 * @param outliers whether an entry was replaced, row by row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SyntheticTable(DenseMatrix clean, DenseMatrix dirty, boolean[] outliers) {

  /**
   * Makes a table. The same arguments make the same table on any machine.
   *
   * @param rank rank of the clean table, from 1 to the smaller of rows and columns
   * @param outlierShare share of entries to replace, from 0 to 1: half of them by values of one to
   *     two times the largest clean entry, the other half by 0
   */
  public static SyntheticTable planted(
      int rows, int columns, int rank, double outlierShare, long seed) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "the size is " + rows + "x" + columns + " but must be at least 1x1");
    }
    if (rank < 1 || rank > Math.min(rows, columns)) {
      throw new IllegalArgumentException(
          String.format(
              "rank is %s but must be from 1 to min(rows, columns) = %s",
              rank, Math.min(rows, columns)));
    }
    if (!(outlierShare >= 0 && outlierShare <= 1)) {
      throw new IllegalArgumentException(
          "outlierShare is " + outlierShare + " but must be from 0 to 1");
    }
    Draws draws = new Draws(seed);
    DenseMatrix left = factor(rows, rank, draws);
    DenseMatrix clean = new ProductMatrix(left, factor(columns, rank, draws).transpose()).toDense();
    double largest = Arrays.stream(clean.array()).max().orElse(0);
    DenseMatrix dirty = clean.copy();
    boolean[] outliers = new boolean[clean.array().length];
    int[] order = shuffled(outliers.length, draws);
    int count = (int) Math.round(outlierShare * outliers.length);
    for (int i = 0; i < count; i++) {
      outliers[order[i]] = true;
      dirty.array()[order[i]] = i % 2 == 0 ? largest * draws.uniform(1, 2) : 0;
    }
    return new SyntheticTable(clean, dirty, outliers);
  }

  public boolean isOutlier(int row, int column) {
    return outliers[clean.offset(row) + column];
  }

  private static DenseMatrix factor(int rows, int rank, Draws draws) {
    DenseMatrix factor = new DenseMatrix(rows, rank);
    for (int i = 0; i < factor.array().length; i++) {
      factor.array()[i] = draws.gamma2();
    }
    return factor;
  }

  private static int[] shuffled(int length, Draws draws) {
    int[] order = new int[length];
    for (int i = 0; i < length; i++) {
      int j = draws.below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
