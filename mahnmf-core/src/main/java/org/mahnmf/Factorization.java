package org.mahnmf;

import java.util.List;
import java.util.Locale;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.solver.HistoryPoint;

/**
 * The result of a fit: X ≈ codes·basis, and what is left over. Immutable; it owns its arrays.
 *
 * <pre>{@code
 * Factorization fit = MahNmf.ofRank(2).fit(Observations.of(table));
 * double first = fit.codes().get(0, 0);
 * System.out.println(fit.lowRank().get(3, 1) + " expected, " + table[3][1] + " read");
 * }</pre>
 */
public final class Factorization {

  private final Observations observations;
  private final Model model;
  private final DenseMatrix codes;
  private final RunRecord record;

  Factorization(Observations observations, Model model, DenseMatrix codes, RunRecord record) {
    this.observations = observations;
    this.model = model;
    this.codes = codes;
    this.record = record;
  }

  /** Returns the parts, rank x features. */
  public DenseMatrix basis() {
    return model.basis();
  }

  /** Returns how much of each part every sample holds, samples x rank. */
  public DenseMatrix codes() {
    return codes;
  }

  /** Returns codes·basis, samples x features, computed anew on each call. */
  public DenseMatrix lowRank() {
    return new ProductMatrix(codes, basis()).toDense();
  }

  /**
   * Returns X − codes·basis, where the outliers are; 0 where X is missing. Computed anew on each
   * call, but of a sparse X only when it is read, since it would not fit into memory.
   */
  public Matrix sparsePart() {
    Matrix rest = new Residual(observations.values(), basis(), codes);
    return observations.values() instanceof SparseMatrix ? rest : rest.toDense();
  }

  /** Returns what was factored. */
  public Observations observations() {
    return observations;
  }

  /** Returns the basis with what is needed to find codes of other samples. */
  public Model model() {
    return model;
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

  /** Returns everything needed to repeat the run. */
  public RunRecord record() {
    return record;
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
}
