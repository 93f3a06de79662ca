package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;

import java.util.Arrays;

/**
 * The last entries of a column or of two, filled up to whole vectors, because what follows them in
 * the array belongs to somebody else.
 */
final class Tails {

  final double[] x = new double[2 * L];
  final double[] weights = new double[2 * L];
  final double[] dual = new double[2 * L];
  final double[] cross = new double[2 * L];

  /** How many entries are in an incomplete vector; 0 if all are complete. */
  final int rest;

  Tails(int length) {
    rest = length % L;
  }

  /** Takes the tails of two columns. */
  void fill(double[] values, int first, int second, double[] tails) {
    fill(values, first, tails, 0);
    fill(values, second, tails, L);
  }

  /** Takes the tail of one column. */
  void fill(double[] values, int at, double[] tail, int to) {
    System.arraycopy(values, at, tail, to, rest);
    Arrays.fill(tail, to + rest, to + L, 0);
  }
}
