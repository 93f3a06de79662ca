package org.mahnmf.internal.symmetric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.solver.Support;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

class SymmetricRriTest {

  private static final Workers WORKERS = new Workers(1);
  private static final int BLOCKS = 4;
  private static final int SIZE = 25;

  private static Store store(Observations observations, Workers workers) {
    return observations.values() instanceof SparseMatrix
        ? SparseStore.scaledByFours(observations, workers)
        : DenseStore.scaledByFours(observations, Precision.DOUBLE, workers);
  }

  private static Posed problem(Observations observations, int rank) {
    return Posed.symmetric(store(observations, WORKERS), rank, new Manhattan(), Side.nonNegative());
  }

  private static final Side PRICED = Side.nonNegative().with(new Ridge(.7)).with(new Sparsity(.4));

  private static Posed penalised(Observations observations, int rank) {
    return Posed.symmetric(store(observations, WORKERS), rank, new Manhattan(), PRICED);
  }

  /** λ‖H‖² + 2μ Σ H, in the units of the problem. */
  private static double penalty(Factors at) {
    double penalty = 0;
    for (double entry : at.codes().array()) {
      penalty += .7 * entry * entry + 2 * .4 * entry;
    }
    return penalty;
  }

  private static Iteration start(Posed problem, long seed) {
    SymmetricRri solver = new SymmetricRri();
    Support support = solver.support(problem.problem());
    assertTrue(support.isFull(), support.refusal());
    return solver.start(
        problem.problem(),
        problem.store(),
        problem.from(new RandomStart(), seed),
        new RunContext(1e-4, () -> false));
  }

  private static FactorizationLoop.Ending fit(Posed problem, long seed) {
    StoppingRule rule = StoppingRule.relativeChange(1e-6).or(StoppingRule.iterations(200));
    return new FactorizationLoop(rule, progress -> {}, problem.store().scale(), false)
        .run(start(problem, seed), Checkpoint.none(), state -> {});
  }

