package org.mahnmf.report;

import java.util.List;
import org.mahnmf.RunRecord;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.store.ReadOnlyMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * What a report needs of a fit X ≈ codes·basis. Of a large table the product and what is left over
 * are not kept but computed row by row, so that its report needs little more memory than the table.
 *
 * @param observations what was factored; <em>kept</em>
 * @param basis the parts, rank x features; <em>kept</em>
 * @param codes how much of each part every sample holds, samples x rank; <em>kept</em>
 */
public record FitView(Observations observations, Matrix basis, Matrix codes, RunRecord record) {

  /** Entries of a sparse table up to which its zeros are looked at, too. */
  private static final double EVERY_ENTRY = 0x1p22;

  /** Differences up to which they are kept: 8 MB. */
  private static final double KEPT = 0x1p20;

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

  int samples() {
    return observations.samples();
  }

  /** Returns whether the fit was of more samples than are at hand. */
  boolean isPartial() {
    return record.data().samples() > samples();
  }

  int rank() {
    return basis.rows();
  }

  double cells() {
    return (double) samples() * observations.features();
  }

  /** Returns the name of a row, or its number from 1. */
  String sampleName(int row) {
    return name(observations.sampleNames(), row, "row");
  }

  /** Returns the name of a column, or its number from 1. */
  String featureName(int column) {
    return name(observations.featureNames(), column, "column");
  }

  /** Returns a name, or the kind and the number from 1 where there is none. */
  static String name(List<String> names, int index, String kind) {
    return names.size() <= index ? kind + " " + (index + 1) : names.get(index);
  }

  /** Returns codes·basis as a view computed on reading. */
  Matrix expected() {
    return new ProductMatrix(ReadOnlyMatrix.arrays(codes), ReadOnlyMatrix.arrays(basis));
  }

  /**
   * Returns whether only the stored entries of X are looked at, since it is sparse and its zeros
   * are too many.
   */
  boolean isStoredOnly() {
    return observations.values() instanceof SparseMatrix && cells() > EVERY_ENTRY;
  }

  /**
   * Returns X − codes·basis; NaN where X is missing or does not count. If {@link #isStoredOnly()},
   * it is sparse; if there are many, they are computed on reading.
   */
  Matrix differences() {
    if (isStoredOnly()) {
      return storedDifferences((SparseMatrix) observations.values());
    }
    Matrix differences = new Differences(observations, expected());
    return cells() <= KEPT ? differences.toDense() : differences;
  }

  private SparseMatrix storedDifferences(SparseMatrix x) {
    SparseMatrix.Builder builder = new SparseMatrix.Builder(x.rows(), x.columns());
    int[] columns = new int[x.longestRow()];
    double[] values = new double[columns.length];
    double[] code = new double[rank()];
    try (Workers workers = new Workers(1)) {
      ColumnPanel parts = new ColumnPanel(basis.toDense(), false, workers);
      for (int i = 0; i < x.rows(); i++) {
        int count = x.copyStored(i, columns, values);
        codes.copyRow(i, code);
        for (int k = 0; k < count; k++) {
          boolean seen = observations.weight(i, columns[k], values[k]) > 0;
          double difference = values[k] - parts.dot(columns[k], code, 0);
          builder.add(i, columns[k], seen ? difference : Double.NaN);
        }
      }
    }
    return builder.build();
  }

  private record Differences(Observations observations, Matrix expected) implements Matrix {

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
      double[] values = new double[columns()];
      expected.copyRow(row, out);
      observations.values().copyRow(row, values);
      for (int j = 0; j < values.length; j++) {
        boolean seen = observations.weight(row, j, values[j]) > 0;
        out[j] = seen ? values[j] - out[j] : Double.NaN;
      }
    }
  }
}
