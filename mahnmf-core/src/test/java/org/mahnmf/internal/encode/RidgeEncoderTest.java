package org.mahnmf.internal.encode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.internal.kernel.Projections;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/** Codes with a ridge: against another method, and alone as in company. */
class RidgeEncoderTest {

  /** A basis with a dead row at times, samples, and a rule with a ridge. */
  private static Model model(Generator random) {
    int rank = random.integer(1, 10);
    double[][] basis = random.table(rank, random.integer(1, 14));
    for (double[] row : basis) {
      double size = Math.pow(10, random.uniform());
      boolean dead = random.chance(.05);
      for (int j = 0; j < row.length; j++) {
        row[j] = dead || random.chance(.3) ? 0 : size * row[j];
      }
    }
    SampleRule rule = SampleRule.NON_NEGATIVE.plusRidge(Math.pow(10, 3 * random.uniform() - 1));
    if (random.chance(.3)) {
      double lower = random.chance(.5) ? 0 : .1 * random.uniform();
      rule = rule.withBounds(lower, lower + random.uniform());
    } else if (random.chance(.3)) {
      rule = rule.withinBall(.1 + random.uniform());
    }
    if (random.chance(.3)) {
      rule = rule.plusSparsity(random.uniform());
    }
    Model model = Model.of(DenseMatrix.ofRows(basis)).with(rule);
    return random.chance(.3) ? model.with(new ElasticNet(2 * random.uniform())) : model;
  }

  private static Observations samples(Generator random, Model model) {
    int features = model.basis().columns();
    int count = random.integer(1, 3);
    double[][] table = random.table(count, features);
    if (random.chance(.5)) {
      double[][] codes = random.table(count, model.basis().rows());
      table = TestProblems.multiply(codes, TestProblems.rows(model.basis()));
      table[0][random.integer(0, features - 1)] += 3;
    }
    if (random.chance(.3)) {
      TestProblems.hide(table, .3, random.seed());
    }
    Observations samples = Observations.of(table);
    return random.chance(.5)
        ? samples.withWeights(DenseMatrix.ofRows(random.table(count, features)))
        : samples;
  }

  /** The objective of a sample's codes, straight from its definition. */
  private static double objective(Model model, Observations samples, int i, double[] h) {
    SampleRule rule = model.rule();
    double sum = 0;
    for (int j = 0; j < samples.features(); j++) {
      double weight = samples.weight(i, j);
      if (weight > 0) {
        double error = samples.values().get(i, j);
        for (int l = 0; l < h.length; l++) {
          error -= model.basis().get(l, j) * h[l];
        }
        sum += weight * (Math.abs(error) + .5 * model.loss().curvature() * error * error);
      }
    }
    for (double code : h) {
      sum += rule.linear() * code + .5 * rule.ridge() * code * code;
    }
    return sum;
  }

  /**
   * The codes of a sample by coordinate ascent in the dual, a way of its own: max over μ of D(μ) =
   * min over codes of ⟨h, Wμ⟩ + penalties(h), less ⟨x, μ⟩ and loss*(μ). With a ridge D is smooth,
   * so that steps along single coordinates do not stall, and its derivative is w_iᵀh − x_i −
   * loss*'(μ_i) with h the minimiser.
   */
  private static double[] dualAscent(Model model, Observations samples, int i) {
    DenseMatrix w = model.basis().toDense();
    double[] h = new double[w.rows()];
    double[] product = new double[w.rows()];
    double[] mu = new double[w.columns()];
    for (int sweep = 0; sweep < 2000; sweep++) {
      double moved = 0;
      for (int j = 0; j < mu.length; j++) {
        double weight = samples.weight(i, j);
        if (weight > 0) {
          double old = mu[j];
          double curvature = weight * model.loss().curvature();
          double low = curvature > 0 ? -1e3 : -weight;
          double high = -low;
          for (int k = 0; k < 60; k++) {
            double middle = .5 * (low + high);
            minimiser(model.rule(), w, product, j, middle - old, h);
            double slope = -samples.values().get(i, j);
            for (int l = 0; l < h.length; l++) {
              slope += w.get(l, j) * h[l];
            }
            double beyond = Math.max(0, Math.abs(middle) - weight);
            slope -= beyond > 0 ? Math.signum(middle) * beyond / curvature : 0;
            low = slope > 0 ? middle : low;
            high = slope > 0 ? high : middle;
          }
          mu[j] = .5 * (low + high);
          for (int l = 0; l < h.length; l++) {
            product[l] += w.get(l, j) * (mu[j] - old);
          }
          moved = Math.max(moved, Math.abs(mu[j] - old) / weight);
        }
      }
      if (moved < 1e-13) {
        break;
      }
    }
    minimiser(model.rule(), w, product, 0, 0, h);
    return h;
  }

