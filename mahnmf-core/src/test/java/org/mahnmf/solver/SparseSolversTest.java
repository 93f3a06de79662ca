package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.graph.Graph;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.SparseStore;
import org.mahnmf.store.Store;
import org.mahnmf.store.Workers;
import org.mahnmf.term.Box;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.Manhattan;

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
        new Variant("elastic box", new ElasticNet(2), free.with(new Box(0, 1)), free));
  }

  /** A planted table, most of it zero, some rows full, some entries missing or of weight 0. */
  static DenseMatrix table(SplittableRandom random) {
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

  static Store sparse(DenseMatrix x, DenseMatrix weights, double zeroWeight) {
    Observations plain = Observations.of(SparseMatrix.copyOf(x));
    return SparseStore.unscaled(
        weights == null ? plain : plain.withWeights(SparseMatrix.copyOf(weights)),
        zeroWeight,
        new Workers(1));
  }

  static Store dense(DenseMatrix x, DenseMatrix weights, double zeroWeight) {
    DenseMatrix all = new DenseMatrix(x.rows(), x.columns());
    for (int k = 0; k < all.array().length; k++) {
      double weight = weights == null ? 1 : weights.array()[k];
      all.array()[k] = x.array()[k] == 0 ? zeroWeight : weight;
    }
    return DenseStore.unscaled(Observations.of(x).withWeights(all), new Workers(1));
  }

  private static Iteration start(Solver solver, Variant variant, Store store, long seed) {
    Problem problem = new Problem(store, RANK, variant.loss(), variant.basis(), variant.codes());
    assertTrue(solver.support(problem).isFull(), () -> solver.support(problem).refusal());
    SplittableRandom random = new SplittableRandom(seed);
    Factors start =
        new Factors(factor(store.features(), .95, random), factor(store.samples(), .95, random));
    variant.basis().set().project(start.basis());
    variant.codes().set().project(start.codes());
    return solver.start(problem, start, new RunContext(1e-4, () -> false));
  }

  static double end(Solver solver, Variant variant, Store store, long seed, int steps) {
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

  @ParameterizedTest
  @MethodSource("variants")
  void admmEndsAsLowAsTheDenseOne(Variant variant) {
    double sumDense = 0;
    double sumSparse = 0;
    for (long seed = 0; seed < 6; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DenseMatrix x = table(random);
      double zeroWeight = seed % 2 == 0 ? 1 : .1;
      double dense = end(new Admm(), variant, dense(x, null, zeroWeight), seed, 300);
      double sparse = end(new Admm(), variant, sparse(x, null, zeroWeight), seed, 300);
      System.out.println(variant + " " + zeroWeight + " dense " + dense + " sparse " + sparse);
      sumDense += dense;
      sumSparse += sparse;
    }
    assertTrue(sumSparse <= 1.02 * sumDense, sumSparse + " against " + sumDense);
  }
}
