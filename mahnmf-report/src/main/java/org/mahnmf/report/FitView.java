package org.mahnmf.report;

import org.mahnmf.Factorization;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.problem.Observations;

/**
 * What a report needs of a fit X ≈ codes·basis. The product and what is left over are not kept but
 * computed row by row, so that a report of a large table needs little more memory than the table.
 *
 * @param observations what was factored; <em>kept</em>
 * @param basis the parts, rank x features; <em>kept</em>
 * @param codes how much of each part every sample holds, samples x rank; <em>kept</em>
 * @param record of the run
 */
public record FitView(Observations observations, Matrix basis, Matrix codes, RunRecord record) {

  /** Checks the sizes. */
  public FitView {
    if (basis.columns() != observations.features()
        || codes.rows() != observations.samples()
        || codes.columns() != basis.rows()) {
      throw new IllegalArgumentException(
          "codes of "
              + codes.rows()
              + "x"
              + codes.columns()
              + " and a basis of "
              + basis.rows()
              + "x"
              + basis.columns()
              + " do not make a table of "
              + observations.samples()
              + "x"
              + observations.features());
    }
  }

  /**
   * Views a result.
   *
   * @param fit <em>kept</em>
   */
  public static FitView of(Factorization fit) {
    return new FitView(fit.observations(), fit.basis(), fit.codes(), fit.record());
  }

  /** Returns the number of parts. */
  public int rank() {
    return basis.rows();
  }

  /** Returns codes·basis as a view computed on reading. */
  public Matrix expected() {
    return new ProductMatrix(dense(codes), dense(basis));
  }

  private static DenseMatrix dense(Matrix matrix) {
    return matrix instanceof DenseMatrix dense ? dense : matrix.toDense();
  }

  /** Returns X − codes·basis as a view computed on reading; NaN where X is missing. */
  public Matrix differences() {
    return new Differences();
  }

  /** Rows of X − codes·basis. */
  private final class Differences implements Matrix {

    private final Matrix expected = expected();

    @Override
    public int rows() {
      return observations.samples();
    }

    @Override
    public int columns() {
      return observations.features();
    }

    @Override
    public double get(int row, int column) {
      if (!(observations.weight(row, column) > 0)) {
        return Double.NaN;
      }
      return observations.values().get(row, column) - expected.get(row, column);
    }

    @Override
    public void copyRow(int row, double[] out) {
      expected.copyRow(row, out);
      for (int j = 0; j < columns(); j++) {
        boolean seen = observations.weight(row, j) > 0;
        out[j] = seen ? observations.values().get(row, j) - out[j] : Double.NaN;
      }
    }
  }
}
