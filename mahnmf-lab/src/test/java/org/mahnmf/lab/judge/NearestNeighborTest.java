package org.mahnmf.lab.judge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.matrix.DenseMatrix;

class NearestNeighborTest {

  private static final DenseMatrix KNOWN =
      DenseMatrix.ofRows(new double[][] {{1, 0}, {0, 3}, {10, 10}, {0, 0}});

  private static final int[] CLASSES = {5, 7, 5, 9};

  @Test
  void euclideanByHand() {
    // (2, 2): squared distances 5, 5, 128, 8; the first of two equals counts.
    DenseMatrix fresh = DenseMatrix.ofRows(new double[][] {{2, 2}, {0, 2}, {7, 6}, {.1, .1}});
    NearestNeighbor neighbor = NearestNeighbor.euclidean(KNOWN, CLASSES);
    assertArrayEquals(new int[] {5, 7, 5, 9}, neighbor.classify(fresh));
    assertEquals(.75, neighbor.accuracy(fresh, new int[] {5, 7, 5, 7}));
  }

  @Test
  void cosineByHand() {
    // Lengths do not matter: (.1, .1) lies in the direction of (10, 10).
    DenseMatrix fresh = DenseMatrix.ofRows(new double[][] {{9, 1}, {.01, .2}, {.1, .1}, {0, 0}});
    NearestNeighbor neighbor = NearestNeighbor.cosine(KNOWN, CLASSES);
    assertArrayEquals(new int[] {5, 7, 5, 5}, neighbor.classify(fresh));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void asByBruteForce(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] known = points(random, 40);
    double[][] fresh = points(random, 60);
    int[] classes = random.ints(40, 0, 6).toArray();
    NearestNeighbor euclidean = NearestNeighbor.euclidean(DenseMatrix.ofRows(known), classes);
    NearestNeighbor cosine = NearestNeighbor.cosine(DenseMatrix.ofRows(known), classes);
    for (double[] point : fresh) {
      DenseMatrix one = DenseMatrix.ofRows(new double[][] {point});
      assertEquals(
          nearest(known, classes, point, NearestNeighborTest::distance),
          euclidean.classify(one)[0],
          "seed " + seed);
      assertEquals(
          nearest(known, classes, point, (a, b) -> -cosine(a, b)),
          cosine.classify(one)[0],
          "seed " + seed);
    }
  }

  private static double[][] points(SplittableRandom random, int count) {
    double[][] points = new double[count][7];
    for (double[] point : points) {
      Arrays.setAll(point, k -> random.nextDouble() - .3);
    }
    return points;
  }

  private static int nearest(
      double[][] known,
      int[] classes,
      double[] point,
      ToDoubleBiFunction<double[], double[]> distance) {
    int best = 0;
    for (int j = 1; j < known.length; j++) {
      boolean nearer =
          distance.applyAsDouble(known[j], point) < distance.applyAsDouble(known[best], point);
      best = nearer ? j : best;
    }
    return classes[best];
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += Math.pow(a[k] - b[k], 2);
    }
    return Math.sqrt(sum);
  }

  private static double cosine(double[] a, double[] b) {
    double inner = 0;
    double[] zero = new double[a.length];
    for (int k = 0; k < a.length; k++) {
      inner += a[k] * b[k];
    }
    return inner / distance(a, zero) / distance(b, zero);
  }

  @Test
  void refusesAsManyClassesAsItLikes() {
    assertThrows(
        IllegalArgumentException.class, () -> NearestNeighbor.cosine(KNOWN, new int[] {1, 2}));
  }
}
