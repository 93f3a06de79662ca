package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import java.util.Arrays;
import org.mahnmf.kernel.Kernels;

/**
 * The products of a block as a vector of lanes for each component of each column: group of columns
 * by group, in a group three components of all its columns, then the next three.
 */
final class Products {

  /** Where kernels add. */
  final double[] lanes;

  private final int rank;
  private final int triples;

  Products(Packed backward) {
    rank = backward.rank;
    triples = backward.triples;
    int vectors = Kernels.BLOCK * triples * 3;
    lanes = new double[(vectors + L - 1) / L * L * L];
  }

  /** Begins another block of so many columns. */
  void clear(int columns) {
    int groups = columns == 1 ? 1 : Kernels.BLOCK; // a group is as wide as its kernel
    Arrays.fill(lanes, 0, groups * 3 * triples * L, 0);
  }

  /** Returns the width of the group that begins at a column: 8, 4 or 1. */
  static int width(int column, int count) {
    int left = count - column;
    if (left == 1) {
      return 1;
    }
    return Tiles.WIDE && left > 4 ? 8 : 4;
  }

  /** Returns where three components of the group that begins at a column stand. */
  int at(int column, int width, int triple) {
    return (column * triples + triple * width) * 3 * L;
  }

  /** Adds up the lanes and writes the components of each column. */
  void read(int count, double[] out // exact
      ) {
    int padded = (count + 7) / 8 * 8; // columns of the last group included
    for (int vector = 0; vector < padded * 3 * triples; vector += L) {
      Totals.addLanes(lanes, vector * L);
    }
    for (int first = 0, width; first < count; first += width) {
      width = width(first, count);
      for (int j = 0; j < width && first + j < count; j++) {
        for (int l = 0; l < rank; l++) {
          int vector = first * 3 * triples + (l / 3 * width + j) * 3 + l % 3;
          out[(first + j) * rank + l] = lanes[vector / L * L * L + vector % L];
        }
      }
    }
  }
}
