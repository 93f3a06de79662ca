package org.mahnmf;

import java.util.List;
import java.util.Locale;
import org.mahnmf.internal.store.ReadOnlyMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.solver.HistoryPoint;

/**
 * The result of a fit: X ≈ codes·basis, and what is left over. Immutable; it owns its arrays, and
 * its matrices cannot be written to.
 *
 * <pre>{@code
 * Factorization fit = MahNmf.ofRank(2).fit(Observations.of(table));
 * double first = fit.codes().get(0, 0);
 * System.out.println(fit.lowRank().get(3, 1) + " expected, " + table[3][1] + " read");
 * }</pre>
 *
 * @param observations what was factored
 * @param model the basis with what is needed to find codes of other samples
 * @param codes how much of each part every sample holds, samples x rank
 * @param record everything needed to repeat the run
 */
public record Factorization(
    Observations observations, Model model, Matrix codes, RunRecord record) {

  /** Keeps the codes as a matrix that cannot be written to. */
  public Factorization {
    codes = ReadOnlyMatrix.of(codes);
  }

  /** Returns the parts, rank x features. */
  public Matrix basis() {
    return model.basis();
  }

  /** Returns codes·basis, samples x features, computed when it is read, row by row. */
  public Matrix lowRank() {
    return new ProductMatrix(ReadOnlyMatrix.arrays(codes), ReadOnlyMatrix.arrays(basis()));
  }

  /**
   * Returns X − codes·basis, where the outliers are; 0 where X is missing. Computed anew on each
   * call, but of a sparse X only when it is read, since it would not fit into memory.
   */
  public Matrix sparsePart() {
    Matrix rest = new Residual(observations.values(), lowRank());
    return observations.values() instanceof SparseMatrix ? rest : rest.toDense();
  }

  /**
   * Finds codes of samples for this basis; of the fitted samples it finds these codes again.
   *
   * @param samples with the same features
   */
  public Encoding transform(Observations samples) {
    return model.transform(samples);
  }

  /** Returns everything minimised, in the units of X. */
  public double objective() {
    return record.outcome().objective().total();
  }

  /** Returns loss / Σ weight·|X|. */
  public double relativeError() {
    return record.outcome().relativeError();
  }

  /** Returns a bound that no codes for this basis can be below. */
  public double lowerBound() {
    return record.outcome().lowerBound();
  }

  /** Returns the objective over time. */
  public List<HistoryPoint> history() {
    return record.outcome().history();
  }

  /** Returns why the run ended. */
  public String stopReason() {
    return record.outcome().stopReason();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d samples x %d features = codes x %d parts, objective %.6g, relative error %.4g",
        observations.samples(),
        observations.features(),
        basis().rows(),
        objective(),
        relativeError());
  }

  /** X − codes·basis, computed when it is read; 0 where X is missing. */
  private record Residual(Matrix x, Matrix fit) implements Matrix {
    @Override
    public int rows() {
      return x.rows();
    }

    @Override
    public int columns() {
      return x.columns();
    }

    @Override
    public double get(int row, int column) {
      double rest = x.get(row, column) - fit.get(row, column);
      return Double.isNaN(rest) ? 0 : rest;
    }

    @Override
    public void copyRow(int row, double[] out) {
      double[] fitted = new double[x.columns()];
      fit.copyRow(row, fitted);
      x.copyRow(row, out);
      for (int j = 0; j < fitted.length; j++) {
        out[j] = Double.isNaN(out[j]) ? 0 : out[j] - fitted[j];
      }
    }
  }
}
