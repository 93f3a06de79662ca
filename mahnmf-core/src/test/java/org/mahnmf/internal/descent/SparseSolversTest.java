package org.mahnmf.internal.descent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.Encoding;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.base.Workers;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.admm.AdmmSide;
import org.mahnmf.internal.search.Auto;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** Solvers on a sparse store against the same solvers on a dense store of the same matrix. */
class SparseSolversTest {

  private static final int SAMPLES = 40;
  private static final int FEATURES = 60;
  private static final int RANK = 4;

  /** What is minimised besides the weights. */
  record Variant(String name, Loss loss, Side basis, Side codes) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Variant> variants() {
    Side free = Side.nonNegative();
    return Stream.of(
        new Variant("plain", new Manhattan(), free, free),
        new Variant("box", new Manhattan(), free.with(new Box(.01, .9)), free.with(new Box(0, 1))),
        new Variant("elastic", new ElasticNet(.4), free, free),
        new Variant("elastic box", new ElasticNet(2), free.with(new Box(0, 1)), free),
        new Variant(
            "penalties", new Manhattan(), free.with(new Ridge(1)), free.with(new Sparsity(.5))));
  }

  /** A planted table, most of it zero, some rows full, some entries missing or of weight 0. */
  private static DenseMatrix table(SplittableRandom random) {
    DenseMatrix basis = factor(FEATURES, .4, random);
    DenseMatrix codes = factor(SAMPLES, .4, random);
    DenseMatrix x = new DenseMatrix(SAMPLES, FEATURES);
    for (int i = 0; i < SAMPLES; i++) {
      for (int j = 0; j < FEATURES; j++) {
        double fit = 0;
        for (int l = 0; l < RANK; l++) {
          fit += basis.get(l, j) * codes.get(l, i);
        }
        boolean stored = i < 3 || random.nextInt(100) < 80;
        double noise = random.nextInt(100) < 8 ? 2 * random.nextDouble() : 0;
        x.set(i, j, stored ? fit + noise + (i < 3 ? .01 : 0) : noise);
        if (random.nextInt(30) == 0) {
          x.set(i, j, Double.NaN);
        }
      }
    }
    return x;
  }

  private static DenseMatrix factor(int count, double share, SplittableRandom random) {
    DenseMatrix factor = new DenseMatrix(RANK, count);
    for (int k = 0; k < factor.array().length; k++) {
      factor.array()[k] = random.nextDouble() < share ? random.nextDouble() : 0;
    }
    return factor;
  }

  private static DenseMatrix weights(DenseMatrix x, SplittableRandom random) {
    DenseMatrix weights = new DenseMatrix(x.rows(), x.columns());
    for (int k = 0; k < weights.array().length; k++) {
      weights.array()[k] = x.array()[k] != 0 ? random.nextInt(3) * .5 + .1 : 0;
    }
    return weights;
  }

  private static Store sparse(DenseMatrix x, DenseMatrix weights, double zeroWeight) {
    Observations plain = Observations.of(SparseMatrix.copyOf(x));
    return SparseStore.unscaled(
        (weights == null ? plain : plain.withWeights(SparseMatrix.copyOf(weights)))
            .withZeroWeight(zeroWeight),
        new Workers(1));
  }

  private static Store dense(DenseMatrix x, DenseMatrix weights, double zeroWeight) {
    DenseMatrix all = new DenseMatrix(x.rows(), x.columns());
    for (int k = 0; k < all.array().length; k++) {
      double weight = weights == null ? 1 : weights.array()[k];
      all.array()[k] = x.array()[k] == 0 ? zeroWeight : weight;
    }
    return DenseStore.unscaled(Observations.of(x).withWeights(all), new Workers(1));
  }

  private static Iteration start(Solver solver, Variant variant, Store store, long seed) {
    Posed problem = Posed.of(store, RANK, variant.loss(), variant.basis(), variant.codes());
    assertTrue(
        solver.support(problem.problem()).isFull(),
        () -> solver.support(problem.problem()).refusal());
    SplittableRandom random = new SplittableRandom(seed);
    Factors start =
        new Factors(factor(store.features(), .95, random), factor(store.samples(), .95, random));
    variant.basis().set().project(start.basis());
    variant.codes().set().project(start.codes());
    return solver.start(
        problem.problem(), problem.store(), start, new RunContext(1e-4, () -> false));
  }

