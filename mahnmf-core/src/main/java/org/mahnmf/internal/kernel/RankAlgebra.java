package org.mahnmf.internal.kernel;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;

/**
 * The small algebra around a pass: Gram matrices of factors, inverses of r x r matrices and their
 * products with factors, on the loops of {@link Products}.
 */
public final class RankAlgebra {

  /** Columns of a factor whose Gram matrix is one part of the sum, and how many parts at most. */
  private static final int GRAM_PIECE = 128;

  private static final int MOST_PIECES = 16;

  private RankAlgebra() {}

  /** Returns F·Fᵀ of a factor, <em>not modified</em>: the same for any number of threads. */
  public static double[][] gram(DenseMatrix factor, Workers workers) {
    int rank = factor.rows();
    int count = factor.columns();
    // Partial sums are as many as the factor is long, not as there are threads.
    int piece = Math.max(GRAM_PIECE, (count + MOST_PIECES - 1) / MOST_PIECES);
    double[][][] sums = new double[(count + piece - 1) / piece][rank][rank];
    workers.run(
        count,
        piece,
        (worker, from, to) -> addGram(factor.array(), rank, count, from, to, sums[from / piece]));
    for (int l = 0; l < rank; l++) {
      for (int part = 1; part < sums.length; part++) {
        Products.add(sums[0][l], 1, sums[part][l], rank);
      }
    }
    return sums[0];
  }

  /**
   * Adds Σ f_i f_iᵀ of the columns from ≤ i &lt; to of a factor, rank x length, row-major, to a
   * Gram matrix, which is <em>modified</em>.
   */
  public static void addGram(
      double[] factor, int rank, int length, int from, int to, double[][] gram) {
    double[][] columns = new double[Math.min(to - from, Chunks.LONGEST)][rank];
    for (int begin = from; begin < to; begin += Chunks.LONGEST) {
      int count = Math.min(columns.length, to - begin);
      Products.columns(factor, rank, length, begin, count, columns);
      Products.addTransposed(gram, rank, columns, 0, columns, count, rank);
    }
  }

  /**
   * Computes F·Fᵀ, rank x rank entries, of a factor, rank x length, both row-major, and returns its
   * trace.
   */
  public static double gram(double[] factor, int rank, int length, double[] out) {
    double[][] sums = new double[rank][rank];
    addGram(factor, rank, length, 0, length, sums);
    double trace = 0;
    for (int l = 0; l < rank; l++) {
      System.arraycopy(sums[l], 0, out, l * rank, rank);
      trace += sums[l][l];
    }
    return trace;
  }

  /**
   * Returns (A + ridge·I)⁻¹ by elimination without pivots, which a positive definite matrix allows;
   * A is n x n, row-major, symmetric, <em>not modified</em>.
   *
   * @throws ArithmeticException if the matrix is not positive definite
   */
  public static double[][] inverse(double[] a, int n, double ridge) {
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = Arrays.copyOfRange(a, i * n, (i + 1) * n);
      rows[i][i] += ridge;
    }
    for (int k = 0; k < n; k++) {
      double[] pivot = rows[k];
      if (!(pivot[k] > 0)) {
        throw new ArithmeticException("the matrix is not positive definite at row " + k);
      }
      double inverse = 1 / pivot[k];
      pivot[k] = 1;
      for (int j = 0; j < n; j++) {
        pivot[j] *= inverse;
      }
      for (int i = 0; i < n; i++) {
        if (i != k) {
          double factor = rows[i][k];
          rows[i][k] = 0;
          Products.add(rows[i], -factor, pivot, n);
        }
      }
    }
    return rows;
  }

  /**
   * Computes A·F for the columns from ≤ i &lt; to of a factor, rank x length, row-major, at most
   * {@link Chunks#LONGEST} of them. These columns of out, which may be the factor, are
   * <em>modified</em>, and so is the scratch memory, 2·rank rows that are long enough.
   */
  public static void multiply(
      double[][] a,
      double[] factor,
      int length,
      int from,
      int to,
      double[] out,
      double[][] scratch) {
    int rank = a.length;
    int n = to - from;
    for (int l = 0; l < rank; l++) {
      System.arraycopy(factor, l * length + from, scratch[l], 0, n);
      Arrays.fill(scratch[rank + l], 0, n, 0);
    }
    Products.add(scratch, rank, rank, a, 0, scratch, rank, n);
    for (int l = 0; l < rank; l++) {
      System.arraycopy(scratch[rank + l], 0, out, l * length + from, n);
    }
  }
}
