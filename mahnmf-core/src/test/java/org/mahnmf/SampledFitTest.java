package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.problem.Box;

class SampledFitTest {

  /** 30 samples of 5000 features, rank 2, 10 % of the entries are off. */
  private static DenseMatrix wide() {
    Random random = new Random(3);
    DenseMatrix codes = uniform(30, 2, random);
    DenseMatrix basis = uniform(2, 5000, random);
    DenseMatrix table = new ProductMatrix(codes, basis).toDense();
    for (int k = 0; k < table.array().length; k++) {
      if (random.nextInt(10) == 0) {
        table.array()[k] = 3 * random.nextDouble();
      }
    }
    return table;
  }

  private static DenseMatrix uniform(int rows, int columns, Random random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = random.nextDouble();
    }
    return matrix;
  }

  @Test
  void meetsTheFitOfTheWholeTable() {
    Observations table = Observations.of(wide());
    MahNmf settings = MahNmf.ofRank(2).withSeed(4);
    List<Double> told = new ArrayList<>();
    Factorization quick = SampledFit.fit(settings, table, 500, told::add);
    Factorization whole = settings.fit(table);
    assertTrue(
        quick.objective() <= 1.001 * whole.objective(),
        quick.objective() + " against " + whole.objective());
    double loss = 0;
    for (double entry : quick.sparsePart().toDense().array()) {
      loss += Math.abs(entry);
    }
    assertEquals(loss, quick.objective(), 1e-9 * loss);
    assertEquals(whole.record().data(), quick.record().data());
    assertEquals(
        whole.relativeError() / whole.objective(),
        quick.relativeError() / quick.objective(),
        1e-12);
    assertEquals(500, quick.record().setup().settings().get("sampledFeatures"));
    assertEquals(1, told.get(told.size() - 1));
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    Observations table = Observations.of(wide());
    MahNmf settings = MahNmf.ofRank(2).withSeed(9);
    Factorization one = SampledFit.fit(settings.withThreads(1), table, 300, share -> {});
    Factorization three = SampledFit.fit(settings.withThreads(3), table, 300, share -> {});
    assertArrayEquals(one.basis().toDense().array(), three.basis().toDense().array());
    assertArrayEquals(one.codes().toDense().array(), three.codes().toDense().array());
  }

  @Test
  void takesAllWhereASampleWouldNotDo() {
    DenseMatrix wide = wide();
    MahNmf settings = MahNmf.ofRank(2).withMaxIterations(1);
    assertFalse(isSampled(settings, wide, 4000), "nothing to gain");
    assertFalse(isSampled(settings.onBasis(new Box(0, 1)), wide, 500));
    assertTrue(isSampled(settings, wide, 500));
    wide.set(3, 4, Double.NaN);
    assertFalse(isSampled(settings, wide, 500));
  }

  private static boolean isSampled(MahNmf settings, DenseMatrix table, int features) {
    Factorization fit = SampledFit.fit(settings, Observations.of(table), features, share -> {});
    return fit.record().setup().settings().containsKey("sampledFeatures");
  }
}
