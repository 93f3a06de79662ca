package org.mahnmf.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;

class NearestNeighborsTest {

  /** Tables whose distances are exact or have no near ties, so that any order of sums agrees. */
  private static DenseMatrix table(SplittableRandom random, int rows, int columns) {
    DenseMatrix t = new DenseMatrix(rows, columns);
    int kind = random.nextInt(6);
    for (int i = 0; i < t.array().length; i++) {
      t.array()[i] =
          switch (kind) {
            case 0 -> random.nextInt(3); // many ties
            case 1 -> 1e8 + random.nextInt(4); // products cancel
            case 2 -> 5; // all rows equal
            case 3 -> random.nextInt(10) == 0 ? 1 : 0; // many equal rows
            case 4 -> i < columns ? 1e6 : random.nextInt(1000); // one far away
            default -> random.nextDouble();
          };
    }
    return t;
  }

  private static DenseMatrix uniform(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix t = new DenseMatrix(rows, columns);
    for (int i = 0; i < t.array().length; i++) {
      t.array()[i] = random.nextDouble();
    }
    return t;
  }

  private static double square(DenseMatrix t, int a, int b) {
    double sum = 0;
    for (int j = 0; j < t.columns(); j++) {
      double d = t.get(a, j) - t.get(b, j);
      sum += d * d;
    }
    return sum;
  }

  private static List<Integer> slow(DenseMatrix t, int row, int k) {
    return IntStream.range(0, t.rows())
        .filter(other -> other != row)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer other) -> square(t, row, other))
                .thenComparing(Comparator.naturalOrder()))
        .limit(k)
        .toList();
  }

  private static void assertSameAsSlow(DenseMatrix t, NearestNeighbors found, String message) {
    for (int i = 0; i < t.rows(); i++) {
      List<Integer> expected = slow(t, i, found.neighbors());
      for (int place = 0; place < found.neighbors(); place++) {
        assertEquals(expected.get(place), found.index(i, place), message + ", row " + i);
        double distance = Math.sqrt(square(t, i, found.index(i, place)));
        assertEquals(distance, found.distance(i, place), 1e-14 * distance, message);
      }
    }
  }

  @Test
  void agreesWithPlainLoop() {
    for (int seed = 0; seed < 400; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int rows = 2 + random.nextInt(40);
      DenseMatrix t = table(random, rows, 1 + random.nextInt(12));
      int k = 1 + random.nextInt(Math.min(rows - 1, 8));
      assertSameAsSlow(t, NearestNeighbors.of(t, k, 1), "seed " + seed);
    }
  }

  @Test
  void agreesWithPlainLoopAcrossBlocksAndThreads() {
    for (int seed = 0; seed < 6; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DenseMatrix t = table(random, 300 + seed, 70);
      assertSameAsSlow(t, NearestNeighbors.of(t, 5, 1), "seed " + seed);
      assertSameAsSlow(t, NearestNeighbors.of(t, 5, 3), "seed " + seed);
    }
  }

  @Test
  void allOthersMayBeAskedFor() {
    DenseMatrix t = table(new SplittableRandom(9), 30, 4);
    assertSameAsSlow(t, NearestNeighbors.of(t, 29, 2), "k = n - 1");
  }

  @Test
  void scaleDoesNotMatter() {
    for (double scale : new double[] {1e-300, 1e-200, 1e-160, 1e150, 1e300}) {
      DenseMatrix t = uniform(20, 3);
      NearestNeighbors expected = NearestNeighbors.of(t, 3, 1);
      NearestNeighbors found = NearestNeighbors.of(t.times(scale), 3, 1);
      for (int i = 0; i < 20; i++) {
        for (int place = 0; place < 3; place++) {
          assertEquals(expected.index(i, place), found.index(i, place));
          double distance = scale * expected.distance(i, place);
          assertEquals(distance, found.distance(i, place), 1e-12 * distance);
        }
      }
    }
  }

  @Test
  void missingEntriesAreMeansOfTheirColumn() {
    double nan = Double.NaN;
    DenseMatrix holes =
        DenseMatrix.ofRows(new double[][] {{1, nan, nan}, {2, 4, nan}, {nan, 8, nan}, {6, 0, nan}});
    DenseMatrix full =
        DenseMatrix.ofRows(new double[][] {{1, 4, 0}, {2, 4, 0}, {3, 8, 0}, {6, 0, 0}});
    DenseMatrix untouched = holes.copy();
    assertSameAsSlow(full, NearestNeighbors.of(holes, 3, 1), "holes");
    assertEquals(untouched, holes);
  }

  @Test
  void refusesTooManyNeighbors() {
    DenseMatrix t = new DenseMatrix(4, 2);
    assertEquals(
        "the number of neighbours is 4 but must be at least 1 and less than the number of rows, 4",
        assertThrows(IllegalArgumentException.class, () -> NearestNeighbors.of(t, 4, 1))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> NearestNeighbors.of(t, 0, 1));
  }
}
