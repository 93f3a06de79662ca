package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Ridge;

class SymmetricFitTest {

  /** Three blocks of 20 with a tenth of the entries flipped. */
  private static DenseMatrix blocks() {
    SplittableRandom random = new SplittableRandom(4);
    DenseMatrix x = new DenseMatrix(60, 60);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j <= i; j++) {
        double value = i / 20 == j / 20 ? 3 : 0;
        value = random.nextInt(10) == 0 ? 3 - value : value;
        x.set(i, j, value);
        x.set(j, i, value);
      }
    }
    return x;
  }

  private static MahNmf settings() {
    return MahNmf.ofRank(3)
        .symmetric()
        .with(Solvers.named("symmetric"))
        .with(new RandomStart())
        .withSeed(2)
        .withThreads(1);
  }

  @Test
  void theFactorsStayTied() {
    DenseMatrix x = blocks();
    double[] objectives = new double[2];
    for (int k = 0; k < 2; k++) {
      Matrix table = k == 0 ? x : SparseMatrix.copyOf(x);
      Factorization fit = settings().fit(Observations.of(table));
      assertEquals(fit.basis().toDense(), fit.codes().transpose());
      DenseMatrix rest = fit.sparsePart().toDense();
      for (double error : rest.array()) {
        objectives[k] += Math.abs(error);
      }
      assertEquals(objectives[k], fit.objective(), 1e-9 * objectives[k]);
      assertTrue(fit.relativeError() < .4);
    }
    assertEquals(objectives[0], objectives[1], 1e-6 * objectives[0]);
  }

  @Test
  void anySolverTakesSparseTables() {
    DenseMatrix x = blocks();
    DenseMatrix weights = new DenseMatrix(60, 60);
    for (int k = 0; k < 3600; k++) {
      weights.array()[k] = x.array()[k] == 0 ? .5 : 1;
    }
    for (String solver : new String[] {"auto", "smoothing", "rri"}) {
      MahNmf settings =
          MahNmf.ofRank(3)
              .with(Solvers.named(solver))
              .with(new RandomStart())
              .withSeed(2)
              .withRestarts(6); // dense weights become units: one start may end elsewhere
      Observations sparse = Observations.of(SparseMatrix.copyOf(x)).withZeroWeight(.5);
      Factorization one = settings.fit(sparse);
      Factorization other = settings.fit(Observations.of(x).withWeights(weights));
      assertEquals(other.objective(), one.objective(), .05 * other.objective(), solver);
      assertEquals(other.record().data().observed(), one.record().data().observed(), "all count");
    }
  }

  @Test
  void ridgeOfBothFactorsIsTheSquaredNorm() {
    Observations table = Observations.of(blocks());
    Ridge ridge = new Ridge(2);
    MahNmf penalised = settings().onBasis(ridge).onCodes(ridge);
    Factorization fit = penalised.fit(table);
    assertEquals(fit.basis().toDense(), fit.codes().transpose());
    double term = fit.record().outcome().objective().terms().get("ridge");
    assertEquals(2 * squares(fit.codes().toDense()), term, 1e-12 * term);
    Factorization plain = settings().fit(table);
    double unchanged = plain.objective() + 2 * squares(plain.codes().toDense());
    assertTrue(fit.objective() <= unchanged * (1 + 1e-12), fit.objective() + " " + unchanged);
    Factorization large = penalised.fit(Observations.of(blocks().times(64)));
    assertEquals(fit.codes().toDense().times(8), large.codes().toDense());
    assertEquals(64 * fit.objective(), large.objective());
    Ridge huge = new Ridge(1e3);
    double zero = TestProblems.absoluteSum(table);
    assertEquals(zero, settings().onBasis(huge).onCodes(huge).fit(table).objective(), 1e-9 * zero);
  }

  private static double squares(DenseMatrix factor) {
    double squares = 0;
    for (double entry : factor.array()) {
      squares += entry * entry;
    }
    return squares;
  }

  @Test
  void refusals() {
    MahNmf settings = settings();
    DenseMatrix x = blocks();
    Observations observations = Observations.of(x);
    assertRefuses("further terms", () -> settings.onCodes(new Box(0, 1)).fit(observations));
    assertRefuses("no other loss", () -> settings.with(new ElasticNet(1)).fit(observations));
    Ridge ridge = new Ridge(1);
    assertRefuses("'ridge' on the codes alone", () -> settings.onCodes(ridge).fit(observations));
    assertRefuses(
        "but the basis has [ridge 1.0] and the codes [ridge 2.0]; put the same on both",
        () -> settings.onBasis(ridge).onCodes(new Ridge(2)).fit(observations));
    assertRefuses(
        "further terms",
        () -> settings.onBasis(ridge).onCodes(ridge).onCodes(new Box(0, 1)).fit(observations));
    DenseMatrix wrong = x.copy();
    wrong.set(3, 8, 7);
    assertRefuses("row 9, column 4", () -> settings.fit(Observations.of(wrong)));
    SparseMatrix empty = new SparseMatrix.Builder(2, 2).add(0, 0, 1).add(1, 0, Double.NaN).build();
    Observations missing = Observations.of(empty).withZeroWeight(0);
    assertRefuses("row 2 has no observed entry", () -> settings.fit(missing));
  }

  private static void assertRefuses(String part, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
