package org.mahnmf.internal.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.mahnmf.Encoding;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Model;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.SampleRule;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

class EncoderTest {

  /** A basis and samples of it, some planted, some noise, some weighted or with missing entries. */
  private record Case(DenseMatrix basis, Observations samples, Box box) {

    static Case random(Generator random) {
      int rank = random.integer(1, 6);
      int features = random.integer(1, 14);
      int count = random.integer(1, 4);
      double[][] basis = random.table(rank, features);
      for (double[] row : basis) {
        for (int j = 0; j < features; j++) {
          row[j] = random.chance(.3) ? 0 : row[j];
        }
      }
      double[][] table = random.table(count, features);
      if (random.chance(.5)) {
        table = TestProblems.multiply(random.table(count, rank), basis);
        table[0][random.integer(0, features - 1)] += 3;
      }
      if (random.chance(.3)) {
        TestProblems.hide(table, .3, random.seed());
      }
      Observations samples = Observations.of(table);
      if (random.chance(.5)) {
        double[][] weights = random.table(count, features);
        weights[0][0] = 0;
        samples = samples.withWeights(DenseMatrix.ofRows(weights));
      }
      double lower = random.chance(.5) ? 0 : .1 * random.uniform();
      Box box = new Box(lower, random.chance(.5) ? 1e6 : lower + random.uniform());
      return new Case(DenseMatrix.ofRows(basis), samples, box);
    }

    /**
     * The sum of the linear programs min Σ om(p + n) with Wᵀh + p − n = x, h in the box, p, n ≥ 0.
     */
    double optimum() {
      double sum = 0;
      for (int i = 0; i < samples.samples(); i++) {
        ExpressionsBasedModel program = new ExpressionsBasedModel();
        Variable[] h = new Variable[basis.rows()];
        for (int l = 0; l < h.length; l++) {
          h[l] = program.newVariable("h" + l).lower(box.lower());
          if (box.upper() < Double.POSITIVE_INFINITY) {
            h[l].upper(box.upper());
          }
        }
        for (int j = 0; j < samples.features(); j++) {
          double weight = samples.weight(i, j);
          if (weight > 0) {
            Expression fit = program.newExpression("fit" + j);
            for (int l = 0; l < h.length; l++) {
              fit.set(h[l], basis.get(l, j));
            }
            fit.set(program.newVariable("p" + j).lower(0).weight(weight), 1);
            fit.set(program.newVariable("n" + j).lower(0).weight(weight), -1);
            fit.level(samples.values().get(i, j));
          }
        }
        if (program.countVariables() > h.length) {
          Optimisation.Result result = program.minimise();
          assertTrue(result.getState().isOptimal(), result.toString());
          sum += result.getValue();
        }
      }
      return sum;
    }
  }

  @Test
  void codesAreOptimalAndTheBoundIsBelowTheOptimum() {
    TestProblems.forSeeds(
        1,
        200,
        random -> {
          Case drawn = Case.random(random);
          Box none = new Box(0, Double.POSITIVE_INFINITY);
          Case one = new Case(drawn.basis, drawn.samples, none);
          checkAgainstProgram(one, Model.of(one.basis));
        });
  }

  @Test
  void codesInABoxAreOptimalToo() {
    TestProblems.forSeeds(
        1000,
        150,
        random -> {
          Case one = Case.random(random);
          Model model = Model.of(one.basis).with(one.box.forSample(SampleRule.NON_NEGATIVE));
          checkAgainstProgram(one, model);
        });
  }

  private static void checkAgainstProgram(Case one, Model model) {
    double optimum = one.optimum();
    double size = TestProblems.absoluteSum(one.samples);
    double rounding = 1e-9 * optimum + 1e-10 * size;
    for (boolean exact : new boolean[] {false, true}) {
      Encoding found = model.withExact(exact).transform(one.samples);
      double objective = found.objective().total();
      double naive = TestProblems.objective(one.samples, found.codes(), one.basis);
      assertEquals(naive, objective, 1e-9 * naive + 1e-13 * size);
      assertTrue(objective >= optimum - rounding, objective + " is below " + optimum);
      double most = exact ? rounding : 1e-3 * optimum + rounding;
      assertTrue(objective <= optimum + most, objective + " is above " + optimum);
      assertTrue(
          found.lowerBound() <= optimum + rounding,
          "bound " + found.lowerBound() + " is above " + optimum);
      assertTrue(found.lowerBound() <= objective);
      if (exact) {
        assertEquals(one.samples.samples(), found.exactSamples());
        assertTrue(found.gap() <= 1e-9 || objective < 1e-10 * size, "gap " + found.gap());
      }
      for (double code : found.codes().toDense().array()) {
        assertTrue(code >= one.box.lower() && code <= one.box.upper(), "code " + code);
        assertTrue(code < Double.POSITIVE_INFINITY, "code " + code);
      }
    }
  }

  @Test
  void codesOfASampleDependOnNothingElse() {
    TestProblems.forSeeds(
        300,
        4,
        random -> {
          int rank = random.seed() % 2 == 0 ? 4 : 20;
          double[][] table = random.table(30, 45);
          TestProblems.hide(table, .1, random.seed());
          Observations all = Observations.of(table);
          Model model = Model.of(DenseMatrix.ofRows(random.table(rank, 45)));
          DenseMatrix codes = model.withThreads(1).transform(all).codes().toDense();
          assertEquals(codes, model.withThreads(2).transform(all).codes().toDense());
          assertEquals(codes, model.withThreads(7).transform(all).codes().toDense());
          int[] order = random.permutation(30);
          Observations permuted = Observations.of(TestProblems.permute(table, order));
          DenseMatrix permutedCodes = model.transform(permuted).codes().toDense();
          for (int i = 0; i < 30; i++) {
            Observations alone = Observations.of(new double[][] {table[order[i]]});
            double[] expected = TestProblems.rows(codes)[order[i]];
            assertArrayEquals(expected, TestProblems.rows(permutedCodes)[i]);
            assertArrayEquals(expected, model.transform(alone).codes().toDense().array());
          }
        });
  }

