package org.mahnmf.internal.sparse;

import java.util.Arrays;
import org.mahnmf.problem.SideData;

/**
 * Reads columns of X for work that goes entry by entry: the entries that must be looked at one by
 * one, while all others, zeros of weight ω₀, are known by their sums over a fixed factor. A column
 * stored for more than its half is read whole, zeros included: no more work, and sums got as
 * differences would cancel. Scratch memory of one thread.
 */
public final class ColumnReader {

  private final SideData data;
  private final int[] indices;
  private final double[] values;
  private final double[] weights;
  private int count;
  private boolean absent;

  /** Prepares reading of data that is <em>kept</em>. */
  public ColumnReader(SideData data) {
    this.data = data;
    int longest = data.longestColumn();
    int most = isMost(longest) ? data.length() : longest;
    indices = new int[most];
    values = new double[most];
    weights = new double[most];
  }

  private boolean isMost(int stored) {
    return data.zeroWeight() > 0 && 2L * stored > data.length();
  }

  /** Returns the largest number of entries that {@link #read} gives. */
  public int longest() {
    return indices.length;
  }

  /** Reads one column; returns the number of entries to look at. */
  public int read(int column) {
    count = data.readStored(column, indices, values, weights);
    if (isMost(count)) {
      data.read(column, values);
      data.readWeights(column, weights);
      count = data.length();
      for (int i = 0; i < count; i++) {
        indices[i] = i;
      }
    }
    absent = data.zeroWeight() > 0 && count < data.length();
    return count;
  }

  /** Returns whether there are more entries, zeros of weight {@link SideData#zeroWeight()}. */
  public boolean hasAbsent() {
    return absent;
  }

  /** Returns the places of the entries, ascending; the array itself, as below. */
  public int[] indices() {
    return indices;
  }

  public double[] values() {
    return values;
  }

  public double[] weights() {
    return weights;
  }

  /**
   * Takes the fixed factor at the entries of the column, into one array per component,
   * <em>modified</em>.
   */
  public void gather(ColumnPanel panel, double[][] rows) {
    for (int l = 0; l < rows.length; l++) {
      double[] row = rows[l];
      for (int k = 0; k < count; k++) {
        row[k] = panel.get(l, indices[k]);
      }
    }
  }

  /**
   * Sums the fixed factor over the absent entries of the column, times their weight; one sum per
   * component is <em>modified</em>.
   */
  public void absentSums(ColumnPanel panel, double[] sums) {
    Arrays.fill(sums, 0);
    if (!absent) {
      return;
    }
    for (int k = 0; k < count; k++) {
      panel.add(indices[k], 1, sums);
    }
    for (int l = 0; l < sums.length; l++) {
      // Rounding must not make a sum of non-negative numbers negative.
      sums[l] = data.zeroWeight() * Math.max(0, panel.sum()[l] - sums[l]);
    }
  }
}
