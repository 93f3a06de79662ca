package org.mahnmf.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

class KMeansTest {

  private static double[][] points(int count, int width, int groups, double spread, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] centres = new double[groups][width];
    for (double[] centre : centres) {
      Arrays.setAll(centre, k -> 10 * random.nextDouble());
    }
    double[][] points = new double[count][width];
    for (int i = 0; i < count; i++) {
      double[] centre = centres[i % groups];
      Arrays.setAll(points[i], k -> centre[k] + spread * (random.nextDouble() - .5));
    }
    return points;
  }

  @Test
  void byHand() {
    Clustering found =
        new KMeans(2, 0, 1).fit(DenseMatrix.ofRows(new double[][] {{0}, {1}, {10}, {12}}));
    assertEquals(.5 + 2, found.inertia(), 1e-12);
    assertEquals(found.labels()[0], found.labels()[1]);
    assertEquals(found.labels()[2], found.labels()[3]);
    assertEquals(.5, found.centres().get(found.labels()[0], 0), 1e-12);
    assertEquals(11, found.centres().get(found.labels()[2], 0), 1e-12);
    assertArrayEquals(new int[] {2, 2}, found.sizes());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void boundsChangeNothing(long seed) {
    double[][] points = points(300, 1 + (int) seed, 5, 8, seed);
    double[][] seeds = LloydRun.seeds(points, 7, new Draws(seed));
    double[][] same = Arrays.stream(seeds).map(double[]::clone).toArray(double[][]::new);
    LloydRun run = new LloydRun(points, seeds);
    run.run();
    int[] plain = lloyd(points, same);
    assertArrayEquals(plain, run.labels, "seed " + seed);
  }

  /** Lloyd's steps without any shortcut. */
  private static int[] lloyd(double[][] points, double[][] centres) {
    int[] labels = new int[points.length];
    while (true) {
      int[] next = new int[points.length];
      double[][] sums = new double[centres.length][centres[0].length];
      int[] sizes = new int[centres.length];
      for (int i = 0; i < points.length; i++) {
        for (int c = 1; c < centres.length; c++) {
          if (Rows.squaredDistance(points[i], centres[c])
              < Rows.squaredDistance(points[i], centres[next[i]])) {
            next[i] = c;
          }
        }
        sizes[next[i]]++;
        for (int k = 0; k < sums[0].length; k++) {
          sums[next[i]][k] += points[i][k];
        }
      }
      if (Arrays.equals(next, labels)) {
        return labels;
      }
      labels = next;
      for (int c = 0; c < centres.length; c++) {
        for (int k = 0; k < sums[0].length; k++) {
          centres[c][k] = sums[c][k] / sizes[c];
        }
      }
    }
  }

  @Test
  void findsSeparatedGroups() {
    double[][] points = points(200, 3, 4, .5, 3);
    int[] truth = new int[200];
    Arrays.setAll(truth, i -> i % 4);
    Clustering found = new KMeans(4, 0, 1).fit(DenseMatrix.ofRows(points));
    assertEquals(1, ClusterScores.of(truth, found.labels()).accuracy());
  }

  @Test
  void sameAnswerForAnyNumberOfThreads() {
    DenseMatrix points = DenseMatrix.ofRows(points(150, 2, 9, 9, 11));
    Clustering one = new KMeans(6, 4, 1).fit(points);
    Clustering three = new KMeans(6, 4, 3).fit(points);
    assertArrayEquals(one.labels(), three.labels());
    assertEquals(one.inertia(), three.inertia());
  }

  @Test
  void noClusterIsEmpty() {
    // Three different samples and many copies: seeds fall together.
    double[][] points = new double[20][];
    Arrays.setAll(points, i -> new double[] {i < 18 ? 0 : i});
    Clustering found = new KMeans(5, 0, 1).fit(DenseMatrix.ofRows(points));
    for (int size : found.sizes()) {
      assertTrue(size > 0, Arrays.toString(found.sizes()));
    }
    assertEquals(0, found.inertia(), 1e-12);
    // A centre far from everything loses all samples at the first step.
    LloydRun run = new LloydRun(new double[][] {{0}, {1}, {2}, {9}}, new double[][] {{1}, {100}});
    run.run();
    assertArrayEquals(new int[] {0, 0, 0, 1}, run.labels);
  }

  @Test
  void refusesMoreClustersThanSamples() {
    DenseMatrix one = new DenseMatrix(1, 2);
    assertThrows(IllegalArgumentException.class, () -> new KMeans(2, 0, 1).fit(one));
    assertThrows(IllegalArgumentException.class, () -> new KMeans(0, 0, 1));
  }
}
