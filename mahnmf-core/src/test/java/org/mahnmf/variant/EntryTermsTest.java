package org.mahnmf.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.graph.NeighborGraph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Exact;
import org.mahnmf.internal.descent.Reweighted;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** Ridge and sparsity together with everything else, through the front door. */
class EntryTermsTest {

  private static final int SAMPLES = 25;
  private static final int FEATURES = 18;
  private static final int RANK = 3;

  private static MahNmf settings(Solver solver) {
    return MahNmf.ofRank(RANK)
        .with(solver)
        .with(new RandomStart())
        .withSeed(3)
        .withThreads(1)
        .withMaxIterations(15);
  }

  private static MahNmf both(MahNmf settings, Term... terms) {
    MahNmf all = settings;
    for (Term term : terms) {
      all = all.onBasis(term).onCodes(term);
    }
    return all;
  }

  /** A table and settings that add something to it. */
  private record Variant(Observations table, MahNmf settings) {}

  private static Map<String, Variant> variants(MahNmf plain) {
    Generator random = new Generator(2);
    double[][] holes = TestProblems.plantedWithSpikes(SAMPLES, FEATURES, RANK, 2).table();
    TestProblems.hide(holes, .2, 2);
    Observations weighted =
        Observations.of(holes).withWeights(DenseMatrix.ofRows(random.table(SAMPLES, FEATURES)));
    double[][] thin = TestProblems.copy(holes);
    for (double[] row : thin) {
      for (int j = 0; j < FEATURES; j++) {
        row[j] = random.chance(.3) || Double.isNaN(row[j]) ? row[j] : 0;
      }
    }
    Observations sparse =
        Observations.of(SparseMatrix.copyOf(DenseMatrix.ofRows(thin))).withZeroWeight(.3);
    MahNmf penalised = both(plain, new Ridge(.7), new Sparsity(.2));
    GraphSmoothness graph =
        new GraphSmoothness(1, NeighborGraph.of(weighted, 4, NeighborGraph.Weighting.HEAT, 1));
    Map<String, Variant> all = new LinkedHashMap<>();
    all.put("weighted", new Variant(weighted, penalised));
    all.put("sparsity alone", new Variant(weighted, both(plain, new Sparsity(.3))));
    all.put("float", new Variant(weighted, penalised.withPrecision(Precision.FLOAT)));
    all.put("sparse", new Variant(sparse, penalised));
    all.put("box", new Variant(weighted, penalised.onCodes(new Box(.01, 1))));
    all.put("graph", new Variant(weighted, penalised.onCodes(graph)));
    all.put("elastic", new Variant(weighted, penalised.with(new ElasticNet(.5))));
    all.put(
        "elastic, sparse, box",
        new Variant(sparse, penalised.with(new ElasticNet(.5)).onBasis(new Box(0, 2))));
    return all;
  }

  private static double[] sums(DenseMatrix... factors) {
    double[] sums = new double[2];
    for (DenseMatrix factor : factors) {
      for (double entry : factor.array()) {
        sums[0] += entry;
        sums[1] += entry * entry;
      }
    }
    return sums;
  }

  @Test
  void objectiveIsWhatAnybodyCanComputeAndMonotoneSolversNeverRise() {
    for (Solver solver :
        List.of(new Smoothing(), new Rri(), new Admm(), new Exact(), new Reweighted())) {
      variants(settings(solver))
          .forEach(
              (name, variant) -> {
                String at = solver.name() + ", " + name;
                List<Double> path = new ArrayList<>();
                MahNmf watched =
                    variant.settings.withListener(progress -> path.add(progress.objective()));
                if (refuses(solver, name)) {
                  assertThrows(
                      IllegalArgumentException.class, () -> watched.fit(variant.table), at);
                  return;
                }
                Factorization found = watched.fit(variant.table);
                Map<String, Double> terms = found.record().outcome().objective().terms();
                double loss = TestProblems.objective(variant.table, found.codes(), found.basis());
                assertEquals(loss, terms.get("loss"), 1e-9 * loss, at);
                double[] sums = sums(found.basis().toDense(), found.codes().toDense());
                double sparsity = (name.equals("sparsity alone") ? .3 : .2) * sums[0];
                assertEquals(sparsity, terms.get("sparsity"), 1e-9 * sparsity, at);
                double ridge = name.equals("sparsity alone") ? 0 : .35 * sums[1];
                assertEquals(ridge, terms.getOrDefault("ridge", 0.), 1e-9 * ridge, at);
                boolean single = name.equals("float"); // the path is of the rounded table
                double lowest = path.stream().mapToDouble(one -> one).min().orElseThrow();
                assertTrue(found.objective() <= lowest * (single ? 1 + 1e-5 : 1 + 1e-9), at);
                assertTrue(found.objective() < .9 * path.get(0), at + " " + path);
                assertTrue(found.lowerBound() <= found.objective(), at);
                boolean monotone = !(solver instanceof Admm || solver instanceof Reweighted);
                for (int t = 1; monotone && t < path.size(); t++) {
                  double rise = path.get(t) / path.get(t - 1) - 1;
                  assertTrue(rise <= (single ? 1e-6 : 1e-12), at + " rose at " + t);
                }
              });
    }
  }

