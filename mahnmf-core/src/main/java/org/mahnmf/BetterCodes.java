package org.mahnmf;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;

/** The last step of a fit: per sample, keeps the better of two codes. */
final class BetterCodes {

  private BetterCodes() {}

  /**
   * Replaces the codes of each sample that the candidate fits at least as well, so that a transform
   * of the same data finds the very codes of the fit.
   *
   * @param codes <em>modified</em>
   */
  static void keep(
      Observations observations, Model model, DenseMatrix candidate, DenseMatrix codes) {
    RowLoss rows = new RowLoss(observations, model);
    for (int i = 0; i < observations.samples(); i++) {
      rows.evaluate(i, codes);
      double before = rows.total();
      rows.evaluate(i, candidate);
      if (rows.total() <= before) {
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
