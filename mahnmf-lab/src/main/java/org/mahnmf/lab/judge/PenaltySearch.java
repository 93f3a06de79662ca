package org.mahnmf.lab.judge;

import java.util.stream.IntStream;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Finds the penalty C of a {@link LinearSvm} from the samples to learn from alone, by
 * cross-validation: every so many-th sample is left out in turn, and the penalty wins whose
 * machines rank what they have not seen best.
 */
public final class PenaltySearch {

  private PenaltySearch() {}

  /** The best penalty, and the mean over classes and folds of the average precision it had. */
  public record Choice(double penalty, double meanPrecision) {}

  /**
   * Tries penalties.
   *
   * @param samples one in each row, in random order; <em>not modified</em>
   * @param classes for each class, which samples belong to it; <em>not modified</em>
   * @param penalties to try, the first wins of equals; <em>not modified</em>
   * @param folds how many samples there are for each that is left out, at least 2
   * @return the best penalty; the first with NaN if no fold can judge any class
   */
  public static Choice of(DenseMatrix samples, boolean[][] classes, double[] penalties, int folds) {
    Choice best = new Choice(penalties[0], Double.NaN);
    for (double penalty : penalties) {
      double sum = 0;
      int judged = 0;
      for (int fold = 0; fold < folds; fold++) {
        int[] others = rows(samples.rows(), folds, fold, false);
        int[] left = rows(samples.rows(), folds, fold, true);
        LinearSvm svm =
            LinearSvm.train(Rows.some(samples, others), members(classes, others), penalty);
        double mean = svm.meanPrecision(Rows.some(samples, left), members(classes, left));
        if (!Double.isNaN(mean)) {
          sum += mean;
          judged++;
        }
      }
      if (judged > 0 && !(sum / judged <= best.meanPrecision)) {
        best = new Choice(penalty, sum / judged);
      }
    }
    return best;
  }

  private static int[] rows(int count, int folds, int fold, boolean inFold) {
    return IntStream.range(0, count).filter(i -> (i % folds == fold) == inFold).toArray();
  }

  /** Returns which of some samples belong to each class. */
  public static boolean[][] members(boolean[][] classes, int[] which) {
    boolean[][] out = new boolean[classes.length][which.length];
    for (int k = 0; k < out.length; k++) {
      for (int i = 0; i < which.length; i++) {
        out[k][i] = classes[k][which[i]];
      }
    }
    return out;
  }
}