  /** Those for small problems take no sparse tables, graphs or elastic net, 'exact' no ridge. */
  private static boolean refuses(Solver solver, String variant) {
    boolean hard =
        variant.contains("sparse") || variant.contains("graph") || variant.contains("elastic");
    return (solver instanceof Reweighted && hard)
        || (solver instanceof Exact && !variant.equals("sparsity alone"));
  }

  /** With a ridge of its natural size the problem is nearly convex (MATH.md, section 11). */
  @Test
  void solversEndNearEachOther() {
    Observations table = TestProblems.plantedWithSpikes(45, 30, RANK, 5).observations();
    double zero = TestProblems.absoluteSum(table);
    for (double lambda : new double[] {4, 18}) {
      Ridge ridge = new Ridge(lambda);
      MahNmf settings = both(settings(new Admm()).withMaxIterations(60), ridge);
      Factorization admm = settings.fit(table);
      assertTrue(admm.objective() < .9 * zero, "collapsed: " + admm.objective());
      for (Solver other : List.of(new Smoothing(), new Reweighted())) {
        double found = settings.with(other).fit(table).objective();
        assertEquals(admm.objective(), found, .005 * found, other.name() + " at " + lambda);
      }
      Factorization polished =
          settings.with(new Rri()).with(new GivenStart(admm.basis(), admm.codes())).fit(table);
      assertTrue(polished.objective() <= admm.objective() * (1 + 1e-12));
      assertEquals(admm.objective(), polished.objective(), .001 * admm.objective());
    }
  }

  @Test
  void nothingIsWorseThanZeroFactorsHoweverLargeThePenalties() {
    Observations table = TestProblems.plantedWithSpikes(30, 20, 2, 7).observations();
    double zero = TestProblems.absoluteSum(table);
    for (Solver solver : Solvers.all()) {
      for (Term penalty : new Term[] {new Ridge(1e4), new Sparsity(1e4)}) {
        boolean takes = !solver.name().equals("symmetric") && !solver.name().equals("toy");
        takes &= !(solver instanceof Exact && penalty instanceof Ridge);
        if (takes) {
          double found = both(settings(solver), penalty).fit(table).objective();
          assertEquals(zero, found, 1e-9 * zero, solver.name() + " with " + penalty);
        }
      }
    }
  }

  @Test
  void startIsBalancedWhereTheRidgesCostLeast() {
    Observations table = TestProblems.planted(12, 9, 2, 3).observations();
    try (Workers workers = new Workers(1)) {
      DenseStore store = DenseStore.scaled(table, workers);
      Side basis = Side.nonNegative().with(new Ridge(4));
      Side codes = Side.nonNegative().with(new Ridge(.25));
      Posed problem = Posed.of(store, 2, new Manhattan(), basis, codes);
      Factors start = problem.from(new RandomStart(), 1);
      double loss = problem.evaluate(start).loss();
      assertTrue(Admm.balance(problem.problem(), start));
      assertEquals(loss, problem.evaluate(start).loss(), 1e-12 * loss);
      double penalty = basis.penalty(start.basis());
      assertEquals(penalty, codes.penalty(start.codes()), 1e-12 * penalty);
      for (Factor which : Factor.values()) {
        Factors moved = start.copy();
        double by = which == Factor.BASIS ? 1.1 : 1 / 1.1;
        moved.basis().assign(start.basis().times(by));
        moved.codes().assign(start.codes().times(1 / by));
        assertTrue(problem.evaluate(moved).total() > problem.evaluate(start).total());
      }
      Side box = Side.nonNegative().with(new Box(.1, Double.POSITIVE_INFINITY));
      for (Side other : List.of(box, basis.with(new Box(0, 1)), codes.with(new Sparsity(1)))) {
        Factors before = start.copy();
        boolean moves =
            Admm.balance(new Problem(store.extent(), 2, new Manhattan(), other, basis), start);
        assertEquals(other.quadratic() > 0 && !other.isBounded(), moves);
        assertTrue(moves || before.equals(start));
      }
    }
  }

  @Test
  void exactRefusesByNameAndAVoidRidgeIsRefused() {
    Observations table = TestProblems.planted(12, 9, 2, 3).observations();
    assertEquals(
        "solver 'exact' does not take 'ridge': it is quadratic; use 'admm'",
        assertThrows(
                IllegalArgumentException.class,
                () -> both(settings(new Exact()), new Ridge(1)).fit(table))
            .getMessage());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> settings(new Admm()).onCodes(new Ridge(1)).fit(table))
            .getMessage();
    assertTrue(message.startsWith("'ridge' on the codes alone is void"), message);
  }
}