  @Test
  void powersOfTwoScaleTheCodesExactly() {
    Generator random = new Generator(7);
    double[][] table = random.table(10, 40);
    for (int rank : new int[] {4, 20}) {
      DenseMatrix basis = DenseMatrix.ofRows(random.table(rank, 40));
      DenseMatrix codes = Model.of(basis).transform(Observations.of(table)).codes().toDense();
      for (int power : new int[] {20, -20, 301, -700}) {
        double factor = Math.scalb(1.0, power);
        Observations scaled = Observations.of(TestProblems.times(table, factor));
        assertEquals(codes.times(factor), Model.of(basis).transform(scaled).codes().toDense());
      }
      for (int power : new int[] {13, -100}) {
        double factor = Math.scalb(1.0, power);
        Observations same = Observations.of(table);
        assertEquals(
            codes.times(1 / factor),
            Model.of(basis.times(factor)).transform(same).codes().toDense());
      }
    }
  }

  @Test
  void firstOrderMethodIsWithinATenthOfAPercentWhereAnExactFinishCostsTooMuch() {
    Generator random = new Generator(8);
    int rank = 60;
    int features = 3000;
    double[][] basis = random.table(rank, features);
    double[][] table = TestProblems.multiply(random.table(2, rank), basis);
    for (double[] row : table) {
      for (int j = 0; j < features; j++) {
        double u = random.uniform();
        row[j] = u < .1 ? 60 : u < .2 ? 0 : row[j] + random.uniform();
      }
    }
    Model model = Model.of(DenseMatrix.ofRows(basis));
    Encoding quick = model.transform(Observations.of(table));
    Encoding exact = model.withExact(true).transform(Observations.of(table));
    assertEquals(2, exact.exactSamples());
    double optimum = exact.objective().total();
    assertTrue(quick.objective().total() >= optimum * (1 - 1e-9));
    assertTrue(quick.objective().total() <= optimum * 1.001, "gap " + quick.gap());
    assertTrue(quick.lowerBound() <= optimum * (1 + 1e-9));
    assertTrue(quick.gap() <= 1e-3, "gap " + quick.gap());
  }

  @Test
  void deadAndEqualRowsOfTheBasisDoNoHarm() {
    TestProblems.forSeeds(
        400,
        20,
        random -> {
          int rank = random.chance(.5) ? 3 : 15;
          double[][] basis = random.table(rank, 30);
          double[][] more = new double[rank + 2][];
          System.arraycopy(basis, 0, more, 0, rank);
          more[rank] = new double[30];
          more[rank + 1] = basis[0].clone();
          Observations samples = Observations.of(random.table(3, 30));
          Encoding plain = Model.of(DenseMatrix.ofRows(basis)).withExact(true).transform(samples);
          Encoding dead = Model.of(DenseMatrix.ofRows(more)).withExact(true).transform(samples);
          double expected = plain.objective().total();
          assertEquals(expected, dead.objective().total(), 1e-9 * expected);
          assertEquals(3, dead.exactSamples());
        });
    Encoding zero =
        Model.of(new DenseMatrix(2, 5)).transform(Observations.of(TestProblems.uniform(3, 5, 1)));
    assertEquals(1, zero.relativeError(), 1e-12);
    assertEquals(0, zero.gap(), 1e-12);
  }

  @Test
  void emptySamplesHaveZeroLoss() {
    double[][] table = {{0, 0, 0}, {Double.NaN, Double.NaN, Double.NaN}, {1, 2, 3}};
    for (int rank : new int[] {2, 20}) {
      Model model = Model.of(DenseMatrix.ofRows(TestProblems.uniform(rank, 3, 1)));
      for (boolean exact : new boolean[] {false, true}) {
        Encoding found = model.withExact(exact).transform(Observations.of(table));
        double naive = TestProblems.objective(Observations.of(table), found.codes(), model.basis());
        assertEquals(naive, found.objective().total(), 1e-12);
        for (double code : found.codes().toDense().array()) {
          assertTrue(code >= 0 && code < Double.POSITIVE_INFINITY, "code " + code);
        }
        assertArrayEquals(new double[rank], TestProblems.rows(found.codes())[0], 1e-12);
      }
    }
  }

  @Test
  void transformOfTheFittedDataFindsTheCodesOfTheFit() {
    Planted spikes = TestProblems.plantedWithSpikes(60, 40, 4, 1);
    Planted missing = TestProblems.plantedWithMissing(40, 30, 3, .2, 2);
    for (Observations table :
        new Observations[] {
          spikes.observations(),
          missing.observations(),
          Observations.of(TestProblems.uniform(50, 35, 3))
        }) {
      for (int rank : new int[] {3, 14}) {
        for (boolean exact : new boolean[] {false, true}) {
          Factorization fit =
              MahNmf.ofRank(rank)
                  .with(new Smoothing())
                  .with(new RandomStart())
                  .withMaxIterations(15)
                  .withExactCodes(exact)
                  .fit(table);
          Encoding again = fit.transform(table);
          double tolerance = exact || rank == 3 ? 1e-6 : 1e-3;
          assertEquals(
              fit.objective(),
              again.objective().total(),
              tolerance * fit.objective(),
              "rank " + rank);
          assertTrue(fit.objective() <= again.objective().total() * (1 + 1e-9));
          if (exact) {
            assertEquals(fit.lowerBound(), fit.objective(), 1e-9 * fit.objective());
          }
        }
      }
    }
  }
}
