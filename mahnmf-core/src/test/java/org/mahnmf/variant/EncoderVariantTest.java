package org.mahnmf.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.Encoding;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Manhattan;

/** Codes of new samples under every rule that a sample can have, against the optimum. */
class EncoderVariantTest {

  private static final int SAMPLES = 3;

  /** Each sample is a group of its own, as the encoder sees it. */
  private static final Groups ALONE = Groups.ofLabels(List.of("a", "b", "c"));

  private static final Box BOX = new Box(.05, .5);

  private static GroupSparse penalty() {
    return new GroupSparse(GroupNorm.TWO, 2, ALONE);
  }

  private static GroupBall ball(int rank) {
    return new GroupBall(GroupNorm.TWO, .3 * rank, ALONE);
  }

  private static DenseMatrix basis(Generator random, int rank) {
    double[][] basis = random.table(rank, 3 * rank);
    for (double[] row : basis) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.3) ? 0 : row[j];
      }
    }
    return DenseMatrix.ofRows(basis);
  }

  private static Observations samples(Generator random, DenseMatrix basis) {
    double[][] table =
        TestProblems.multiply(random.table(SAMPLES, basis.rows()), TestProblems.rows(basis));
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] += .3 * random.uniform() + (random.chance(.15) ? 5 : 0);
      }
    }
    if (random.chance(.5)) {
      TestProblems.hide(table, .2, random.seed());
    }
    return Observations.of(table);
  }

  /** Checks both qualities of codes for bases of two ranks, as far apart as the methods are. */
  private static void check(Loss loss, Rule rule) {
    for (int rank : new int[] {4, 16}) {
      TestProblems.forSeeds(1, rank == 4 ? 20 : 4, random -> check(random, rank, loss, rule));
    }
  }

  /** A term on the codes of a number of components. */
  private interface Rule {
    Term of(int rank);
  }

  private static void check(Generator random, int rank, Loss loss, Rule rule) {
    DenseMatrix basis = basis(random, rank);
    Observations samples = samples(random, basis);
    Side side = Side.nonNegative();
    if (rule.of(rank) != null) {
      side = side.with(rule.of(rank));
    }
    double lower;
    double upper;
    if (loss.curvature() == 0) {
      lower = LinearProgram.optimum(samples, basis, side);
      upper = lower;
    } else {
      OneSidedReference.Answer answer =
          OneSidedReference.solve(samples, basis, loss, side, 2e-7, 200_000);
      lower = answer.lower();
      upper = answer.upper();
      assertTrue(upper - lower <= 1e-6 * upper, "the reference is not certified: " + answer);
    }
    Model model = Model.of(basis).with(loss).with(side.sampleRule()).withThreads(1);
    for (boolean exact : new boolean[] {false, true}) {
      Encoding found = model.withExact(exact).transform(samples);
      double value = found.objective().total();
      String at = "rank " + rank + ", exact " + exact + ": " + value + " for " + lower;
      double naive =
          OneSidedReference.objective(
              samples, basis, loss, side, found.codes().transpose().toDense());
      assertEquals(naive, value, 1e-9 * naive, at);
      assertTrue(value >= lower * (1 - 1e-8), at + " is below the optimum");
      assertTrue(value <= upper * (1 + (exact ? 1e-6 : 1e-3)), at + " is above the optimum");
      assertTrue(found.lowerBound() <= upper * (1 + 1e-8), at + ", bound " + found.lowerBound());
      assertTrue(found.lowerBound() <= value, at);
      if (exact) {
        assertTrue(found.gap() <= 1e-5, at + ", gap " + found.gap());
      }
      requireFeasible(at, side, found.codes().toDense());
    }
  }

  private static void requireFeasible(String at, Side side, DenseMatrix codes) {
    for (int i = 0; i < codes.rows(); i++) {
      double sum = 0;
      for (int l = 0; l < codes.columns(); l++) {
        double code = codes.get(i, l);
        sum += code;
        assertTrue(code >= side.set().lower() && code <= side.set().upper(), at + ": " + code);
      }
      assertTrue(sum <= side.sampleRule().ball() * (1 + 1e-9), at + ": sum " + sum);
    }
  }

  @Test
  void codesInABoxAreTheLinearProgramsOptimum() {
    check(new Manhattan(), rank -> BOX);
  }

  @Test
  void codesWithAPriceAreTheLinearProgramsOptimum() {
    check(new Manhattan(), rank -> penalty());
  }

  @Test
  void codesInABallAreTheLinearProgramsOptimum() {
    check(new Manhattan(), EncoderVariantTest::ball);
  }

  @Test
  void codesOfTheElasticNetAreOptimal() {
    check(new ElasticNet(.7), rank -> null);
  }

  @Test
  void codesOfTheElasticNetInABoxOrWithAPriceAreOptimal() {
    check(new ElasticNet(.7), rank -> BOX);
    check(new ElasticNet(.7), rank -> penalty());
  }

  @Test
  void codesOfTheElasticNetInABallAreOptimal() {
    check(new ElasticNet(.7), EncoderVariantTest::ball);
  }

  @Test
  void boundIsBelowTheOptimumAndCodesAreFeasibleInABall() {
    TestProblems.forSeeds(
        1,
        10,
        random -> {
          DenseMatrix basis = basis(random, 4);
          Observations samples = samples(random, basis);
          Side side = Side.nonNegative().with(ball(4));
          double optimum = LinearProgram.optimum(samples, basis, side);
          Encoding found = Model.of(basis).with(side.sampleRule()).transform(samples);
          requireFeasible("ball", side, found.codes().toDense());
          assertTrue(found.lowerBound() <= optimum * (1 + 1e-9), "bound " + found.lowerBound());
          assertTrue(found.objective().total() >= optimum * (1 - 1e-9));
          assertTrue(
              found.objective().total() <= optimum * 1.02, found.objective() + " " + optimum);
        });
  }

  @Test
  void transformOfTheFittedTableFindsTheCodesOfTheFit() {
    Planted planted = TestProblems.plantedWithSpikes(50, 30, 3, 5);
    TestProblems.hide(planted.table(), .1, 5);
    Observations table = planted.observations();
    for (Solver solver : new Solver[] {new Smoothing(), new Rri()}) {
      MahNmf settings = MahNmf.ofRank(3).with(solver).withMaxIterations(40).withThreads(1);
      for (boolean exact : new boolean[] {false, true}) {
        for (MahNmf one :
            List.of(
                settings.onCodes(new Box(0, 1)).onBasis(new Box(0, 1)),
                settings.with(new ElasticNet(.5)),
                settings.with(new ElasticNet(.5)).onCodes(new Box(0, .8)))) {
          Factorization fit = one.withExactCodes(exact).fit(table);
          Encoding again = fit.transform(table);
          double tolerance = exact ? 1e-6 : 1e-3;
          assertEquals(
              fit.objective(),
              again.objective().total(),
              tolerance * fit.objective(),
              solver.name());
          assertTrue(fit.objective() <= again.objective().total() * (1 + 1e-9), solver.name());
          assertTrue(fit.lowerBound() <= fit.objective(), solver.name());
        }
      }
    }
  }
}
