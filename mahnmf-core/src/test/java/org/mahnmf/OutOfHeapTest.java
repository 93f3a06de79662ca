package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.internal.store.BufferSpace;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.HoldoutPlan;

/** A table whose copies are kept outside the heap has the same parts, to the bit. */
class OutOfHeapTest {

  private static final int SAMPLES = 67;
  private static final int FEATURES = 53;

  private static Observations plain(Generator random) {
    return Observations.of(random.table(SAMPLES, FEATURES));
  }

  private static Observations withHoles(Generator random) {
    double[][] table = random.table(SAMPLES, FEATURES);
    double[][] weights = random.table(SAMPLES, FEATURES);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.05) ? Double.NaN : row[j];
      }
    }
    return Observations.of(table).withWeights(DenseMatrix.ofRows(weights));
  }

  /** Fits twice; returns the bytes that were taken outside the heap. */
  private static long requireSame(MahNmf settings, Observations observations) {
    BufferSpace space = new BufferSpace();
    Factorization inHeap = settings.fit(observations);
    Factorization outside = settings.withThreads(3).fit(observations.withSpace(space));
    assertArrayEquals(inHeap.basis().toDense().array(), outside.basis().toDense().array());
    assertArrayEquals(inHeap.codes().toDense().array(), outside.codes().toDense().array());
    assertEquals(inHeap.objective(), outside.objective());
    assertEquals(inHeap.lowerBound(), outside.lowerBound());
    assertTrue(space.taken() > 0);
    return space.taken();
  }

  @ParameterizedTest
  @CsvSource({
    "auto, double",
    "auto, float",
    "smoothing, double",
    "smoothing, float",
    "admm, double",
    "admm, float",
    "rri, double",
    "exact, double",
    "reweighted, float"
  })
  void everySolverFindsTheSame(String solver, String precision) {
    MahNmf settings =
        MahNmf.ofRank(3)
            .with(Solvers.named(solver))
            .withPrecision(Precision.valueOf(precision.toUpperCase(java.util.Locale.ROOT)))
            .withMaxIterations(6)
            .withThreads(1);
    requireSame(settings, plain(new Generator(1)));
    requireSame(settings, withHoles(new Generator(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "hals", "nndsvd", "still"})
  void everyStartIsTheSame(String start) {
    MahNmf settings =
        MahNmf.ofRank(3)
            .with(Solvers.named("smoothing"))
            .with(Starts.named(start))
            .withMaxIterations(2);
    requireSame(settings, plain(new Generator(3)));
  }

  @Test
  void hiddenEntriesAreTheSame() {
    MahNmf settings = MahNmf.ofRank(3).withMaxIterations(5).withValidation(HoldoutPlan.entries(.1));
    requireSame(settings, plain(new Generator(4)));
  }

  @Test
  void floatsTakeHalfTheRoomWhileNothingIsLost() {
    Generator random = new Generator(5);
    FloatMatrix floats = new FloatMatrix(SAMPLES, FEATURES);
    for (int k = 0; k < floats.array().length; k++) {
      floats.array()[k] = (float) random.uniform();
    }
    MahNmf settings = MahNmf.ofRank(2).with(Solvers.named("smoothing")).withMaxIterations(2);
    long cells = (long) SAMPLES * FEATURES;
    assertEquals(4 * cells, requireSame(settings, Observations.of(floats)));
    // The first row is tried as floats; then doubles take over.
    assertEquals((4 + 8) * cells, requireSame(settings, plain(random)));
  }
}
