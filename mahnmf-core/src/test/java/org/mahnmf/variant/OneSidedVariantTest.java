package org.mahnmf.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Exact;
import org.mahnmf.internal.descent.Reweighted;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.Iteration;
import org.mahnmf.solver.Posed;
import org.mahnmf.solver.RunContext;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/**
 * Every variant of Section 4 with W fixed: the solvers' own steps against a certified optimum.
 *
 * <p>Measured over seeds 1 to 6 (ADMM: 1 to 4), relative to the optimum: smoothing at most 0.6 %
 * above, RRI alone up to 12 % (it stalls where no single entry can improve), RRI after smoothing at
 * most 0.5 %, ADMM at most 0.05 %.
 */
class OneSidedVariantTest {

  private static final int SEEDS = 4;

  private static final int SAMPLES = 12;
  private static final int FEATURES = 15;
  private static final int RANK = 3;

  private record Case(Observations table, DenseMatrix w, Loss loss, Side side) {

    OneSidedReference.Answer optimum() {
      return OneSidedReference.solve(table, w, loss, side, 1e-5, 200_000);
    }

    double objective(DenseMatrix codes) {
      return OneSidedReference.objective(table, w, loss, side, codes);
    }
  }

  private static Map<String, Case> cases(Generator random) {
    DenseMatrix w = DenseMatrix.ofRows(random.table(RANK, FEATURES));
    double[][] values = TestProblems.multiply(random.table(SAMPLES, RANK), TestProblems.rows(w));
    for (double[] row : values) {
      for (int j = 0; j < FEATURES; j++) {
        row[j] += .2 * random.uniform() + (random.chance(.1) ? 3 : 0);
      }
    }
    Observations full = Observations.of(values);
    double[][] holes = TestProblems.copy(values);
    TestProblems.hide(holes, .25, random.seed());
    double[][] weights = random.table(SAMPLES, FEATURES);
    Observations missing = Observations.of(holes);
    Observations weighted = missing.withWeights(DenseMatrix.ofRows(weights));
    int[] from = new int[2 * SAMPLES];
    int[] to = new int[2 * SAMPLES];
    double[] edge = new double[2 * SAMPLES];
    List<String> labels = new ArrayList<>();
    for (int e = 0; e < edge.length; e++) {
      from[e] = e % SAMPLES;
      to[e] = random.integer(0, SAMPLES - 1);
      edge[e] = random.uniform();
    }
    for (int i = 0; i < SAMPLES; i++) {
      labels.add("group " + i % 4);
    }
    GraphSmoothness graph = new GraphSmoothness(4, Graph.ofEdges(SAMPLES, from, to, edge));
    Groups groups = Groups.ofLabels(labels);
    Loss plain = new Manhattan();
    Loss elastic = new ElasticNet(2);
    Side free = Side.nonNegative();
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("plain", new Case(full, w, plain, free));
    cases.put("box", new Case(full, w, plain, free.with(new Box(.1, .6))));
    cases.put("graph", new Case(full, w, plain, free.with(graph)));
    for (GroupNorm norm : GroupNorm.values()) {
      String p = " p=" + norm.label();
      cases.put("ball" + p, new Case(full, w, plain, free.with(new GroupBall(norm, 1.2, groups))));
      cases.put(
          "penalty" + p, new Case(full, w, plain, free.with(new GroupSparse(norm, 3, groups))));
    }
    cases.put("elastic", new Case(full, w, elastic, free));
    cases.put("missing", new Case(missing, w, plain, free));
    cases.put("weights", new Case(weighted, w, plain, free));
    cases.put(
        "box, missing, graph, elastic",
        new Case(missing, w, elastic, free.with(new Box(.05, .8)).with(graph)));
    cases.put(
        "penalty, weights, graph, elastic",
        new Case(
            weighted,
            w,
            elastic,
            free.with(graph).with(new GroupSparse(GroupNorm.TWO, 1, groups))));
    cases.put("ridge", new Case(full, w, plain, free.with(new Ridge(2))));
    cases.put("sparsity", new Case(weighted, w, plain, free.with(new Sparsity(1))));
    Side both = free.with(new Ridge(1)).with(new Sparsity(.5));
    cases.put(
        "ridge, sparsity, box, missing, graph, elastic",
        new Case(missing, w, elastic, both.with(new Box(.05, .8)).with(graph)));
    cases.put(
        "ball, ridge, sparsity",
        new Case(full, w, plain, both.with(new GroupBall(GroupNorm.TWO, 1.2, groups))));
    cases.put(
        "penalty, ridge, sparsity",
        new Case(full, w, plain, both.with(new GroupSparse(GroupNorm.INFINITY, 3, groups))));
    return cases;
  }

  private static Posed problem(Case one, Workers workers) {
    return Posed.of(
        DenseStore.unscaled(one.table, workers), RANK, one.loss, Side.nonNegative(), one.side);
  }