  private static double end(Solver solver, Variant variant, Store store, long seed, int steps) {
    Iteration iteration = start(solver, variant, store, seed);
    double best = iteration.objective().total();
    for (int t = 0; t < steps && !iteration.isSettled(); t++) {
      iteration.advance();
      best = Math.min(best, iteration.objective().total());
    }
    return best;
  }

  private static void assertSamePath(Solver solver, Variant variant, Store one, Store other) {
    Iteration a = start(solver, variant, one, 5);
    Iteration b = start(solver, variant, other, 5);
    for (int t = 0; t < 5; t++) {
      double expected = a.objective().total();
      assertEquals(expected, b.objective().total(), 1e-9 * expected, "step " + t);
      a.advance();
      b.advance();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void rriTakesTheStepsOfTheDenseOne(Variant variant) {
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix x = table(random);
    DenseMatrix weights = weights(x, random);
    for (double zeroWeight : new double[] {0, .1, 1}) {
      for (DenseMatrix om : new DenseMatrix[] {null, weights}) {
        Store dense = dense(x, om, zeroWeight);
        Store sparse = sparse(x, om, zeroWeight);
        assertSamePath(new Rri(), variant, dense, sparse);
      }
    }
  }

  @Test
  void rriTakesAGraphToo() {
    DenseMatrix x = table(new SplittableRandom(1));
    int[] from = IntStream.range(0, SAMPLES - 1).toArray();
    int[] to = IntStream.range(1, SAMPLES).toArray();
    double[] edges = DoubleStream.generate(() -> 1).limit(SAMPLES - 1).toArray();
    Graph chain = Graph.ofEdges(SAMPLES, from, to, edges);
    Side codes = Side.nonNegative().with(new GraphSmoothness(.3, chain));
    Variant variant =
        new Variant("graph", new Manhattan(), Side.nonNegative().with(new Box(0, 1)), codes);
    assertSamePath(new Rri(), variant, dense(x, null, .1), sparse(x, null, .1));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void admmTakesTheStepsOfTheDenseOneWhereAbsentMeansMissing(Variant variant) {
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix x = table(random);
    DenseMatrix weights = weights(x, random);
    for (DenseMatrix om : new DenseMatrix[] {null, weights}) {
      assertSamePath(new Admm(), variant, dense(x, om, 0), sparse(x, om, 0));
    }
  }

  /**
   * Local minima differ, so the mean over several problems counts. From random starts the dense
   * solvers are a little better off: they pull zeros down gently at first.
   */
  @ParameterizedTest
  @MethodSource("variants")
  void admmEndsAboutAsLowAsTheDenseOne(Variant variant) {
    assertEndsAsLow(new Admm(), variant, 1.06);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void smoothingEndsAboutAsLowAsTheDenseOne(Variant variant) {
    assertEndsAsLow(new Smoothing(), variant, 1.06);
  }

  @Test
  void autoEndsAsLowAsOnTheDenseTable() {
    double dense = 0;
    double sparse = 0;
    for (long seed = 0; seed < 4; seed++) {
      DenseMatrix x = table(new SplittableRandom(seed));
      MahNmf settings = MahNmf.ofRank(RANK).withSeed(seed);
      dense += settings.fit(Observations.of(x)).objective();
      sparse += settings.fit(Observations.of(SparseMatrix.copyOf(x))).objective();
    }
    assertEquals(dense, sparse, .002 * dense);
  }

  @Test
  void aFitByRriIsThatOfTheDenseTable() {
    DenseMatrix x = table(new SplittableRandom(3));
    Arrays.setAll(x.array(), k -> Double.isNaN(x.array()[k]) ? 0 : x.array()[k]);
    MahNmf settings =
        MahNmf.ofRank(RANK).with(new Rri()).with(new RandomStart()).withMaxIterations(4);
    Factorization dense = settings.fit(Observations.of(x));
    Factorization sparse = settings.fit(Observations.of(SparseMatrix.copyOf(x)));
    assertEquals(dense.objective(), sparse.objective(), 1e-9 * dense.objective());
    assertEquals(dense.lowerBound(), sparse.lowerBound(), 1e-9 * dense.objective());
    assertEquals(dense.relativeError(), sparse.relativeError(), 1e-9);
  }

  private static void assertEndsAsLow(Solver solver, Variant variant, double factor) {
    double sumDense = 0;
    double sumSparse = 0;
    for (long seed = 0; seed < 8; seed++) {
      DenseMatrix x = table(new SplittableRandom(seed));
      double zeroWeight = seed % 2 == 0 ? 1 : .1;
      sumDense += end(solver, variant, dense(x, null, zeroWeight), seed, 40);
      sumSparse += end(solver, variant, sparse(x, null, zeroWeight), seed, 40);
    }
    assertTrue(sumSparse <= factor * sumDense, sumSparse + " against " + sumDense);
  }

  /** With the basis kept, the dual's steps on the codes lead to the proven optimum. */
  @ParameterizedTest
  @MethodSource("variants")
  void admmOfOneSideReachesTheOptimum(Variant variant) {
    SplittableRandom random = new SplittableRandom(7);
    DenseMatrix x = table(random);
    for (double zeroWeight : new double[] {0, .1, 1}) {
      Store store = sparse(x, null, zeroWeight);
      Posed problem = Posed.of(store, RANK, variant.loss(), variant.basis(), variant.codes());
      Factors factors = new Factors(factor(FEATURES, .5, random), factor(SAMPLES, .5, random));
      Encoding best =
          Model.of(factors.basis())
              .with(variant.loss())
              .with(variant.codes().sampleRule())
              .withExact(true)
              .transform(Observations.of(SparseMatrix.copyOf(x)).withZeroWeight(zeroWeight));
      AdmmSide side =
          new AdmmSide(problem.problem().side(Factor.CODES), factors.codes(), store.workers());
      Dual dual = store.newDual().orElseThrow();
      side.expectProduct(factors.basis());
      double lowest = Double.POSITIVE_INFINITY;
      for (int k = 0; k < 4000; k++) {
        double tau = .05;
        side.face(factors.basis());
        side.step(tau, 1 + dual.stretch());
        dual.afterBasis(
            tau, variant.loss(), factors.basis(), factors.basis(), side.solved(), side.pending());
        lowest = Math.min(lowest, problem.evaluate(factors).total());
      }
      lowest -= variant.basis().penalty(factors.basis());
      assertEquals(best.objective().total(), lowest, 1e-5 * lowest);
      assertTrue(lowest >= best.lowerBound() * (1 - 1e-9));
    }
  }

  @Test
  void curvatureBoundsAreAboveTheEigenvaluesButNotFar() {
    SplittableRandom random = new SplittableRandom(3);
    DenseMatrix x = table(random);
    SideData data = sparse(x, null, .1).side(Factor.CODES);
    DenseMatrix w = factor(FEATURES, .8, random);
    double[] q = SmoothingBounds.columnNorms(w);
    double[] bounds = data.curvatureBounds(w, q).orElseThrow();
    for (int j = 0; j < SAMPLES; j++) {
      DenseMatrix kept = w.copy();
      for (int i = 0; i < FEATURES; i++) {
        boolean stored = x.get(j, i) > 0;
        for (int l = 0; l < RANK && !stored; l++) {
          kept.set(l, i, 0);
        }
      }
      double eigenvalue = SmoothingBounds.largestEigenvalue(kept, q);
      assertTrue(bounds[j] >= eigenvalue * (1 - 1e-6), bounds[j] + " below " + eigenvalue);
      assertTrue(bounds[j] <= 1.1 * eigenvalue, bounds[j] + " above " + eigenvalue);
    }
  }

  /** Nothing of the size of X is ever made: dense, it would take 320 GB. */
  @Test
  @Timeout(60)
  void aHugeAndNearlyEmptyTableFitsAtTheCostOfItsEntries() {
    int size = 200_000;
    SplittableRandom random = new SplittableRandom(1);
    SparseMatrix.Builder builder = new SparseMatrix.Builder(size, size);
    for (int k = 0; k < 1000; k++) {
      builder.add(random.nextInt(size), random.nextInt(size), 1 + random.nextDouble());
    }
    Observations table = Observations.of(builder.build()).withZeroWeight(1e-9);
    for (Solver solver : new Solver[] {new Auto(), new Admm(), new Rri()}) {
      Factorization found =
          MahNmf.ofRank(3).with(solver).withRidge(0).withMaxIterations(1).withThreads(2).fit(table);
      assertTrue(found.objective() <= 1.0001 * found.observations().samples());
      assertTrue(found.lowerBound() > 0 && found.lowerBound() <= found.objective());
      Encoding again = found.transform(table);
      assertEquals(found.objective(), again.objective().total(), 1e-9 * found.objective());
    }
  }
}