  /** The minimiser of ⟨h, Wμ + change·w_j⟩ + penalties(h) under the rule. */
  private static void minimiser(
      SampleRule rule, DenseMatrix w, double[] product, int j, double change, double[] h) {
    for (int l = 0; l < h.length; l++) {
      double slope = product[l] + change * w.get(l, j) + rule.linear();
      h[l] = Math.max(rule.lower(), Math.min(rule.upper(), -slope / rule.ridge()));
    }
    if (rule.ball() < Double.POSITIVE_INFINITY) {
      Projections.l1Ball(h, h.length, rule.ball(), new double[h.length]);
    }
  }

  @Test
  void codesAreNearTheOptimumAndTheBoundIsBelowIt() {
    int[] converged = {0};
    TestProblems.forSeeds(
        1,
        200,
        random -> {
          Model model = model(random);
          Observations samples = samples(random, model);
          double optimum = 0;
          for (int i = 0; i < samples.samples(); i++) {
            optimum += objective(model, samples, i, dualAscent(model, samples, i));
          }
          for (boolean exact : new boolean[] {false, true}) {
            Encoding found = model.withExact(exact).transform(samples);
            double total = found.objective().total();
            double naive = 0;
            for (int i = 0; i < samples.samples(); i++) {
              naive += objective(model, samples, i, TestProblems.rows(found.codes())[i]);
            }
            assertEquals(naive, total, 1e-9 * naive);
            assertTrue(total <= optimum * (exact ? 1 + 1e-8 : 1 + 1e-4), total + " > " + optimum);
            converged[0] += exact && optimum <= total * (1 + 1e-6) ? 1 : 0;
            assertTrue(found.lowerBound() <= optimum * (1 + 1e-9), "bound above " + optimum);
            assertTrue(found.gap() <= (exact ? 1e-8 : 1e-4), "gap " + found.gap());
            assertTermsAndRule(model, found);
          }
        });
    // The other method has a limit too: where the ridge is small it may stop above the optimum.
    assertTrue(converged[0] >= 180, converged[0] + " of 200 confirmed from both sides");
  }

  private static void assertTermsAndRule(Model model, Encoding found) {
    SampleRule rule = model.rule();
    double squares = 0;
    double sum = 0;
    for (double[] row : TestProblems.rows(found.codes())) {
      double total = 0;
      for (double code : row) {
        assertTrue(code >= rule.lower() && code <= rule.upper(), "code " + code);
        squares += code * code;
        total += code;
      }
      assertTrue(total <= rule.ball() * (1 + 1e-12), "sum " + total);
      sum += total;
    }
    double ridge = .5 * rule.ridge() * squares;
    assertEquals(ridge, found.objective().terms().get(Ridge.NAME), 1e-9 * ridge);
    if (rule.sparsity() > 0) {
      double penalty = rule.sparsity() * sum;
      assertEquals(penalty, found.objective().terms().get(Sparsity.NAME), 1e-9 * penalty);
    }
  }