  /**
   * Repeats a solver's own steps on H, none of which may raise the objective; W, which it moves in
   * turn, is put back each time.
   */
  private static DenseMatrix codes(
      Case one, Solver solver, DenseMatrix start, int steps, String name) {
    try (Workers workers = new Workers(1)) {
      Factors factors = new Factors(one.w.copy(), start.copy());
      one.side.set().project(factors.codes());
      Iteration iteration =
          problem(one, workers).begin(solver, factors, new RunContext(1e-4, () -> false));
      double before = Double.POSITIVE_INFINITY;
      for (int k = 0; k < steps; k++) {
        iteration.advance();
        iteration.factors().basis().assign(one.w);
        double now = one.objective(iteration.factors().codes());
        assertTrue(
            now <= before * (1 + 1e-12),
            name + ": " + solver.name() + " rose from " + before + " to " + now);
        if (k > 60 && now == before) {
          break; // RRI may crawl along a ridge for hundreds of sweeps before it rests
        }
        before = now;
      }
      return iteration.factors().codes().copy();
    }
  }

  private static boolean rriTakes(Case one) {
    return takes(new Rri(), one);
  }

  private static boolean takes(Solver solver, Case one) {
    try (Workers workers = new Workers(1)) {
      return solver.support(problem(one, workers).problem()).isFull();
    }
  }

  private static void requireFeasible(String name, Case one, DenseMatrix codes) {
    for (double value : codes.array()) {
      assertTrue(
          value >= one.side.set().lower() && value <= one.side.set().upper() * (1 + 1e-9),
          name + " has an entry " + value);
    }
    if (one.side.set() instanceof GroupBall ball) {
      DenseMatrix nearest = codes.copy();
      ball.project(nearest);
      for (int i = 0; i < nearest.array().length; i++) {
        assertEquals(nearest.array()[i], codes.array()[i], 1e-9, name + " left its ball");
      }
    }
  }

  /** An entry of H as a function: no other place of its box is better. */
  private static void requireEntriesOptimal(String name, Case one, DenseMatrix codes) {
    double value = one.objective(codes);
    double most = Math.min(2, one.side.set().upper());
    double least = one.side.set().lower();
    for (int l = 0; l < RANK; l++) {
      for (int j = 0; j < SAMPLES; j++) {
        double here = codes.get(l, j);
        for (int k = 0; k <= 12; k++) {
          double near = here + Math.scalb(k % 2 == 0 ? .5 : -.5, -2 * k);
          for (double other : new double[] {least + (most - least) * k / 12, near}) {
            codes.set(l, j, Math.max(least, Math.min(most, other)));
            double there = one.objective(codes);
            assertTrue(
                there >= value * (1 - 1e-7),
                name + ": entry " + l + ", " + j + " is " + here + ", better at " + other);
          }
        }
        codes.set(l, j, here);
      }
    }
  }

  @Test
  void referenceIsTheOptimumOfALinearProgram() {
    TestProblems.forSeeds(
        1,
        3,
        random -> {
          Map<String, Case> all = cases(random);
          for (String name : List.of("box", "penalty p=inf", "ball p=inf", "weights")) {
            Case one = all.get(name);
            OneSidedReference.Answer answer = one.optimum();
            double optimum = LinearProgram.optimum(one.table, one.w, one.side);
            assertTrue(answer.lower() <= optimum * (1 + 1e-9), name + ": " + answer);
            assertTrue(answer.upper() >= optimum * (1 - 1e-9), name + ": " + answer);
          }
        });
  }

  @Test
  void smoothingReachesTheOptimumOfEveryVariantWithinAPercent() {
    TestProblems.forSeeds(
        1,
        SEEDS,
        random -> {
          DenseMatrix start = DenseMatrix.ofRows(random.table(RANK, SAMPLES));
          cases(random)
              .forEach(
                  (name, one) -> {
                    OneSidedReference.Answer optimum = one.optimum();
                    assertTrue(
                        optimum.upper() - optimum.lower() <= 1e-4 * optimum.upper(),
                        name + ": the reference is not certified: " + optimum);
                    DenseMatrix codes = codes(one, new Smoothing(), start, 60, name);
                    requireFeasible(name, one, codes);
                    double found = one.objective(codes);
                    assertTrue(
                        found >= optimum.lower() * (1 - 1e-9),
                        name + ": " + found + " is below the optimum " + optimum);
                    assertTrue(
                        found <= optimum.upper() * 1.01,
                        name + ": " + found + " is far above the optimum " + optimum);
                  });
        });
  }

