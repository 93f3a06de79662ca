package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.solver.Start;
import org.mahnmf.term.ElasticNet;

/** Fits of tables kept as floats; inherited where there are other kernels. */
public class FloatFitTest {

  private static final int SAMPLES = 60;
  private static final int FEATURES = 45;
  private static final int RANK = 4;
  private static final List<String> SOLVERS = List.of("smoothing", "rri", "admm", "auto");

  private static double[][] table(long seed) {
    return TestProblems.plantedWithSpikes(SAMPLES, FEATURES, RANK, seed).table();
  }

  private static DenseMatrix weights(Generator random) {
    DenseMatrix weights = new DenseMatrix(SAMPLES, FEATURES);
    for (int i = 0; i < weights.array().length; i++) {
      weights.array()[i] = random.chance(.1) ? 0 : .5 + random.uniform();
    }
    return weights;
  }

  private static MahNmf settings(String solver) {
    return MahNmf.ofRank(RANK).with(Solvers.named(solver)).withSeed(5).withThreads(2);
  }

  private static Start nearTruth(Generator random, long seed) {
    Planted planted = TestProblems.plantedWithSpikes(SAMPLES, FEATURES, RANK, seed);
    DenseMatrix basis = DenseMatrix.ofRows(planted.basis());
    DenseMatrix codes = DenseMatrix.ofRows(planted.codes());
    for (DenseMatrix factor : List.of(basis, codes)) {
      for (int i = 0; i < factor.array().length; i++) {
        factor.array()[i] *= .9 + .2 * random.uniform();
      }
    }
    return new GivenStart(basis, codes);
  }

  private static MahNmf inFloats(MahNmf settings) {
    return settings.withPrecision(Precision.FLOAT);
  }

  private static void compare(String what, MahNmf settings, Observations table) {
    Factorization exact = settings.fit(table);
    Factorization fit = inFloats(settings).fit(table);
    assertEquals("double", exact.record().environment().precision());
    assertEquals("float", fit.record().environment().precision());
    double judged = TestProblems.objective(table, fit.codes(), fit.basis());
    assertEquals(
        judged, fit.record().outcome().objective().terms().get("loss"), 1e-9 * judged, what);
    assertEquals(exact.objective(), fit.objective(), 1e-4 * exact.objective(), what);
  }

  @Test
  void objectivesAreThoseOfDoubles() {
    TestProblems.forSeeds(
        1,
        1,
        random -> {
          Observations plain = Observations.of(table(random.seed()));
          double[][] holes = table(random.seed());
          TestProblems.hide(holes, .1, random.seed());
          Map<String, Observations> tables = new LinkedHashMap<>();
          tables.put("plain", plain);
          tables.put("missing", Observations.of(holes));
          tables.put("weighted", plain.withWeights(weights(random)));
          for (String solver : SOLVERS) {
            // Near the truth and far enough, so that what is compared is not where two paths
            // happened to go and to stop.
            MahNmf settings =
                settings(solver).withTolerance(1e-6).with(nearTruth(random, random.seed()));
            tables.forEach((name, table) -> compare(solver + ", " + name, settings, table));
            Box box = new Box(0, 1.5);
            compare(solver + ", box", settings.onBasis(box).onCodes(box), plain);
            compare(solver + ", elastic", settings.with(new ElasticNet(.3)), plain);
          }
        });
  }

  @Test
  void symmetricTablesToo() {
    double[][] factor = TestProblems.uniform(3, 40, 7);
    DenseMatrix x = new DenseMatrix(40, 40);
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        for (double[] row : factor) {
          x.set(i, j, x.get(i, j) + row[i] * row[j]);
        }
      }
    }
    x.set(3, 5, 9);
    x.set(5, 3, 9);
    compare(
        "symmetric", MahNmf.ofRank(3).symmetric().withSeed(1).withThreads(1), Observations.of(x));
  }

  @Test
  void theAnswerDependsNeitherOnThreadsNorOnTheUnit() {
    double[][] table = table(11);
    for (String solver : SOLVERS) {
      MahNmf settings = inFloats(settings(solver)).withMaxIterations(30);
      Factorization one = settings.withThreads(1).fit(Observations.of(table));
      Factorization three = settings.withThreads(3).fit(Observations.of(table));
      assertEquals(one.basis(), three.basis(), solver);
      assertEquals(one.codes(), three.codes(), solver);
      double far = 0x1p200;
      Factorization scaled = settings.fit(Observations.of(TestProblems.times(table, far)));
      assertEquals(one.objective() * far, scaled.objective(), 1e-12 * scaled.objective(), solver);
      DenseMatrix product = one.lowRank().toDense();
      for (int i = 0; i < product.array().length; i++) {
        product.array()[i] *= far;
      }
      assertEquals(product, scaled.lowRank().toDense(), solver);
    }
  }

  @Test
  void itDoesNotMatterHowTheTableWasGiven() {
    FloatMatrix floats = new FloatMatrix(SAMPLES, FEATURES);
    double[][] table = table(3);
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        floats.array()[i * FEATURES + j] = (float) table[i][j];
      }
    }
    for (Precision precision : Precision.values()) {
      MahNmf settings = settings("admm").withPrecision(precision).withMaxIterations(20);
      Factorization compact = settings.fit(Observations.of(floats));
      Factorization dense = settings.fit(Observations.of(floats.toDense()));
      assertEquals(dense.basis(), compact.basis());
      assertEquals(dense.codes(), compact.codes());
      assertEquals(dense.record().data(), compact.record().data());
    }
  }

  @Test
  void aSampleAloneHasTheCodesItHasInABatch() {
    double[][] table = table(4);
    Factorization fit = inFloats(settings("admm")).fit(Observations.of(table));
    Matrix all = fit.transform(Observations.of(table)).codes();
    Matrix alone = fit.transform(Observations.of(new double[][] {table[17]})).codes();
    for (int l = 0; l < RANK; l++) {
      assertEquals(all.get(17, l), alone.get(0, l));
    }
  }

  @Test
  void sparseTablesStayDoubleAndSaySo() {
    double[][] table = table(6);
    table[0][0] = 0;
    Matrix sparse = SparseMatrix.copyOf(DenseMatrix.ofRows(table));
    Factorization fit =
        inFloats(settings("rri"))
            .withMaxIterations(3)
            .fit(Observations.of(sparse).withZeroWeight(.5));
    assertEquals("double", fit.record().environment().precision());
    String notes = String.join(" ", fit.record().outcome().notes());
    assertTrue(notes.contains("kept in double precision"), notes);
  }

  @Test
  void weightsThatNoFloatHoldsAreRefused() {
    DenseMatrix weights = weights(new Generator(1));
    weights.set(2, 3, 1e-60);
    Observations table = Observations.of(table(1)).withWeights(weights);
    String message =
        assertThrows(IllegalArgumentException.class, () -> inFloats(settings("admm")).fit(table))
            .getMessage();
    assertTrue(message.contains("1.0E-60") && message.contains("double"), message);
  }
}
