package org.mahnmf.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products into and out of a tile: columns of the block as rows, {@link #TILE} entries apart.
 *
 * <p><b>Implementation notes.</b> Vectors live in local variables written out, since C2 boxes them
 * wherever it stops inlining. Eight columns by three vectors need 24 accumulators and suit machines
 * with 32 vector registers; four by three suit 16, and short blocks. On a Zen 4 with 512 bits, at
 * rank 50 and in cache, the forward product of eight columns is as fast as OpenBLAS multiplies
 * (four: 92 % on JDK 25); the backward product is bound by loads, about 90 % of that with eight
 * columns and 80 % with four. Whatever the shape, an element's sum is one chain of fused
 * multiply-adds in the order of components or entries.
 */
final class Tiles {

  static final VectorSpecies<Double> S = DoubleVector.SPECIES_PREFERRED;

  /** Lanes of a vector. */
  static final int L = S.length();

  /**
   * The most vectors of a column in a tile: a multiple of 3. The sums of the backward product are
   * loaded and stored once per chunk, so longer ones are better as long as eight columns stay in
   * the first cache: 45 gave 1 to 1.1 times the speed of 24 at rank 50.
   */
  static final int CHUNK = 45;

  /** Entries from column to column of a tile. */
  static final int TILE = CHUNK * L;

  /** Whether there are registers for eight columns. */
  static final boolean WIDE =
      S.vectorBitSize() >= 512 || "aarch64".equals(System.getProperty("os.arch"));

  private Tiles() {}

  /**
   * Three vectors of entries of eight columns of forwardᵀ·h.
   *
   * @param panel the fixed factor; <em>not modified</em>
   * @param at where the first vector's components begin
   * @param stride from vector to vector
   * @param rank number of components
   * @param codes rank x 8 from codesAt on; <em>not modified</em>
   * @param codesAt where the codes begin
   * @param tile <em>modified</em>, from tileAt on
   * @param tileAt where the first column begins
   */
  static void forward8(
      double[] panel,
      int at,
      int stride,
      int rank,
      double[] codes,
      int codesAt,
      double[] tile,
      int tileAt) {
    DoubleVector a00 = DoubleVector.zero(S);
    DoubleVector a01 = DoubleVector.zero(S);
    DoubleVector a02 = DoubleVector.zero(S);
    DoubleVector a10 = DoubleVector.zero(S);
    DoubleVector a11 = DoubleVector.zero(S);
    DoubleVector a12 = DoubleVector.zero(S);
    DoubleVector a20 = DoubleVector.zero(S);
    DoubleVector a21 = DoubleVector.zero(S);
    DoubleVector a22 = DoubleVector.zero(S);
    DoubleVector a30 = DoubleVector.zero(S);
    DoubleVector a31 = DoubleVector.zero(S);
    DoubleVector a32 = DoubleVector.zero(S);
    DoubleVector a40 = DoubleVector.zero(S);
    DoubleVector a41 = DoubleVector.zero(S);
    DoubleVector a42 = DoubleVector.zero(S);
    DoubleVector a50 = DoubleVector.zero(S);
    DoubleVector a51 = DoubleVector.zero(S);
    DoubleVector a52 = DoubleVector.zero(S);
    DoubleVector a60 = DoubleVector.zero(S);
    DoubleVector a61 = DoubleVector.zero(S);
    DoubleVector a62 = DoubleVector.zero(S);
    DoubleVector a70 = DoubleVector.zero(S);
    DoubleVector a71 = DoubleVector.zero(S);
    DoubleVector a72 = DoubleVector.zero(S);
    int c = codesAt;
    int p = at;
    for (int l = 0; l < rank; l++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + stride);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * stride);
      DoubleVector h0 = DoubleVector.broadcast(S, codes[c]);
      a00 = h0.fma(w0, a00);
      a01 = h0.fma(w1, a01);
      a02 = h0.fma(w2, a02);
      DoubleVector h1 = DoubleVector.broadcast(S, codes[c + 1]);
      a10 = h1.fma(w0, a10);
      a11 = h1.fma(w1, a11);
      a12 = h1.fma(w2, a12);
      DoubleVector h2 = DoubleVector.broadcast(S, codes[c + 2]);
      a20 = h2.fma(w0, a20);
      a21 = h2.fma(w1, a21);
      a22 = h2.fma(w2, a22);
      DoubleVector h3 = DoubleVector.broadcast(S, codes[c + 3]);
      a30 = h3.fma(w0, a30);
      a31 = h3.fma(w1, a31);
      a32 = h3.fma(w2, a32);
      DoubleVector h4 = DoubleVector.broadcast(S, codes[c + 4]);
      a40 = h4.fma(w0, a40);
      a41 = h4.fma(w1, a41);
      a42 = h4.fma(w2, a42);
      DoubleVector h5 = DoubleVector.broadcast(S, codes[c + 5]);
      a50 = h5.fma(w0, a50);
      a51 = h5.fma(w1, a51);
      a52 = h5.fma(w2, a52);
      DoubleVector h6 = DoubleVector.broadcast(S, codes[c + 6]);
      a60 = h6.fma(w0, a60);
      a61 = h6.fma(w1, a61);
      a62 = h6.fma(w2, a62);
      DoubleVector h7 = DoubleVector.broadcast(S, codes[c + 7]);
      a70 = h7.fma(w0, a70);
      a71 = h7.fma(w1, a71);
      a72 = h7.fma(w2, a72);
      c += 8;
      p += L;
    }
    a00.intoArray(tile, tileAt);
    a01.intoArray(tile, tileAt + L);
    a02.intoArray(tile, tileAt + 2 * L);
    a10.intoArray(tile, tileAt + TILE);
    a11.intoArray(tile, tileAt + TILE + L);
    a12.intoArray(tile, tileAt + TILE + 2 * L);
    a20.intoArray(tile, tileAt + 2 * TILE);
    a21.intoArray(tile, tileAt + 2 * TILE + L);
    a22.intoArray(tile, tileAt + 2 * TILE + 2 * L);
    a30.intoArray(tile, tileAt + 3 * TILE);
    a31.intoArray(tile, tileAt + 3 * TILE + L);
    a32.intoArray(tile, tileAt + 3 * TILE + 2 * L);
    a40.intoArray(tile, tileAt + 4 * TILE);
    a41.intoArray(tile, tileAt + 4 * TILE + L);
    a42.intoArray(tile, tileAt + 4 * TILE + 2 * L);
    a50.intoArray(tile, tileAt + 5 * TILE);
    a51.intoArray(tile, tileAt + 5 * TILE + L);
    a52.intoArray(tile, tileAt + 5 * TILE + 2 * L);
    a60.intoArray(tile, tileAt + 6 * TILE);
    a61.intoArray(tile, tileAt + 6 * TILE + L);
    a62.intoArray(tile, tileAt + 6 * TILE + 2 * L);
    a70.intoArray(tile, tileAt + 7 * TILE);
    a71.intoArray(tile, tileAt + 7 * TILE + L);
    a72.intoArray(tile, tileAt + 7 * TILE + 2 * L);
  }

  /** The same for four columns. */
  static void forward4(
      double[] panel,
      int at,
      int stride,
      int rank,
      double[] codes,
      int codesAt,
      double[] tile,
      int tileAt) {
    DoubleVector a00 = DoubleVector.zero(S);
    DoubleVector a01 = DoubleVector.zero(S);
    DoubleVector a02 = DoubleVector.zero(S);
    DoubleVector a10 = DoubleVector.zero(S);
    DoubleVector a11 = DoubleVector.zero(S);
    DoubleVector a12 = DoubleVector.zero(S);
    DoubleVector a20 = DoubleVector.zero(S);
    DoubleVector a21 = DoubleVector.zero(S);
    DoubleVector a22 = DoubleVector.zero(S);
    DoubleVector a30 = DoubleVector.zero(S);
    DoubleVector a31 = DoubleVector.zero(S);
    DoubleVector a32 = DoubleVector.zero(S);
    int c = codesAt;
    int p = at;
    for (int l = 0; l < rank; l++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + stride);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * stride);
      DoubleVector h0 = DoubleVector.broadcast(S, codes[c]);
      a00 = h0.fma(w0, a00);
      a01 = h0.fma(w1, a01);
      a02 = h0.fma(w2, a02);
      DoubleVector h1 = DoubleVector.broadcast(S, codes[c + 1]);
      a10 = h1.fma(w0, a10);
      a11 = h1.fma(w1, a11);
      a12 = h1.fma(w2, a12);
      DoubleVector h2 = DoubleVector.broadcast(S, codes[c + 2]);
      a20 = h2.fma(w0, a20);
      a21 = h2.fma(w1, a21);
      a22 = h2.fma(w2, a22);
      DoubleVector h3 = DoubleVector.broadcast(S, codes[c + 3]);
      a30 = h3.fma(w0, a30);
      a31 = h3.fma(w1, a31);
      a32 = h3.fma(w2, a32);
      c += 4;
      p += L;
    }
    a00.intoArray(tile, tileAt);
    a01.intoArray(tile, tileAt + L);
    a02.intoArray(tile, tileAt + 2 * L);
    a10.intoArray(tile, tileAt + TILE);
    a11.intoArray(tile, tileAt + TILE + L);
    a12.intoArray(tile, tileAt + TILE + 2 * L);
    a20.intoArray(tile, tileAt + 2 * TILE);
    a21.intoArray(tile, tileAt + 2 * TILE + L);
    a22.intoArray(tile, tileAt + 2 * TILE + 2 * L);
    a30.intoArray(tile, tileAt + 3 * TILE);
    a31.intoArray(tile, tileAt + 3 * TILE + L);
    a32.intoArray(tile, tileAt + 3 * TILE + 2 * L);
  }

  /** The same for one column. */
  static void forward1(
      double[] panel,
      int at,
      int stride,
      int rank,
      double[] codes,
      int codesAt,
      double[] tile,
      int tileAt) {
    DoubleVector a00 = DoubleVector.zero(S);
    DoubleVector a01 = DoubleVector.zero(S);
    DoubleVector a02 = DoubleVector.zero(S);
    int c = codesAt;
    int p = at;
    for (int l = 0; l < rank; l++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + stride);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * stride);
      DoubleVector h0 = DoubleVector.broadcast(S, codes[c]);
      a00 = h0.fma(w0, a00);
      a01 = h0.fma(w1, a01);
      a02 = h0.fma(w2, a02);
      c += 1;
      p += L;
    }
    a00.intoArray(tile, tileAt);
    a01.intoArray(tile, tileAt + L);
    a02.intoArray(tile, tileAt + 2 * L);
  }

  /**
   * Adds a chunk of eight columns to three components of backward·U, lane by lane.
   *
   * @param panel the fixed factor; <em>not modified</em>
   * @param at where the first vector's three components begin
   * @param stride from vector to vector
   * @param vectors number of vectors of entries
   * @param tile <em>not modified</em>
   * @param tileAt where the first column begins
   * @param sums 8 x 3 vectors; <em>modified</em>, from sumsAt on: added to
   * @param sumsAt where the sums begin
   */
  static void backward8(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] tile,
      int tileAt,
      double[] sums,
      int sumsAt) {
    DoubleVector a00 = DoubleVector.fromArray(S, sums, sumsAt);
    DoubleVector a01 = DoubleVector.fromArray(S, sums, sumsAt + L);
    DoubleVector a02 = DoubleVector.fromArray(S, sums, sumsAt + 2 * L);
    DoubleVector a10 = DoubleVector.fromArray(S, sums, sumsAt + 3 * L);
    DoubleVector a11 = DoubleVector.fromArray(S, sums, sumsAt + 4 * L);
    DoubleVector a12 = DoubleVector.fromArray(S, sums, sumsAt + 5 * L);
    DoubleVector a20 = DoubleVector.fromArray(S, sums, sumsAt + 6 * L);
    DoubleVector a21 = DoubleVector.fromArray(S, sums, sumsAt + 7 * L);
    DoubleVector a22 = DoubleVector.fromArray(S, sums, sumsAt + 8 * L);
    DoubleVector a30 = DoubleVector.fromArray(S, sums, sumsAt + 9 * L);
    DoubleVector a31 = DoubleVector.fromArray(S, sums, sumsAt + 10 * L);
    DoubleVector a32 = DoubleVector.fromArray(S, sums, sumsAt + 11 * L);
    DoubleVector a40 = DoubleVector.fromArray(S, sums, sumsAt + 12 * L);
    DoubleVector a41 = DoubleVector.fromArray(S, sums, sumsAt + 13 * L);
    DoubleVector a42 = DoubleVector.fromArray(S, sums, sumsAt + 14 * L);
    DoubleVector a50 = DoubleVector.fromArray(S, sums, sumsAt + 15 * L);
    DoubleVector a51 = DoubleVector.fromArray(S, sums, sumsAt + 16 * L);
    DoubleVector a52 = DoubleVector.fromArray(S, sums, sumsAt + 17 * L);
    DoubleVector a60 = DoubleVector.fromArray(S, sums, sumsAt + 18 * L);
    DoubleVector a61 = DoubleVector.fromArray(S, sums, sumsAt + 19 * L);
    DoubleVector a62 = DoubleVector.fromArray(S, sums, sumsAt + 20 * L);
    DoubleVector a70 = DoubleVector.fromArray(S, sums, sumsAt + 21 * L);
    DoubleVector a71 = DoubleVector.fromArray(S, sums, sumsAt + 22 * L);
    DoubleVector a72 = DoubleVector.fromArray(S, sums, sumsAt + 23 * L);
    int p = at;
    int t = tileAt;
    for (int k = 0; k < vectors; k++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * L);
      DoubleVector u0 = DoubleVector.fromArray(S, tile, t);
      a00 = u0.fma(w0, a00);
      a01 = u0.fma(w1, a01);
      a02 = u0.fma(w2, a02);
      DoubleVector u1 = DoubleVector.fromArray(S, tile, t + TILE);
      a10 = u1.fma(w0, a10);
      a11 = u1.fma(w1, a11);
      a12 = u1.fma(w2, a12);
      DoubleVector u2 = DoubleVector.fromArray(S, tile, t + 2 * TILE);
      a20 = u2.fma(w0, a20);
      a21 = u2.fma(w1, a21);
      a22 = u2.fma(w2, a22);
      DoubleVector u3 = DoubleVector.fromArray(S, tile, t + 3 * TILE);
      a30 = u3.fma(w0, a30);
      a31 = u3.fma(w1, a31);
      a32 = u3.fma(w2, a32);
      DoubleVector u4 = DoubleVector.fromArray(S, tile, t + 4 * TILE);
      a40 = u4.fma(w0, a40);
      a41 = u4.fma(w1, a41);
      a42 = u4.fma(w2, a42);
      DoubleVector u5 = DoubleVector.fromArray(S, tile, t + 5 * TILE);
      a50 = u5.fma(w0, a50);
      a51 = u5.fma(w1, a51);
      a52 = u5.fma(w2, a52);
      DoubleVector u6 = DoubleVector.fromArray(S, tile, t + 6 * TILE);
      a60 = u6.fma(w0, a60);
      a61 = u6.fma(w1, a61);
      a62 = u6.fma(w2, a62);
      DoubleVector u7 = DoubleVector.fromArray(S, tile, t + 7 * TILE);
      a70 = u7.fma(w0, a70);
      a71 = u7.fma(w1, a71);
      a72 = u7.fma(w2, a72);
      p += stride;
      t += L;
    }
    a00.intoArray(sums, sumsAt);
    a01.intoArray(sums, sumsAt + L);
    a02.intoArray(sums, sumsAt + 2 * L);
    a10.intoArray(sums, sumsAt + 3 * L);
    a11.intoArray(sums, sumsAt + 4 * L);
    a12.intoArray(sums, sumsAt + 5 * L);
    a20.intoArray(sums, sumsAt + 6 * L);
    a21.intoArray(sums, sumsAt + 7 * L);
    a22.intoArray(sums, sumsAt + 8 * L);
    a30.intoArray(sums, sumsAt + 9 * L);
    a31.intoArray(sums, sumsAt + 10 * L);
    a32.intoArray(sums, sumsAt + 11 * L);
    a40.intoArray(sums, sumsAt + 12 * L);
    a41.intoArray(sums, sumsAt + 13 * L);
    a42.intoArray(sums, sumsAt + 14 * L);
    a50.intoArray(sums, sumsAt + 15 * L);
    a51.intoArray(sums, sumsAt + 16 * L);
    a52.intoArray(sums, sumsAt + 17 * L);
    a60.intoArray(sums, sumsAt + 18 * L);
    a61.intoArray(sums, sumsAt + 19 * L);
    a62.intoArray(sums, sumsAt + 20 * L);
    a70.intoArray(sums, sumsAt + 21 * L);
    a71.intoArray(sums, sumsAt + 22 * L);
    a72.intoArray(sums, sumsAt + 23 * L);
  }

  /** The same for four columns. */
  static void backward4(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] tile,
      int tileAt,
      double[] sums,
      int sumsAt) {
    DoubleVector a00 = DoubleVector.fromArray(S, sums, sumsAt);
    DoubleVector a01 = DoubleVector.fromArray(S, sums, sumsAt + L);
    DoubleVector a02 = DoubleVector.fromArray(S, sums, sumsAt + 2 * L);
    DoubleVector a10 = DoubleVector.fromArray(S, sums, sumsAt + 3 * L);
    DoubleVector a11 = DoubleVector.fromArray(S, sums, sumsAt + 4 * L);
    DoubleVector a12 = DoubleVector.fromArray(S, sums, sumsAt + 5 * L);
    DoubleVector a20 = DoubleVector.fromArray(S, sums, sumsAt + 6 * L);
    DoubleVector a21 = DoubleVector.fromArray(S, sums, sumsAt + 7 * L);
    DoubleVector a22 = DoubleVector.fromArray(S, sums, sumsAt + 8 * L);
    DoubleVector a30 = DoubleVector.fromArray(S, sums, sumsAt + 9 * L);
    DoubleVector a31 = DoubleVector.fromArray(S, sums, sumsAt + 10 * L);
    DoubleVector a32 = DoubleVector.fromArray(S, sums, sumsAt + 11 * L);
    int p = at;
    int t = tileAt;
    for (int k = 0; k < vectors; k++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * L);
      DoubleVector u0 = DoubleVector.fromArray(S, tile, t);
      a00 = u0.fma(w0, a00);
      a01 = u0.fma(w1, a01);
      a02 = u0.fma(w2, a02);
      DoubleVector u1 = DoubleVector.fromArray(S, tile, t + TILE);
      a10 = u1.fma(w0, a10);
      a11 = u1.fma(w1, a11);
      a12 = u1.fma(w2, a12);
      DoubleVector u2 = DoubleVector.fromArray(S, tile, t + 2 * TILE);
      a20 = u2.fma(w0, a20);
      a21 = u2.fma(w1, a21);
      a22 = u2.fma(w2, a22);
      DoubleVector u3 = DoubleVector.fromArray(S, tile, t + 3 * TILE);
      a30 = u3.fma(w0, a30);
      a31 = u3.fma(w1, a31);
      a32 = u3.fma(w2, a32);
      p += stride;
      t += L;
    }
    a00.intoArray(sums, sumsAt);
    a01.intoArray(sums, sumsAt + L);
    a02.intoArray(sums, sumsAt + 2 * L);
    a10.intoArray(sums, sumsAt + 3 * L);
    a11.intoArray(sums, sumsAt + 4 * L);
    a12.intoArray(sums, sumsAt + 5 * L);
    a20.intoArray(sums, sumsAt + 6 * L);
    a21.intoArray(sums, sumsAt + 7 * L);
    a22.intoArray(sums, sumsAt + 8 * L);
    a30.intoArray(sums, sumsAt + 9 * L);
    a31.intoArray(sums, sumsAt + 10 * L);
    a32.intoArray(sums, sumsAt + 11 * L);
  }

  /** The same for one column. */
  static void backward1(
      double[] panel,
      int at,
      int stride,
      int vectors,
      double[] tile,
      int tileAt,
      double[] sums,
      int sumsAt) {
    DoubleVector a00 = DoubleVector.fromArray(S, sums, sumsAt);
    DoubleVector a01 = DoubleVector.fromArray(S, sums, sumsAt + L);
    DoubleVector a02 = DoubleVector.fromArray(S, sums, sumsAt + 2 * L);
    int p = at;
    int t = tileAt;
    for (int k = 0; k < vectors; k++) {
      DoubleVector w0 = DoubleVector.fromArray(S, panel, p);
      DoubleVector w1 = DoubleVector.fromArray(S, panel, p + L);
      DoubleVector w2 = DoubleVector.fromArray(S, panel, p + 2 * L);
      DoubleVector u0 = DoubleVector.fromArray(S, tile, t);
      a00 = u0.fma(w0, a00);
      a01 = u0.fma(w1, a01);
      a02 = u0.fma(w2, a02);
      p += stride;
      t += L;
    }
    a00.intoArray(sums, sumsAt);
    a01.intoArray(sums, sumsAt + L);
    a02.intoArray(sums, sumsAt + 2 * L);
  }

  /**
   * Adds codes·T to four components by three vectors of entries.
   *
   * @param tile T; <em>not modified</em>
   * @param tileAt where the first column's entries begin
   * @param count number of columns
   * @param codes column by column, rank apart, from codesAt on; <em>not modified</em>
   * @param codesAt where the first column's components begin
   * @param rank from column to column
   * @param cross <em>modified</em>, from crossAt on: added to
   * @param crossAt where the first component's entries begin
   * @param length from component to component
   */
  static void cross4(
      double[] tile,
      int tileAt,
      int count,
      double[] codes,
      int codesAt,
      int rank,
      double[] cross,
      int crossAt,
      int length) {
    int to0 = crossAt;
    int to1 = crossAt + length;
    int to2 = crossAt + 2 * length;
    int to3 = crossAt + 3 * length;
    DoubleVector a00 = DoubleVector.fromArray(S, cross, to0);
    DoubleVector a01 = DoubleVector.fromArray(S, cross, to0 + L);
    DoubleVector a02 = DoubleVector.fromArray(S, cross, to0 + 2 * L);
    DoubleVector a10 = DoubleVector.fromArray(S, cross, to1);
    DoubleVector a11 = DoubleVector.fromArray(S, cross, to1 + L);
    DoubleVector a12 = DoubleVector.fromArray(S, cross, to1 + 2 * L);
    DoubleVector a20 = DoubleVector.fromArray(S, cross, to2);
    DoubleVector a21 = DoubleVector.fromArray(S, cross, to2 + L);
    DoubleVector a22 = DoubleVector.fromArray(S, cross, to2 + 2 * L);
    DoubleVector a30 = DoubleVector.fromArray(S, cross, to3);
    DoubleVector a31 = DoubleVector.fromArray(S, cross, to3 + L);
    DoubleVector a32 = DoubleVector.fromArray(S, cross, to3 + 2 * L);
    int c = codesAt;
    int t = tileAt;
    for (int j = 0; j < count; j++) {
      DoubleVector t0 = DoubleVector.fromArray(S, tile, t);
      DoubleVector t1 = DoubleVector.fromArray(S, tile, t + L);
      DoubleVector t2 = DoubleVector.fromArray(S, tile, t + 2 * L);
      DoubleVector h0 = DoubleVector.broadcast(S, codes[c]);
      a00 = h0.fma(t0, a00);
      a01 = h0.fma(t1, a01);
      a02 = h0.fma(t2, a02);
      DoubleVector h1 = DoubleVector.broadcast(S, codes[c + 1]);
      a10 = h1.fma(t0, a10);
      a11 = h1.fma(t1, a11);
      a12 = h1.fma(t2, a12);
      DoubleVector h2 = DoubleVector.broadcast(S, codes[c + 2]);
      a20 = h2.fma(t0, a20);
      a21 = h2.fma(t1, a21);
      a22 = h2.fma(t2, a22);
      DoubleVector h3 = DoubleVector.broadcast(S, codes[c + 3]);
      a30 = h3.fma(t0, a30);
      a31 = h3.fma(t1, a31);
      a32 = h3.fma(t2, a32);
      c += rank;
      t += TILE;
    }
    a00.intoArray(cross, to0);
    a01.intoArray(cross, to0 + L);
    a02.intoArray(cross, to0 + 2 * L);
    a10.intoArray(cross, to1);
    a11.intoArray(cross, to1 + L);
    a12.intoArray(cross, to1 + 2 * L);
    a20.intoArray(cross, to2);
    a21.intoArray(cross, to2 + L);
    a22.intoArray(cross, to2 + 2 * L);
    a30.intoArray(cross, to3);
    a31.intoArray(cross, to3 + L);
    a32.intoArray(cross, to3 + 2 * L);
  }

  /** The same for one component and any number of entries. */
  static void cross1(
      double[] tile,
      int tileAt,
      int entries,
      int count,
      double[] codes,
      int codesAt,
      int rank,
      double[] cross,
      int crossAt) {
    int i = 0;
    for (; i + L <= entries; i += L) {
      DoubleVector sum = DoubleVector.fromArray(S, cross, crossAt + i);
      for (int j = 0; j < count; j++) {
        DoubleVector code = DoubleVector.broadcast(S, codes[codesAt + j * rank]);
        sum = code.fma(DoubleVector.fromArray(S, tile, tileAt + j * TILE + i), sum);
      }
      sum.intoArray(cross, crossAt + i);
    }
    for (; i < entries; i++) {
      double sum = cross[crossAt + i];
      for (int j = 0; j < count; j++) {
        sum = Math.fma(codes[codesAt + j * rank], tile[tileAt + j * TILE + i], sum);
      }
      cross[crossAt + i] = sum;
    }
  }
}
