package org.mahnmf.lab.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.lab.linear.SymmetricEigen;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factors;

class MethodsTest {

  private static final DenseMatrix TABLE = Golden.matrix("table.csv");

  static List<Method> methods() {
    return List.of(new Pca(), new NeNmf(), new KlNmf(), new ManhattanNmf());
  }

  private static double squares(DenseMatrix left, DenseMatrix right) {
    double sum = 0;
    for (int k = 0; k < left.array().length; k++) {
      double error = left.array()[k] - right.array()[k];
      sum += error * error;
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void historyFallsAndThreadsChangeNothing(Method method) {
    Observations samples = Observations.of(TABLE);
    Learned one = method.fit(samples, 4, 5, Budget.DEFAULT);
    Learned three = method.fit(samples, 4, 5, new Budget(Budget.DEFAULT.maxIterations(), 3));
    assertEquals(one.basis(), three.basis());
    assertEquals(one.codes(), three.codes());
    assertEquals(4, one.basis().rows());
    assertEquals(40, one.codes().rows());
    if (!(method instanceof ManhattanNmf)) {
      for (int k = 1; k < one.history().length; k++) {
        double before = one.history()[k - 1];
        assertTrue(one.history()[k] <= before * (1 + 1e-12), method.name() + " rises at " + k);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void encodingFindsTheCodesAgain(Method method) {
    Observations samples = Observations.of(TABLE);
    Learned fit = method.fit(samples, 4, 5, Budget.DEFAULT);
    DenseMatrix direct = fit.reconstruct(fit.codes());
    DenseMatrix again = fit.reconstruct(fit.encode(samples));
    double size = squares(TABLE, new DenseMatrix(40, 30));
    assertTrue(squares(direct, again) < 1e-4 * size, method.name());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void scaleOfTheDataDoesNotMatter(Method method) {
    Learned plain = method.fit(Observations.of(TABLE), 3, 2, Budget.DEFAULT);
    Learned scaled = method.fit(Observations.of(TABLE.times(1024)), 3, 2, Budget.DEFAULT);
    DenseMatrix expected = plain.reconstruct(plain.codes()).times(1024);
    DenseMatrix found = scaled.reconstruct(scaled.codes());
    double size = squares(expected, new DenseMatrix(40, 30));
    assertTrue(squares(expected, found) < 1e-18 * size, method.name());
  }

  @ParameterizedTest
  @CsvSource({"table, 4", "table, 10", "wide, 10"})
  void euclideanIsAsGoodAsCoordinateDescent(String name, int rank) {
    DenseMatrix table = Golden.matrix(name + ".csv");
    double sum = 0;
    for (int seed = 0; seed < 10; seed++) {
      Learned fit = new NeNmf().fit(Observations.of(table), rank, seed, Budget.DEFAULT);
      double error = squares(table, fit.reconstruct(fit.codes()));
      assertEquals(error, fit.objective(), 1e-6 * error);
      sum += error;
    }
    double golden = Golden.number("euclidean." + name + "." + rank);
    assertTrue(sum / 10 <= 1.001 * golden, sum / 10 + " against " + golden);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 100, 400})
  void divergenceIsThatOfScikitLearn(int steps) {
    Observations samples = Observations.of(TABLE);
    try (Data data = Data.open(samples, 1)) {
      DenseMatrix codes = Golden.matrix("start-codes.csv").transpose();
      double scale = data.store().scale();
      Factors start = new Factors(Golden.matrix("start-basis.csv"), codes.times(1 / scale));
      Learned fit = KlNmf.fit(data, start, new Budget(steps, 1), Integer.MAX_VALUE);
      double golden = Golden.number("kl." + steps);
      assertEquals(golden, fit.objective(), 1e-6 * golden);
    }
  }

  @Test
  void divergenceTakesMissingEntriesAndZeros() {
    DenseMatrix holes = TABLE.copy();
    holes.set(3, 4, Double.NaN);
    holes.set(5, 6, 0);
    Learned fit = new KlNmf().fit(Observations.of(holes), 4, 1, Budget.DEFAULT);
    double guess = fit.reconstruct(fit.codes()).get(3, 4);
    assertEquals(TABLE.get(3, 4), guess, .5 * TABLE.get(3, 4));
    assertThrows(
        IllegalArgumentException.class,
        () -> new NeNmf().fit(Observations.of(holes), 4, 1, Budget.DEFAULT));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Pca().fit(Observations.of(holes), 4, 1, Budget.DEFAULT));
  }

  @Test
  void componentsAreThoseOfNumpy() {
    for (DenseMatrix table : List.of(TABLE, TABLE.transpose())) {
      Learned fit = new Pca().fit(Observations.of(table), 5, 0, Budget.DEFAULT);
      assertEquals(squares(table, fit.reconstruct(fit.codes())), fit.objective(), 1e-8);
    }
    Learned fit = new Pca().fit(Observations.of(TABLE), 5, 0, Budget.DEFAULT);
    double golden = Golden.number("pca.5");
    assertEquals(golden, fit.objective(), 1e-9 * golden);
    double[] third = new double[30];
    fit.basis().copyRow(2, third);
    double[] expected =
        Arrays.stream(Golden.value("pca.third").split(" "))
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertArrayEquals(expected, third, 1e-9);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 41})
  void eigenvectorsAreEigenvectors(int n) {
    SplittableRandom random = new SplittableRandom(n);
    double[][] matrix = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double value = n == 10 && i != j ? 0 : random.nextDouble() - .5; // 10: diagonal already
        matrix[i][j] = value;
        matrix[j][i] = value;
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(matrix);
    for (int k = 0; k < n; k++) {
      double[] vector = eigen.vector(k);
      for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          sum += matrix[i][j] * vector[j];
        }
        assertEquals(eigen.value(k) * vector[i], sum, 1e-12, "n " + n);
      }
      assertTrue(k == 0 || eigen.value(k) <= eigen.value(k - 1));
      for (int other = 0; other <= k; other++) {
        double[] one = eigen.vector(other);
        double inner = 0;
        for (int i = 0; i < n; i++) {
          inner += one[i] * vector[i];
        }
        assertEquals(other == k ? 1 : 0, inner, 1e-12);
      }
    }
  }
}
