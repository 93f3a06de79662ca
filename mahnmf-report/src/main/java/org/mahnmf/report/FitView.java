package org.mahnmf.report;

import java.util.List;
import org.mahnmf.Factorization;
import org.mahnmf.RunRecord;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.matrix.SparseMatrix;

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

  /** Entries of a sparse table up to which its zeros are looked at, too. */
  private static final double EVERY_ENTRY = 0x1p22;

  /** Checks the sizes. */
  public FitView {
    if (basis.columns() != observations.features()
        || codes.rows() != observations.samples()
        || codes.columns() != basis.rows()) {
      throw new IllegalArgumentException(
          String.format(
              "codes of %sx%s and a basis of %sx%s do not make a table of %sx%s",
              codes.rows(),
              codes.columns(),
              basis.rows(),
              basis.columns(),
              observations.samples(),
              observations.features()));
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

  /** Returns the number of samples at hand. */
  public int samples() {
    return observations.samples();
  }

  /** Returns whether the fit was of more samples than are at hand. */
  public boolean isPartial() {
    return record.data().samples() > samples();
  }

  /** Returns the number of parts. */
  public int rank() {
    return basis.rows();
  }

  /** Returns the name of a row, or its number from 1. */
  String sampleName(int row) {
    List<String> names = observations.sampleNames();
    return names.size() <= row ? "row " + (row + 1) : names.get(row);
  }

  /** Returns the name of a column, or its number from 1. */
  String featureName(int column) {
    List<String> names = observations.featureNames();
    return names.size() <= column ? "column " + (column + 1) : names.get(column);
  }

  /** Returns codes·basis as a view computed on reading. */
  public Matrix expected() {
    return new ProductMatrix(dense(codes), dense(basis));
  }

  private static DenseMatrix dense(Matrix matrix) {
    return matrix instanceof DenseMatrix dense ? dense : matrix.toDense();
  }

  /**
   * Returns whether only the stored entries of X are looked at, since it is sparse and its zeros
   * are too many.
   */
  public boolean isStoredOnly() {
    return observations.values() instanceof SparseMatrix
        && (double) observations.samples() * observations.features() > EVERY_ENTRY;
  }

  /**
   * Returns X − codes·basis; NaN where X is missing. It is computed on reading, by one thread, or,
   * if {@link #isStoredOnly()}, a sparse matrix of the stored entries.
   */
  public Matrix differences() {
    if (!isStoredOnly()) {
      return new Differences();
    }
    SparseMatrix.Builder builder =
        new SparseMatrix.Builder(observations.samples(), observations.features());
    forEachStored((row, column, value, difference) -> builder.add(row, column, difference));
    return builder.build();
  }

  /** Sees one entry. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Called for each entry.
     *
     * @param difference from what the parts expect
     */
    void visit(int row, int column, double value, double difference);
  }

  /** Shows all observed entries that are looked at, row by row. */
  void forEach(Visitor visitor) {
    if (isStoredOnly()) {
      forEachStored(
          (row, column, value, difference) -> {
            if (!Double.isNaN(difference)) {
              visitor.visit(row, column, value, difference);
            }
          });
      return;
    }
    Differences differences = new Differences();
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      differences.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isNaN(row[j])) {
          visitor.visit(i, j, differences.values[j], row[j]);
        }
      }
    }
  }

  /** Shows all stored entries; the difference of one that does not count is NaN. */
  private void forEachStored(Visitor visitor) {
    SparseMatrix x = (SparseMatrix) observations.values();
    int[] columns = new int[x.longestRow()];
    double[] values = new double[columns.length];
    double[] code = new double[rank()];
    try (Workers workers = new Workers(1)) {
      ColumnPanel parts = new ColumnPanel(basis.toDense(), false, workers);
      for (int i = 0; i < x.rows(); i++) {
        int count = x.copyNonZeros(i, columns, values);
        codes.copyRow(i, code);
        for (int k = 0; k < count; k++) {
          boolean seen = observations.weight(i, columns[k], values[k]) > 0;
          double expected = parts.dot(columns[k], code, 0);
          visitor.visit(i, columns[k], values[k], seen ? values[k] - expected : Double.NaN);
        }
      }
    }
  }

  /** Rows of X − codes·basis. */
  private final class Differences implements Matrix {

    private final Matrix expected = expected();

    /** The row of X that was copied last. */
    private final double[] values = new double[observations.features()];

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
      double value = observations.values().get(row, column);
      boolean seen = observations.weight(row, column, value) > 0;
      return seen ? value - expected.get(row, column) : Double.NaN;
    }

    @Override
    public void copyRow(int row, double[] out) {
      expected.copyRow(row, out);
      observations.values().copyRow(row, values);
      for (int j = 0; j < columns(); j++) {
        boolean seen = observations.weight(row, j, values[j]) > 0;
        out[j] = seen ? values[j] - out[j] : Double.NaN;
      }
    }
  }
}