  /** The three kinds of data that the steps were counted on. */
  private static double[][] table(Generator random, int kind, double[][] basis, int count) {
    int features = basis[0].length;
    double[][] table = TestProblems.multiply(random.table(count, basis.length), basis);
    double[][] noise = random.table(count, features);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < features; j++) {
        double u = random.uniform();
        if (kind == 0) {
          table[i][j] = noise[i][j];
        } else if (kind == 1) {
          table[i][j] = u < .1 ? 2.0 * basis.length : u < .2 ? 0 : table[i][j];
        } else {
          table[i][j] += noise[i][j];
        }
      }
    }
    return table;
  }

  @Test
  void codesOfASampleDependOnNothingElse() {
    TestProblems.forSeeds(
        300,
        6,
        random -> {
          int rank = random.seed() % 2 == 0 ? 5 : 20;
          int features = random.seed() % 3 == 0 ? 45 : 500;
          double[][] basis = random.table(rank, features);
          int count = 40;
          double[][] table = table(random, (int) (random.seed() % 3), basis, count);
          table[7] = new double[features];
          TestProblems.hide(table, .1, random.seed());
          Observations all = Observations.of(table);
          Model model = Model.of(DenseMatrix.ofRows(basis)).withRidge(3);
          Encoding found = model.withThreads(1).transform(all);
          DenseMatrix codes = found.codes().toDense();
          assertTrue(found.gap() <= 1e-4, "gap " + found.gap());
          for (int threads : new int[] {2, 7}) {
            Encoding again = model.withThreads(threads).transform(all);
            assertEquals(codes, again.codes().toDense());
            assertEquals(found.objective(), again.objective());
            assertEquals(found.lowerBound(), again.lowerBound());
          }
          DenseMatrix near = DenseMatrix.ofRows(random.table(count, rank));
          Encoder encoder =
              new Encoder(
                  new CodeProblem(model.basis().toDense(), model.loss(), model.rule()), false);
          assertEquals(
              codes, encoder.encode(all, Optional.of(near), 2, () -> false).orElseThrow().codes());
          int[] order = random.permutation(count);
          Observations permuted = Observations.of(TestProblems.permute(table, order));
          DenseMatrix permutedCodes = model.transform(permuted).codes().toDense();
          for (int i = 0; i < count; i++) {
            Observations alone = Observations.of(new double[][] {table[order[i]]});
            double[] expected = TestProblems.rows(codes)[order[i]];
            assertArrayEquals(expected, TestProblems.rows(permutedCodes)[i]);
            assertArrayEquals(expected, model.transform(alone).codes().toDense().array());
          }
        });
  }

  /** A small ridge takes hundreds of steps, of which some are polished: at turns of their own. */
  @Test
  void codesOfLingeringSamplesDependOnNothingElse() {
    TestProblems.forSeeds(
        330,
        12,
        random -> {
          double[][] basis = random.table(3, 20);
          double[][] table = table(random, (int) (random.seed() % 3), basis, 30);
          TestProblems.hide(table, .6, random.seed());
          Model model = Model.of(DenseMatrix.ofRows(basis)).withRidge(.2);
          double[][] codes = TestProblems.rows(model.transform(Observations.of(table)).codes());
          for (int i = 0; i < table.length; i++) {
            Observations alone = Observations.of(new double[][] {table[i]});
            assertArrayEquals(codes[i], model.transform(alone).codes().toDense().array());
          }
        });
  }

  @Test
  void someTensOfStepsAreEnough() {
    Generator random = new Generator(5);
    int features = 600;
    double[][] basis = random.table(20, features);
    for (int kind = 0; kind < 3; kind++) {
      Observations samples = Observations.of(table(random, kind, basis, 40));
      SampleRule rule = SampleRule.NON_NEGATIVE.plusRidge(.5 * features);
      ScaledBasis scaled = new ScaledBasis(DenseMatrix.ofRows(basis), rule, 0);
      SampleSource open = new SampleSource(samples, scaled, 20, rule, 0);
      int[] steps = {0};
      int[] next = {0};
      new BlockAdmm(scaled.blocks(), 8, 1e-4, 2000)
          .run(
              new BlockAdmm.Owner() {
                @Override
                public void fill(BlockAdmm block) {
                  while (!block.isFull() && next[0] < samples.samples()) {
                    open.open(next[0]++);
                    block.add(open);
                  }
                }

                @Override
                public void done(BlockLane lane) {
                  steps[0] += lane.steps;
                }

                @Override
                public boolean isStopped() {
                  return false;
                }
              });
      assertEquals(samples.samples(), next[0]);
      assertTrue(steps[0] <= 80 * next[0], "kind " + kind + ": " + steps[0] / next[0] + " steps");
    }
  }

  @Test
  void sparseSamplesHaveTheCodesOfDenseOnes() {
    TestProblems.forSeeds(
        700,
        30,
        random -> {
          Model model = model(random);
          int features = model.basis().columns();
          double[][] table = random.table(4, features);
          for (double[] row : table) {
            for (int j = 0; j < features; j++) {
              row[j] = random.chance(.6) ? 0 : row[j];
            }
          }
          DenseMatrix dense = DenseMatrix.ofRows(table);
          Encoding expected = model.transform(Observations.of(dense));
          Encoding found = model.transform(Observations.of(SparseMatrix.copyOf(dense)));
          double total = expected.objective().total();
          assertEquals(total, found.objective().total(), 1e-4 * total);
          assertTrue(found.gap() <= 1e-4, "gap " + found.gap());
          assertTrue(found.lowerBound() <= total * (1 + 1e-9));
        });
  }

  @Test
  void powersOfTwoScaleTheCodesExactly() {
    Generator random = new Generator(7);
    double[][] table = random.table(10, 40);
    for (int rank : new int[] {4, 20}) {
      Model model = Model.of(DenseMatrix.ofRows(random.table(rank, 40))).withRidge(2);
      DenseMatrix codes = model.transform(Observations.of(table)).codes().toDense();
      for (int power : new int[] {20, -20, 301, -700}) {
        // loss ~ factor, squares of the codes ~ factor²
        double factor = Math.scalb(1.0, power);
        Observations scaled = Observations.of(TestProblems.times(table, factor));
        assertEquals(
            codes.times(factor), model.withRidge(2 / factor).transform(scaled).codes().toDense());
      }
    }
  }

  @Test
  void emptySamplesAndExtremeRidgesDoNoHarm() {
    double[][] table = {{0, 0, 0}, {Double.NaN, Double.NaN, Double.NaN}, {1, 2, 3}};
    Observations samples = Observations.of(table);
    Model plain = Model.of(DenseMatrix.ofRows(TestProblems.uniform(2, 3, 1)));
    double best = plain.transform(samples).objective().total();
    for (double ridge : new double[] {1e-300, 1e-12, 1, 1e12, 1e300}) {
      for (double lower : new double[] {0, .25}) {
        Model model = plain.with(plain.rule().withBounds(lower, 10)).withRidge(ridge);
        Encoding found = model.transform(samples);
        for (double code : found.codes().toDense().array()) {
          assertTrue(code >= lower && code <= 10, "ridge " + ridge + ": code " + code);
        }
        double[] least = {lower, lower};
        assertArrayEquals(least, TestProblems.rows(found.codes())[0], 1e-12);
        assertArrayEquals(least, TestProblems.rows(found.codes())[1], 1e-12);
        assertTrue(found.gap() <= 1e-4, "ridge " + ridge + ": gap " + found.gap());
        if (ridge <= 1e-12 && lower == 0) {
          assertEquals(best, found.objective().total(), 1e-3 * best);
        }
      }
    }
  }
}
