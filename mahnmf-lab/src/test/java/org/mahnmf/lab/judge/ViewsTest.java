package org.mahnmf.lab.judge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.DenseMatrix;

class ViewsTest {

  private static final boolean Y = true;
  private static final boolean N = false;

  @Test
  void averagePrecisionByHand() {
    double[] scores = {.9, .8, .7, .6, .5};
    boolean[] right = {Y, N, Y, N, Y};
    // Precisions at the hits: 1/1, 2/3, 3/5.
    assertEquals((1 + 2 / 3. + 3 / 5.) / 3, AveragePrecision.usual(scores, right), 1e-15);
    // Recalls 1/3, 2/3, 1: the levels 0 to .3 have 1, .4 to .6 have 2/3, .7 to 1 have 3/5.
    assertEquals(
        (4 * 1 + 3 * 2 / 3. + 4 * 3 / 5.) / 11, AveragePrecision.voc(scores, right), 1e-15);
  }

  @Test
  void theVocFormTakesTheBestPrecisionFurtherDown() {
    double[] scores = {4, 3, 2, 1};
    boolean[] right = {N, Y, Y, Y};
    assertEquals((1 / 2. + 2 / 3. + 3 / 4.) / 3, AveragePrecision.usual(scores, right), 1e-15);
    assertEquals(3 / 4., AveragePrecision.voc(scores, right), 1e-15);
  }

  @Test
  void perfectWorstAndNone() {
    boolean[] right = {Y, Y, N, N};
    assertEquals(1, AveragePrecision.usual(new double[] {4, 3, 2, 1}, right));
    assertEquals(1, AveragePrecision.voc(new double[] {4, 3, 2, 1}, right));
    assertEquals(
        (1 / 3. + 2 / 4.) / 2, AveragePrecision.usual(new double[] {1, 1, 1, 1}, right), 1e-15);
    assertTrue(Double.isNaN(AveragePrecision.usual(new double[2], new boolean[2])));
    assertTrue(Double.isNaN(AveragePrecision.voc(new double[2], new boolean[2])));
    assertThrows(
        IllegalArgumentException.class,
        () -> AveragePrecision.usual(new double[2], new boolean[3]));
  }

  @Test
  void sparsenessByHand() {
    assertEquals(0, Sparseness.of(new double[] {2, 2, 2, 2}), 1e-15);
    assertEquals(1, Sparseness.of(new double[] {0, -3, 0, 0}), 1e-15);
    assertEquals((2 - 7 / 5.) / (2 - 1), Sparseness.of(new double[] {3, 0, 4, 0}), 1e-15);
    assertEquals(1, Sparseness.of(new double[4]));
  }

  /** With two samples the border of the largest margin lies in the middle. */
  @Test
  void theBorderLiesInTheMiddle() {
    DenseMatrix samples = DenseMatrix.ofRows(new double[][] {{-1, 5}, {1, 5}});
    LinearSvm svm = LinearSvm.train(samples, new boolean[][] {{N, Y}, {Y, N}}, 100);
    DenseMatrix others = DenseMatrix.ofRows(new double[][] {{0, 5}, {2, 5}, {-2, 5}});
    double[] scores = svm.scores(others, 0);
    assertEquals(0, scores[0], 1e-3);
    assertEquals(-scores[1], scores[2], 1e-3);
    assertTrue(scores[1] > 1, "margin " + scores[1]);
    double[] mirrored = svm.scores(others, 1);
    assertArrayEquals(new double[] {-scores[0], -scores[1], -scores[2]}, mirrored, 1e-6);
  }

  @Test
  void theUnitOfTheFeaturesPlaysNoPart() {
    Draws draws = new Draws(4);
    DenseMatrix samples = new DenseMatrix(40, 3);
    boolean[][] classes = new boolean[1][40];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 3; j++) {
        samples.set(i, j, draws.gaussian());
      }
      classes[0][i] = samples.get(i, 0) + samples.get(i, 1) + .3 * draws.gaussian() > 0;
    }
    double[] plain = LinearSvm.train(samples, classes, 1).scores(samples, 0);
    DenseMatrix scaled = samples.times(1024);
    assertArrayEquals(plain, LinearSvm.train(scaled, classes, 1).scores(scaled, 0), 1e-9);
    assertTrue(AveragePrecision.usual(plain, classes[0]) > .95);
  }

  /**
   * Ten features, one of which tells the class of most samples, and few samples: a high penalty
   * learns the others by heart. The search must give what trying each penalty by hand gives.
   */
  @Test
  void thePriceIsFoundWithoutTheSamplesLeftOut() {
    Draws draws = new Draws(9);
    int count = 30;
    DenseMatrix samples = new DenseMatrix(count, 10);
    boolean[][] classes = new boolean[1][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 10; j++) {
        samples.set(i, j, draws.gaussian());
      }
      classes[0][i] = samples.get(i, 0) + draws.gaussian() > 0;
    }
    double[] penalties = {1e-3, 1, 1000};
    double[] byHand = new double[penalties.length];
    for (int p = 0; p < penalties.length; p++) {
      for (int fold = 0; fold < 2; fold++) {
        double[][] seen = new double[15][10];
        double[][] left = new double[15][10];
        boolean[][] seenClass = new boolean[1][15];
        boolean[] leftClass = new boolean[15];
        for (int i = 0; i < count; i++) {
          samples.copyRow(i, i % 2 == fold ? left[i / 2] : seen[i / 2]);
          if (i % 2 == fold) {
            leftClass[i / 2] = classes[0][i];
          } else {
            seenClass[0][i / 2] = classes[0][i];
          }
        }
        LinearSvm svm = LinearSvm.train(DenseMatrix.ofRows(seen), seenClass, penalties[p]);
        double[] scores = svm.scores(DenseMatrix.ofRows(left), 0);
        byHand[p] += AveragePrecision.usual(scores, leftClass) / 2;
      }
    }
    PenaltySearch.Choice choice = PenaltySearch.of(samples, classes, penalties, 2);
    int best = 0;
    for (int p = 1; p < penalties.length; p++) {
      best = byHand[p] > byHand[best] ? p : best;
    }
    assertEquals(penalties[best], choice.penalty());
    assertEquals(byHand[best], choice.meanPrecision(), 1e-15);
    boolean[][] none = {new boolean[count]};
    assertTrue(Double.isNaN(PenaltySearch.of(samples, none, penalties, 2).meanPrecision()));
  }
}
