package org.mahnmf.internal.fit;

import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/** The last step of a fit: per sample, keeps the better of two codes. */
public final class BetterCodes {

  /** Two ways to the same minimum differ by this much of the loss and of the sample. */
  private static final double OF_LOSS = 1e-12;

  private static final double OF_SAMPLE = 1e-15;

  private BetterCodes() {}

  /**
   * Replaces the codes of each sample whose loss and prices are no higher with the candidate's, up
   * to rounding, so that a transform of the same data finds the very codes of the fit.
   *
   * @param codes <em>modified</em>
   */
  public static void keep(
      Observations observations,
      CodeProblem model,
      DenseMatrix candidate,
      DenseMatrix codes,
      int threads) {
    RowLosses before = RowLosses.of(observations, model, codes, threads);
    RowLosses after = RowLosses.of(observations, model, candidate, threads);
    double[] sizes = Evaluation.weightedSums(observations);
    for (int i = 0; i < observations.samples(); i++) {
      if (after.total(i) <= before.total(i) * (1 + OF_LOSS) + OF_SAMPLE * sizes[i]) {
        System.arraycopy(
            candidate.array(),
            candidate.offset(i),
            codes.array(),
            codes.offset(i),
            codes.columns());
      }
    }
  }
}
