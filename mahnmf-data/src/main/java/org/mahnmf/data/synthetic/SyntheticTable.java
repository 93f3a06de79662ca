package org.mahnmf.data.synthetic;

import java.util.Arrays;
import org.mahnmf.base.Check;
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
    Check.that(
        "the size is %sx%s but must be at least 1x1", rows >= 1 && columns >= 1, rows, columns);
    int most = Math.min(rows, columns);
    String rule = "rank is %s but must be from 1 to min(rows, columns) = %s";
    Check.that(rule, rank >= 1 && rank <= most, rank, most);
    boolean isShare = outlierShare >= 0 && outlierShare <= 1;
    Check.that("outlierShare is %s but must be from 0 to 1", isShare, outlierShare);
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