  @Test
  void rriEndsWhereNoEntryCanImproveAndPolishesTheSmoothedPoint() {
    TestProblems.forSeeds(
        1,
        SEEDS,
        random -> {
          DenseMatrix start = DenseMatrix.ofRows(random.table(RANK, SAMPLES));
          cases(random)
              .forEach(
                  (name, one) -> {
                    if (!rriTakes(one)) {
                      return;
                    }
                    OneSidedReference.Answer optimum = one.optimum();
                    DenseMatrix alone = codes(one, new Rri(), start, 5000, name);
                    requireFeasible(name, one, alone);
                    requireEntriesOptimal(name, one, alone);
                    double found = one.objective(alone);
                    // Entry-wise optimal is not optimal; 11 % above was the most seen
                    assertTrue(found >= optimum.lower() * (1 - 1e-9), name + ": " + found);
                    assertTrue(found <= optimum.upper() * 1.25, name + ": " + found);
                    DenseMatrix smoothed = codes(one, new Smoothing(), start, 60, name);
                    DenseMatrix polished = codes(one, new Rri(), smoothed, 60, name);
                    double better = one.objective(polished);
                    requireFeasible(name, one, polished);
                    assertTrue(better <= one.objective(smoothed) * (1 + 1e-12), name);
                    assertTrue(better >= optimum.lower() * (1 - 1e-9), name + ": " + better);
                    assertTrue(better <= optimum.upper() * 1.01, name + ": " + better);
                  });
        });
  }

  /** One matrix and nothing else: the side of a factor that stays as it is. */
  private record Fixed(DenseMatrix value) implements FeasibleSet {

    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public double lower() {
      return 0;
    }

    @Override
    public double upper() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean isEntrywise() {
      return false;
    }

    @Override
    public boolean couplesColumns() {
      return true;
    }

    @Override
    public Fixed rescaled(double factorScale, double objectiveScale) {
      return new Fixed(value.times(1 / factorScale));
    }

    @Override
    public void project(DenseMatrix factor) {
      factor.assign(value);
    }
  }

  @Test
  void admmReachesTheOptimumOfEveryVariant() {
    TestProblems.forSeeds(
        1,
        SEEDS,
        random -> {
          DenseMatrix start = DenseMatrix.ofRows(random.table(RANK, SAMPLES));
          cases(random)
              .forEach(
                  (name, one) -> {
                    OneSidedReference.Answer optimum = one.optimum();
                    try (Workers workers = new Workers(1)) {
                      Posed problem =
                          Posed.of(
                              DenseStore.unscaled(one.table, workers),
                              RANK,
                              one.loss,
                              Side.nonNegative().with(new Fixed(one.w)),
                              one.side);
                      Factors factors = new Factors(one.w.copy(), start.copy());
                      one.side.set().project(factors.codes());
                      FactorizationLoop loop =
                          new FactorizationLoop(
                              StoppingRule.iterations(400), progress -> {}, 1, false);
                      Factors found =
                          loop.run(
                                  new Admm()
                                      .start(
                                          problem.problem(),
                                          problem.store(),
                                          factors,
                                          new RunContext(1e-4, () -> false)),
                                  Checkpoint.none(),
                                  state -> {})
                              .factors();
                      assertEquals(one.w, found.basis(), name);
                      requireFeasible(name, one, found.codes());
                      double value = one.objective(found.codes());
                      assertTrue(
                          value >= optimum.lower() * (1 - 1e-9),
                          name + ": " + value + " is below the optimum " + optimum);
                      assertTrue(
                          value <= optimum.upper() * 1.001,
                          name + ": " + value + " is far above the optimum " + optimum);
                    }
                  });
        });
  }

  @Test
  void linearVariantsAreSolvedExactlyAndReweightedOnesNearly() {
    TestProblems.forSeeds(
        1,
        2,
        random -> {
          DenseMatrix start = DenseMatrix.ofRows(random.table(RANK, SAMPLES));
          Map<String, Case> all = cases(random);
          for (String name : List.of("box", "weights", "sparsity", "ridge")) {
            Case one = all.get(name);
            OneSidedReference.Answer optimum = one.optimum();
            assertEquals(!name.equals("ridge"), takes(new Exact(), one), name);
            if (takes(new Exact(), one)) {
              double exact = one.objective(codes(one, new Exact(), start, 2, name));
              assertEquals(optimum.upper(), exact, 2e-5 * exact, name);
            }
            double near = reweighted(one, start);
            assertTrue(near >= optimum.lower() * (1 - 1e-9), name + ": " + near);
            assertTrue(near <= optimum.upper() * 1.005, name + ": " + near + ", " + optimum);
          }
        });
  }

  /** The best of 60 steps on H, which need not fall one by one. */
  private static double reweighted(Case one, DenseMatrix start) {
    try (Workers workers = new Workers(1)) {
      Factors factors = new Factors(one.w.copy(), start.copy());
      one.side.set().project(factors.codes());
      Iteration iteration =
          problem(one, workers).begin(new Reweighted(), factors, new RunContext(1e-4, () -> false));
      double best = Double.POSITIVE_INFINITY;
      for (int k = 0; k < 60; k++) {
        iteration.advance();
        iteration.factors().basis().assign(one.w);
        best = Math.min(best, one.objective(iteration.factors().codes()));
      }
      return best;
    }
  }

  @Test
  void rriRefusesExactlyWhatCouplesEntries() {
    Map<String, Case> all = cases(new Generator(1));
    all.forEach(
        (name, one) -> {
          boolean coupled = name.startsWith("ball") || name.startsWith("penalty");
          assertEquals(!coupled, rriTakes(one), name);
        });
  }
}
