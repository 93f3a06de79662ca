package org.mahnmf;

import java.util.Locale;
import org.mahnmf.internal.store.ReadOnlyMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.problem.Objective;

/**
 * Codes of samples for a given basis, with a proof of how good they are.
 *
 * <pre>{@code
 * Encoding found = MahNmf.ofRank(2).fit(Observations.of(table)).transform(Observations.of(newRows));
 * boolean good = found.gap() < .001;
 * }</pre>
 *
 * @param codes samples x rank
 * @param objective loss and penalties of the codes by term, in the user's units
 * @param relativeError loss / Σ weight·|X|
 * @param lowerBound no codes for this basis have a lower objective
 * @param exactSamples samples whose codes are a proven optimum
 * @param seconds that the work took
 */
public record Encoding(
    Matrix codes,
    Objective objective,
    double relativeError,
    double lowerBound,
    int exactSamples,
    double seconds) {

  /** Keeps the codes as a matrix that cannot be written to. */
  public Encoding {
    codes = ReadOnlyMatrix.of(codes);
  }

  /** Returns (objective − lowerBound) / objective, at least 0; 0 for a perfect fit. */
  public double gap() {
    double total = objective.total();
    return total > 0 ? Math.max(0, total - lowerBound) / total : 0;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "codes of %d samples, %d parts, objective %.6g, gap %.2g",
        codes.rows(),
        codes.columns(),
        objective.total(),
        gap());
  }
}