  /** Σ weight·|X − HHᵀ| from the table, in the user's units; absent entries weigh zeroWeight. */
  private static double loss(
      Matrix x, Matrix weights, double zeroWeight, Posed problem, Factors at) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        double fit = 0;
        for (int c = 0; c < at.rank(); c++) {
          fit += at.codes().get(c, i) * at.codes().get(c, j);
        }
        double weight = x.get(i, j) == 0 ? zeroWeight : weights == null ? 1 : weights.get(i, j);
        if (!Double.isNaN(x.get(i, j))) {
          sum += weight * Math.abs(x.get(i, j) - problem.store().scale() * fit);
        }
      }
    }
    return sum;
  }

  /** A symmetric matrix with a share of non-zeros and of missing entries. */
  private static DenseMatrix random(int n, double density, double missing, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix x = new DenseMatrix(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double value = random.nextDouble() < density ? 2 * random.nextDouble() : 0;
        value = random.nextDouble() < missing ? Double.NaN : value;
        x.set(i, j, value);
        x.set(j, i, value);
      }
    }
    return x;
  }

  /** Blocks of ones with a share of the entries flipped. */
  private static DenseMatrix blocks(double flipped, double missing, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = BLOCKS * SIZE;
    DenseMatrix x = new DenseMatrix(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double value = i / SIZE == j / SIZE ? 1 : 0;
        value = random.nextDouble() < flipped ? 1 - value : value;
        value = random.nextDouble() < missing ? Double.NaN : value;
        x.set(i, j, value);
        x.set(j, i, value);
      }
    }
    return x;
  }

  /** Share of the nodes whose largest entry is in the component that most of their block have. */
  private static double accuracy(DenseMatrix h) {
    int[][] votes = new int[BLOCKS][h.rows()];
    for (int j = 0; j < h.columns(); j++) {
      int largest = 0;
      for (int c = 1; c < h.rows(); c++) {
        largest = h.get(c, j) > h.get(largest, j) ? c : largest;
      }
      votes[j / SIZE][largest]++;
    }
    boolean[] taken = new boolean[h.rows()];
    int right = 0;
    for (int[] vote : votes) {
      int most = 0;
      for (int c = 1; c < vote.length; c++) {
        most = vote[c] > vote[most] ? c : most;
      }
      right += taken[most] ? 0 : vote[most];
      taken[most] = true;
    }
    return right / (double) h.columns();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void sweepsNeverRiseAndTieTheFactors(long seed) {
    DenseMatrix x = random(40, seed % 2 == 0 ? 1 : .3, .1, seed);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      Posed problem = problem(Observations.of(table), 5);
      Iteration iteration = start(problem, seed);
      double last = Double.POSITIVE_INFINITY;
      double first = iteration.objective().total();
      for (int sweep = 0; sweep < 30; sweep++) {
        double now = iteration.objective().total();
        assertEquals(
            loss(x, null, 1, problem, iteration.factors()),
            now * problem.store().scale(),
            1e-11 * first * problem.store().scale());
        assertTrue(now <= last + 1e-13 * first, last + " to " + now);
        assertEquals(iteration.factors().basis(), iteration.factors().codes());
        for (double entry : iteration.factors().codes().array()) {
          assertTrue(entry >= 0);
        }
        last = now;
        iteration.advance();
      }
      assertTrue(last < .99 * first, first + " to " + last);
      assertTrue(iteration.products() > 0);
    }
  }

  /** Every single entry is at the minimum of its own objective when nothing moves any more. */
  @Test
  void endsWhereNoEntryCanImprove() {
    DenseMatrix x = random(15, .6, .1, 9);
    Posed problem = problem(Observations.of(x), 3);
    Iteration iteration = start(problem, 9);
    for (int sweep = 0; sweep < 500; sweep++) {
      iteration.advance();
    }
    Factors at = iteration.factors();
    double least = loss(x, null, 1, problem, at);
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 3000; trial++) {
      Factors other = at.copy();
      int place = random.nextInt(at.codes().array().length);
      double entry = at.codes().array()[place];
      double step = random.nextBoolean() ? 1 : 1e-3;
      other.codes().array()[place] = Math.max(0, entry + step * (random.nextDouble() - .5));
      assertTrue(loss(x, null, 1, problem, other) >= least * (1 - 1e-9));
    }
  }

  @Test
  void penaltiesOfEntriesArePaidOnceForEachFactor() {
    DenseMatrix x = random(15, .6, .1, 9);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      Posed problem = penalised(Observations.of(table), 3);
      double scale = problem.store().scale();
      Iteration iteration = start(problem, 9);
      double last = Double.POSITIVE_INFINITY;
      for (int sweep = 0; sweep < 300; sweep++) {
        iteration.advance();
        double now = iteration.objective().total();
        assertTrue(now <= last * (1 + 1e-13), last + " to " + now);
        last = now;
      }
      Factors at = iteration.factors();
      double least = loss(x, null, 1, problem, at) / scale + penalty(at);
      assertEquals(least, last, 1e-11 * least);
      SplittableRandom random = new SplittableRandom(1);
      for (int trial = 0; trial < 2000; trial++) {
        Factors other = at.copy();
        int place = random.nextInt(at.codes().array().length);
        double entry = at.codes().array()[place];
        double step = random.nextBoolean() ? 1 : 1e-3;
        other.codes().array()[place] = Math.max(0, entry + step * (random.nextDouble() - .5));
        double there = loss(x, null, 1, problem, other) / scale + penalty(other);
        assertTrue(there >= least * (1 - 1e-9), there + " below " + least);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .3, 1})
  void sparseAndDenseTakeTheSameSteps(double zeroWeight) {
    int n = 60;
    DenseMatrix x = random(n, .15, .05, 21);
    DenseMatrix all = new DenseMatrix(n, n);
    for (int k = 0; k < n * n; k++) {
      all.array()[k] = x.array()[k] == 0 ? zeroWeight : 1;
    }
    Posed dense = problem(Observations.of(x).withWeights(all), 4);
    Posed sparse =
        Posed.symmetric(
            store(Observations.of(SparseMatrix.copyOf(x)).withZeroWeight(zeroWeight), WORKERS),
            4,
            new Manhattan(),
            Side.nonNegative());
    Factors from = dense.from(new RandomStart(), 5);
    // The scales differ, because that of a sparse table leaves the zeros out.
    double share = Math.sqrt(dense.store().scale() / sparse.store().scale());
    Factors sparseFrom = new Factors(from.basis().times(share), from.codes().times(share));
    SymmetricRri solver = new SymmetricRri();
    Iteration one =
        solver.start(dense.problem(), dense.store(), from, new RunContext(1e-4, () -> false));
    Iteration other =
        solver.start(
            sparse.problem(), sparse.store(), sparseFrom, new RunContext(1e-4, () -> false));
    for (int sweep = 0; sweep < 20; sweep++) {
      double total = one.objective().total() * dense.store().scale();
      assertEquals(total, other.objective().total() * sparse.store().scale(), 1e-9 * total);
      assertArrayEquals(
          one.factors().codes().times(share).array(),
          other.factors().codes().array(),
          1e-9,
          "sweep " + sweep);
      one.advance();
      other.advance();
    }
    assertTrue(other.products() < one.products());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsPlantedBlocks(long seed) {
    DenseMatrix x = blocks(.1, 0, seed);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      FactorizationLoop.Ending ending = fit(problem(Observations.of(table), BLOCKS), seed);
      double accuracy = accuracy(ending.factors().codes());
      assertTrue(accuracy >= .98, seed + ": " + accuracy);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void findsPlantedBlocksWithMissingEntries(long seed) {
    DenseMatrix x = blocks(.1, .1, seed);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      FactorizationLoop.Ending ending = fit(problem(Observations.of(table), BLOCKS), seed);
      double accuracy = accuracy(ending.factors().codes());
      assertTrue(accuracy >= .98, seed + ": " + accuracy);
    }
  }

  /** Errata 19: without the Euclidean steps random starts miss the blocks. */
  @Test
  void randomStartsAloneDoNotFindThem() {
    int found = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Posed problem = problem(Observations.of(blocks(.1, 0, seed)), BLOCKS);
      Factors random = problem.from(new RandomStart(), seed);
      random.basis().assign(random.codes()); // a symmetric start is taken as it is
      Iteration iteration =
          new SymmetricRri()
              .start(problem.problem(), problem.store(), random, new RunContext(1e-4, () -> false));
      for (int sweep = 0; sweep < 100; sweep++) {
        iteration.advance();
      }
      found += accuracy(iteration.factors().codes()) >= .98 ? 1 : 0;
    }
    assertTrue(found <= 2, found + " of 6");
  }

  @Test
  void scalingByFoursScalesTheBytes() {
    DenseMatrix x = random(30, .4, .05, 2);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      Posed one = problem(Observations.of(table), 3);
      FactorizationLoop.Ending reference = fit(one, 3);
      for (int k : new int[] {-20, 1, 17}) {
        DenseMatrix scaled = x.times(Math.scalb(1.0, 2 * k));
        Matrix other = table instanceof SparseMatrix ? SparseMatrix.copyOf(scaled) : scaled;
        Posed two = problem(Observations.of(other), 3);
        assertEquals(Math.scalb(one.store().scale(), 2 * k), two.store().scale());
        FactorizationLoop.Ending ending = fit(two, 3);
        assertEquals(reference.factors(), ending.factors());
        assertEquals(reference.objective(), ending.objective());
      }
    }
  }

  @Test
  void threadsDoNotChangeABit() {
    DenseMatrix x = random(150, .2, .05, 12);
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      Factors one = fit(problem(Observations.of(table), 6), 4).factors();
      try (Workers three = new Workers(3)) {
        Store store = store(Observations.of(table), three);
        assertEquals(
            one, fit(Posed.symmetric(store, 6, new Manhattan(), Side.nonNegative()), 4).factors());
      }
    }
  }

  @Test
  void oneByOne() {
    FactorizationLoop.Ending ending = fit(problem(Observations.of(new double[][] {{9}}), 1), 1);
    assertEquals(0, ending.objective().total());
    Posed problem = problem(Observations.of(new SparseMatrix.Builder(1, 1).build()), 1);
    assertEquals(0, fit(problem, 1).objective().total());
  }

  @Test
  void zeroMatrix() {
    for (Matrix zero :
        new Matrix[] {new DenseMatrix(5, 5), new SparseMatrix.Builder(5, 5).build()}) {
      FactorizationLoop.Ending ending = fit(problem(Observations.of(zero), 2), 1);
      assertEquals(0, ending.objective().total());
    }
  }

  @Test
  void identity() {
    DenseMatrix x = new DenseMatrix(6, 6);
    for (int i = 0; i < 6; i++) {
      x.set(i, i, 1);
    }
    for (Matrix table : new Matrix[] {x, SparseMatrix.copyOf(x)}) {
      Posed problem = problem(Observations.of(table), 3);
      FactorizationLoop.Ending ending = fit(problem, 1);
      // Each component explains one node: the best there is at this rank.
      assertEquals(3, ending.objective().total() * problem.store().scale(), 1e-12);
    }
  }

  /** Everything missing but one entry; and a row of which nothing is known. */
  @Test
  void almostNothingIsKnown() {
    DenseMatrix x = random(4, 0, 1, 1);
    x.set(1, 1, 4);
    FactorizationLoop.Ending ending = fit(problem(Observations.of(x), 2), 1);
    assertEquals(0, ending.objective().total(), 1e-12);
    SparseMatrix one = new SparseMatrix.Builder(4, 4).add(1, 1, 4).build();
    Posed only =
        Posed.symmetric(
            store(Observations.of(one).withZeroWeight(0), WORKERS),
            2,
            new Manhattan(),
            Side.nonNegative());
    assertEquals(0, fit(only, 1).objective().total(), 1e-12);
  }

  @Test
  void weightsDecide() {
    DenseMatrix x = random(20, 1, 0, 6);
    DenseMatrix weights = random(20, 1, 0, 7);
    Posed problem = problem(Observations.of(x).withWeights(weights), 3);
    Iteration iteration = start(problem, 1);
    double last = iteration.objective().total();
    for (int sweep = 0; sweep < 20; sweep++) {
      iteration.advance();
      double now = iteration.objective().total();
      assertTrue(now <= last * (1 + 1e-13));
      last = now;
    }
    double expected = loss(x, weights, 1, problem, iteration.factors());
    assertEquals(expected, last * problem.store().scale(), 1e-11 * expected);
  }

  @Test
  void aStopRequestEndsTheStartEarly() {
    Posed problem = problem(Observations.of(random(20, 1, 0, 6)), 3);
    Iteration iteration =
        new SymmetricRri()
            .start(
                problem.problem(),
                problem.store(),
                problem.from(new RandomStart(), 1),
                new RunContext(1e-4, () -> true));
    assertEquals(iteration.factors().basis(), iteration.factors().codes());
    assertEquals(1, iteration.products());
  }

  @Test
  void aLargeSparseGraphIsQuick() {
    int n = 20_000;
    SplittableRandom random = new SplittableRandom(8);
    SparseMatrix.Builder builder = new SparseMatrix.Builder(n, n);
    for (int k = 0; k < 200_000; k++) {
      int i = random.nextInt(n);
      int j = random.nextInt(10) < 7 ? (i / 100) * 100 + random.nextInt(100) : random.nextInt(n);
      if (i != j) {
        double value = .5 + random.nextDouble();
        builder.add(i, j, value).add(j, i, value);
      }
    }
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    Posed problem = problem(Observations.of(builder.build()), 10);
    long begin = System.nanoTime();
    Iteration iteration = start(problem, 1);
    long started = System.nanoTime();
    double first = iteration.objective().total();
    iteration.advance();
    iteration.advance();
    double seconds = (System.nanoTime() - started) * .5e-9;
    long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    System.getLogger("test")
        .log(
            System.Logger.Level.INFO,
            "start {0} s, sweep {1} s, {2} MB",
            (started - begin) * 1e-9,
            seconds,
            bytes >> 20);
    assertTrue(seconds < 5, seconds + " s a sweep");
    assertTrue(bytes < 8L * n * n / 4, bytes + " bytes"); // n² doubles would be 3.2 GB
    assertTrue(iteration.objective().total() < first);
  }

  @Test
  void refusals() {
    SymmetricRri solver = new SymmetricRri();
    Store store = store(Observations.of(new double[][] {{1, 2}, {2, 1}}), WORKERS);
    Posed twoFactors = Posed.of(store, 1, new Manhattan(), Side.nonNegative(), Side.nonNegative());
    assertFalse(solver.support(twoFactors.problem()).isFull());
    assertTrue(
        solver
            .support(Posed.symmetric(store, 1, new Manhattan(), Side.nonNegative()).problem())
            .isFull());
    assertTrue(
        solver.support(Posed.symmetric(store, 1, new Manhattan(), PRICED).problem()).isFull());
    Side box = PRICED.with(new Box(0, 1));
    String refusal =
        solver.support(Posed.symmetric(store, 1, new Manhattan(), box).problem()).refusal();
    assertTrue(refusal.contains("does not take 'box'"), refusal);
    for (double[][] bad :
        new double[][][] {{{1, 2}, {3, 1}}, {{1, 2, 3}, {2, 1, 4}}, {{1, Double.NaN}, {2, 1}}}) {
      for (Matrix table :
          new Matrix[] {DenseMatrix.ofRows(bad), SparseMatrix.copyOf(DenseMatrix.ofRows(bad))}) {
        Observations observations = Observations.of(table);
        assertThrows(IllegalArgumentException.class, () -> SymmetricCheck.require(observations));
      }
    }
    assertEquals("symmetric", solver.name());
    assertFalse(solver.description().isEmpty());
  }
}
