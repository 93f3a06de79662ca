package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.Resuming;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.EntryTerm;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Side;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** What every solver must do. A new solver is tested by one subclass. */
public abstract class SolverContract {

  private static final int RANK = 3;

  /** Returns the solver under test. */
  protected abstract Solver solver();

  /**
   * Returns how much the objective may change, relatively, when X is multiplied by a number that is
   * not a power of two, so that every rounding differs.
   */
  protected double roundingTolerance() {
    return 1e-6;
  }

  /** Returns the outer steps of most tests: enough to reach every phase of the method. */
  protected int iterations() {
    return 30;
  }

  /** Returns whether a component that is zero in both factors must come back to life. */
  protected boolean revivesDeadComponents() {
    return true;
  }

  private MahNmf settings(int rank) {
    return MahNmf.ofRank(rank)
        .with(solver())
        .withRidge(0) // the problem as it is stated; the choice of a ridge has tests of its own
        .with(new RandomStart())
        .withSeed(11)
        .withThreads(1)
        .withMaxIterations(iterations());
  }

  /** Tables of every kind, with a rank each. */
  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("uniform", new Case(Observations.of(TestProblems.uniform(23, 17, 1)), RANK));
    cases.put("planted", new Case(TestProblems.planted(20, 25, RANK, 2).observations(), RANK));
    cases.put("spikes", new Case(TestProblems.plantedWithSpikes(30, 20, 2, 3).observations(), 2));
    cases.put(
        "missing",
        new Case(TestProblems.plantedWithMissing(25, 18, RANK, .3, 4).observations(), RANK));
    cases.put("weighted", new Case(weighted(19, 22, 5), RANK));
    cases.put("tall", new Case(Observations.of(TestProblems.uniform(200, 5, 6)), 2));
    cases.put("wide", new Case(Observations.of(TestProblems.uniform(5, 200, 7)), 2));
    return cases;
  }

  /** Tables at the edge of what is a table. */
  private static Map<String, Case> edges() {
    double[][] uniform = TestProblems.uniform(12, 10, 8);
    double[][] gaps = TestProblems.copy(uniform);
    double[][] twins = TestProblems.copy(uniform);
    double[][] spike = new double[12][10];
    spike[3][4] = 7;
    for (int i = 0; i < 12; i++) {
      gaps[i][6] = 0;
      twins[i][7] = twins[i][2];
    }
    gaps[5] = new double[10];
    twins[9] = twins[1].clone();
    twins[10] = twins[1].clone();
    Map<String, Case> edges = new LinkedHashMap<>();
    edges.put("constant", new Case(Observations.of(TestProblems.constant(8, 9, 3.7)), 2));
    edges.put("zeros", new Case(Observations.of(new double[6][7]), 2));
    edges.put("one row", new Case(Observations.of(TestProblems.uniform(1, 20, 9)), 1));
    edges.put("one column", new Case(Observations.of(TestProblems.uniform(20, 1, 10)), 1));
    edges.put("one entry", new Case(Observations.of(new double[][] {{5}}), 1));
    edges.put("full rank", new Case(Observations.of(TestProblems.uniform(6, 5, 11)), 5));
    edges.put("zero row and column", new Case(Observations.of(gaps), RANK));
    edges.put("duplicates", new Case(Observations.of(twins), RANK));
    edges.put("one spike", new Case(Observations.of(spike), 2));
    return edges;
  }

  private record Case(Observations observations, int rank) {}

  private static Observations weighted(int samples, int features, long seed) {
    Generator random = new Generator(seed);
    double[][] weights = random.table(samples, features);
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        weights[i][j] = i % features != j && random.chance(.2) ? 0 : 2 * weights[i][j];
      }
    }
    return Observations.of(random.table(samples, features))
        .withWeights(DenseMatrix.ofRows(weights));
  }

  private static void requireFeasible(String name, DenseMatrix factor) {
    for (double value : factor.array()) {
      assertTrue(value >= 0 && value < Double.POSITIVE_INFINITY, name + " has an entry " + value);
    }
  }

  private static void requireSame(Factorization expected, Factorization actual) {
    assertArrayEquals(expected.basis().toDense().array(), actual.basis().toDense().array());
    assertArrayEquals(expected.codes().toDense().array(), actual.codes().toDense().array());
    assertEquals(expected.objective(), actual.objective());
  }

  private static Posed problem(Observations observations, int rank, Workers workers) {
    return Posed.of(
        DenseStore.scaled(observations, workers),
        rank,
        new Manhattan(),
        Side.nonNegative(),
        Side.nonNegative());
  }

  @Test
  final void factorsAreFeasibleAndTheRecordedObjectiveIsTheirs() {
    Map<String, Case> all = cases();
    all.putAll(edges());
    all.forEach(
        (name, one) -> {
          Factorization found = settings(one.rank).fit(one.observations);
          requireFeasible(name, found.basis().toDense());
          requireFeasible(name, found.codes().toDense());
          assertEquals(one.rank, found.basis().rows());
          assertEquals(one.observations.features(), found.basis().columns());
          assertEquals(one.observations.samples(), found.codes().rows());
          double naive = TestProblems.objective(one.observations, found.codes(), found.basis());
          double size = TestProblems.absoluteSum(one.observations);
          assertEquals(naive, found.objective(), 1e-9 * naive + 1e-13 * size, name);
          assertTrue(found.objective() <= size * (1 + 1e-12), name + " is worse than zero factors");
          assertTrue(found.lowerBound() <= found.objective(), name + ": bound above objective");
        });
  }

  @Test
  final void bestSoFarNeverRisesAndTheBestPointSeenIsReturned() {
    try (Workers workers = new Workers(1)) {
      cases()
          .forEach(
              (name, one) -> {
                Posed problem = problem(one.observations, one.rank, workers);
                Factors start = problem.from(new RandomStart(), 5);
                double scale = problem.store().scale();
                List<Progress> seen = new ArrayList<>();
                List<Factors> points = new ArrayList<>();
                FitListener listener =
                    progress -> {
                      seen.add(progress);
                      points.add(progress.factors().copy());
                    };
                FactorizationLoop.Ending ending =
                    new FactorizationLoop(
                            StoppingRule.iterations(iterations()), listener, scale, false)
                        .run(
                            solver()
                                .start(
                                    problem.problem(),
                                    problem.store(),
                                    start,
                                    new RunContext(1e-4, () -> false)),
                            Checkpoint.none(),
                            state -> {});
                int best = 0;
                for (int t = 0; t < seen.size(); t++) {
                  Progress now = seen.get(t);
                  assertEquals(t, now.iteration());
                  best = now.objective() < seen.get(best).objective() ? t : best;
                  assertEquals(seen.get(best).objective(), now.best(), name + " at " + t);
                  double naive = problem.evaluate(points.get(t)).total() * scale;
                  assertEquals(naive, now.objective(), 1e-9 * naive + 1e-12 * scale, name);
                }
                assertEquals(seen.get(best).objective(), ending.objective().total() * scale);
                assertEquals(points.get(best), ending.factors(), name);
                assertTrue(
                    seen.get(best).objective() < seen.get(0).objective(), name + " never improved");
              });
    }
  }

  @Test
  final void fitIsNeverWorseThanAnyPointSeen() {
    cases()
        .forEach(
            (name, one) -> {
              double[] lowest = {Double.POSITIVE_INFINITY};
              Factorization found =
                  settings(one.rank)
                      .withListener(
                          progress -> lowest[0] = Math.min(lowest[0], progress.objective()))
                      .fit(one.observations);
              assertTrue(
                  found.objective() <= lowest[0] * (1 + 1e-9) + 1e-12,
                  name + ": " + found.objective() + " but saw " + lowest[0]);
            });
  }

  @Test
  final void tableIsNotModified() {
    cases()
        .forEach(
            (name, one) -> {
              double[][] before = TestProblems.rows(one.observations.values());
              settings(one.rank).fit(one.observations);
              double[][] after = TestProblems.rows(one.observations.values());
              for (int i = 0; i < before.length; i++) {
                assertArrayEquals(before[i], after[i], name);
              }
            });
  }

  @Test
  final void sameSeedGivesTheSameBytesForAnyNumberOfThreads() {
    cases()
        .forEach(
            (name, one) -> {
              Factorization first = settings(one.rank).fit(one.observations);
              for (int threads : new int[] {1, 2, 7}) {
                requireSame(first, settings(one.rank).withThreads(threads).fit(one.observations));
              }
            });
  }

  @Test
  final void goesOnFromAnySavingToTheSameBytes() {
    cases().forEach((name, one) -> Resuming.check(name, settings(one.rank), one.observations, 6));
    Case planted = cases().get("planted");
    Resuming.check("penalties", penalised(RANK, entryPenalties(1).get(1)), planted.observations, 6);
    Resuming.check("restarts", settings(RANK).withRestarts(3), planted.observations, 9);
    Resuming.check(
        "validation",
        settings(RANK).withRestarts(2).withValidation(HoldoutPlan.entries(.1)),
        planted.observations,
        6);
  }

  @Test
  final void powersOfTwoScaleTheBytes() {
    cases()
        .forEach(
            (name, one) -> {
              Factorization plain = settings(one.rank).fit(one.observations);
              for (int power : new int[] {20, -20}) {
                Factorization scaled =
                    settings(one.rank).fit(scaled(one.observations, Math.scalb(1.0, power)));
                double share = Math.scalb(1.0, power / 2);
                assertArrayEquals(
                    plain.basis().toDense().times(share).array(),
                    scaled.basis().toDense().array(),
                    name);
                assertArrayEquals(
                    plain.codes().toDense().times(share).array(),
                    scaled.codes().toDense().array(),
                    name);
                assertEquals(plain.objective() * share * share, scaled.objective(), name);
              }
            });
  }

  @Test
  final void otherFactorsScaleTheObjective() {
    cases()
        .forEach(
            (name, one) -> {
              double plain = settings(one.rank).fit(one.observations).objective();
              for (double factor : new double[] {1e6, 1e-6}) {
                double scaled =
                    settings(one.rank).fit(scaled(one.observations, factor)).objective();
                double tolerance = roundingTolerance() * plain;
                assertEquals(plain, scaled / factor, tolerance, name + " by " + factor);
              }
            });
  }

  private static Observations scaled(Observations observations, double factor) {
    double[][] table = TestProblems.times(TestProblems.rows(observations.values()), factor);
    Observations scaled = Observations.of(table);
    return observations.weights().map(scaled::withWeights).orElse(scaled);
  }

  @Test
  final void orderOfTheSamplesDoesNotMatter() {
    TestProblems.forSeeds(
        20,
        3,
        random -> {
          double[][] table = random.table(21, 16);
          double[][] basis = random.table(RANK, 16);
          double[][] codes = random.table(21, RANK);
          int[] order = random.permutation(21);
          MahNmf settings = settings(RANK).withMaxIterations(5);
          Factorization plain = settings.with(given(basis, codes)).fit(Observations.of(table));
          Factorization permuted =
              settings
                  .with(given(basis, TestProblems.permute(codes, order)))
                  .fit(Observations.of(TestProblems.permute(table, order)));
          double tolerance = Math.max(1e-9, .01 * roundingTolerance()) * plain.objective();
          assertEquals(plain.objective(), permuted.objective(), tolerance);
        });
  }

  private static GivenStart given(double[][] basis, double[][] codes) {
    return new GivenStart(DenseMatrix.ofRows(basis), DenseMatrix.ofRows(codes));
  }

  @Test
  final void hiddenValuesDoNotMatter() {
    Observations plain = weighted(19, 22, 30);
    double[][] missing = TestProblems.rows(plain.values());
    double[][] changed = TestProblems.rows(plain.values());
    for (int i = 0; i < 19; i++) {
      for (int j = 0; j < 22; j++) {
        if (plain.weight(i, j) == 0) {
          changed[i][j] = 1000 + i + j;
          missing[i][j] = Double.NaN;
        }
      }
    }
    DenseMatrix weights = DenseMatrix.copyOf(plain.weights().orElseThrow());
    Factorization found = settings(RANK).fit(plain);
    requireSame(found, settings(RANK).fit(Observations.of(changed).withWeights(weights)));
    requireSame(found, settings(RANK).fit(Observations.of(missing).withWeights(weights)));
  }

  @Test
  final void missingEntryIsOneOfWeightZero() {
    double[][] table = TestProblems.plantedWithMissing(19, 22, RANK, .2, 31).table();
    double[][] filled = TestProblems.copy(table);
    double[][] weights = TestProblems.constant(19, 22, 1);
    for (int i = 0; i < 19; i++) {
      for (int j = 0; j < 22; j++) {
        if (Double.isNaN(table[i][j])) {
          filled[i][j] = 4;
          weights[i][j] = 0;
        }
      }
    }
    requireSame(
        settings(RANK).fit(Observations.of(table)),
        settings(RANK).fit(Observations.of(filled).withWeights(DenseMatrix.ofRows(weights))));
  }

  @Test
  final void doubledWeightsDoubleTheObjective() {
    Observations table = Observations.of(TestProblems.uniform(19, 22, 32));
    DenseMatrix ones = DenseMatrix.ofRows(TestProblems.constant(19, 22, 1));
    double plain = settings(RANK).fit(table).objective();
    double one = settings(RANK).fit(table.withWeights(ones)).objective();
    double two = settings(RANK).fit(table.withWeights(ones.times(2))).objective();
    assertEquals(plain, one, roundingTolerance() * plain);
    assertEquals(2 * one, two, 1e-9 * two);
  }

  @Test
  final void constantTableIsFittedPerfectly() {
    Observations constant = Observations.of(TestProblems.constant(8, 9, 3.7));
    Factorization found = settings(1).withMaxIterations(200).fit(constant);
    assertTrue(found.relativeError() < 1e-3, "relative error " + found.relativeError());
    Factorization zero = settings(2).fit(Observations.of(new double[6][7]));
    assertEquals(0, zero.objective());
    assertEquals(0, zero.relativeError());
  }

  @Test
  final void deadComponentIsRevivedOrReported() {
    TestProblems.forSeeds(
        40,
        3,
        random -> {
          double[][] table = TestProblems.planted(20, 15, RANK, random.seed()).table();
          double[][] basis = random.table(RANK, 15);
          double[][] codes = random.table(20, RANK);
          basis[1] = new double[15];
          for (double[] row : codes) {
            row[1] = 0;
          }
          Observations observations = Observations.of(table);
          double before = TestProblems.objective(observations, codes, basis);
          Factorization found = settings(RANK).with(given(basis, codes)).fit(observations);
          assertTrue(found.objective() < before, found.objective() + " from " + before);
          List<Integer> dead = new ArrayList<>();
          for (int l = 0; l < RANK; l++) {
            double part = 0;
            double use = 0;
            for (int j = 0; j < 15; j++) {
              part += found.basis().get(l, j);
            }
            for (int i = 0; i < 20; i++) {
              use += found.codes().get(i, l);
            }
            if (part == 0 || use == 0) {
              dead.add(l + 1);
            }
          }
          assertEquals(dead, found.record().outcome().deadComponents());
          if (revivesDeadComponents()) {
            assertEquals(List.of(), dead, "the table needs every component");
          }
        });
  }

  /**
   * Penalties of single entries, for a table multiplied by s: λ has no unit, μ that of a factor.
   */
  private static List<List<EntryTerm>> entryPenalties(double s) {
    Ridge ridge = new Ridge(.8);
    Sparsity sparsity = new Sparsity(.5 * Math.sqrt(s));
    return List.of(List.of(ridge), List.of(sparsity), List.of(ridge, sparsity));
  }

  private MahNmf penalised(int rank, List<EntryTerm> penalties) {
    MahNmf settings = settings(rank);
    for (EntryTerm penalty : penalties) {
      settings = settings.onBasis(penalty).onCodes(penalty);
    }
    return settings;
  }

  private Support support(Case one, Side side) {
    try (Workers workers = new Workers(1)) {
      DenseStore store = DenseStore.scaled(one.observations, workers);
      return solver().support(Posed.of(store, one.rank, new Manhattan(), side, side).problem());
    }
  }

  @Test
  final void penaltiesOfEntriesAreTakenOrRefusedByName() {
    for (String name : List.of("missing", "weighted")) {
      Case one = cases().get(name);
      for (List<EntryTerm> penalties : entryPenalties(1)) {
        Side side = Side.nonNegative().withEntries(penalties);
        Support support = support(one, side);
        MahNmf settings = penalised(one.rank, penalties);
        if (support.isFull()) {
          requirePriced(name + " with " + penalties, settings, one.observations, side);
        } else {
          String refusal = support.refusal();
          assertTrue(refusal.startsWith("solver '" + solver().name() + "' does not"), refusal);
          assertTrue(
              penalties.stream().anyMatch(penalty -> refusal.contains("'" + penalty.name() + "'")),
              refusal);
          assertEquals(
              refusal,
              assertThrows(IllegalArgumentException.class, () -> settings.fit(one.observations))
                  .getMessage());
        }
      }
    }
  }

  private void requirePriced(String at, MahNmf settings, Observations table, Side side) {
    double[] lowest = {Double.POSITIVE_INFINITY};
    Factorization found =
        settings
            .withListener(progress -> lowest[0] = Math.min(lowest[0], progress.objective()))
            .fit(table);
    requireFeasible(at, found.basis().toDense());
    requireFeasible(at, found.codes().toDense());
    double naive = TestProblems.objective(table, found.codes(), found.basis());
    assertEquals(naive, found.record().outcome().objective().loss(), 1e-9 * naive, at);
    for (DenseMatrix factor : List.of(found.basis().toDense(), found.codes().toDense())) {
      for (double entry : factor.array()) {
        naive += side.linear() * entry + .5 * side.quadratic() * entry * entry;
      }
    }
    assertEquals(naive, found.objective(), 1e-9 * naive, at);
    assertTrue(found.objective() <= lowest[0] * (1 + 1e-9), at + ": saw " + lowest[0]);
    assertTrue(found.lowerBound() <= found.objective(), at + ": bound above objective");
    requireSame(found, settings.withThreads(3).fit(table));
  }

  @Test
  final void powersOfTwoScaleTheBytesWithPenaltiesOfEntries() {
    Case one = cases().get("missing");
    double scale = 0x1p20;
    for (int k = 0; k < 3; k++) {
      List<EntryTerm> penalties = entryPenalties(1).get(k);
      if (support(one, Side.nonNegative().withEntries(penalties)).isFull()) {
        Factorization plain = penalised(one.rank, penalties).fit(one.observations);
        Factorization scaled =
            penalised(one.rank, entryPenalties(scale).get(k)).fit(scaled(one.observations, scale));
        assertArrayEquals(
            plain.basis().toDense().times(0x1p10).array(), scaled.basis().toDense().array());
        assertArrayEquals(
            plain.codes().toDense().times(0x1p10).array(), scaled.codes().toDense().array());
        assertEquals(plain.objective() * scale, scaled.objective());
      }
    }
  }

  @Test
  final void nameAndDescriptionAreGiven() {
    assertTrue(solver().name().matches("[a-z][a-z0-9-]*"), solver().name());
    assertTrue(solver().description().length() > 10, solver().description());
  }
}
