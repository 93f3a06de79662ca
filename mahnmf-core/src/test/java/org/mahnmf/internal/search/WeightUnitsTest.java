package org.mahnmf.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Side;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;

class WeightUnitsTest {

  private static final int ROWS = 400;
  private static final int COLUMNS = 30;

  /** Rank 4, noise of 10 %, 5 % gross errors, 2 % missing. */
  private static DenseMatrix planted() {
    SplittableRandom random = new SplittableRandom(1);
    Random normal = new Random(1);
    DenseMatrix codes = uniform(ROWS, 4, random);
    DenseMatrix basis = uniform(4, COLUMNS, random);
    DenseMatrix table = new DenseMatrix(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double sum = .1 * normal.nextGaussian();
        for (int l = 0; l < 4; l++) {
          sum += codes.get(i, l) * basis.get(l, j);
        }
        double fate = random.nextDouble();
        table.set(i, j, fate < .05 ? 4 : fate < .07 ? Double.NaN : Math.max(0, sum));
      }
    }
    return table;
  }

  private static DenseMatrix uniform(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = random.nextDouble();
    }
    return matrix;
  }

  /** 10^U(−3, 3) for each column. */
  private static double[] decades(int count) {
    SplittableRandom random = new SplittableRandom(2);
    double[] units = new double[count];
    for (int j = 0; j < count; j++) {
      units[j] = StrictMath.pow(10, 6 * random.nextDouble() - 3);
    }
    return units;
  }

  private static DenseMatrix times(Matrix table, double[] rows, double[] columns) {
    DenseMatrix scaled = table.toDense();
    for (int i = 0; i < scaled.rows(); i++) {
      for (int j = 0; j < scaled.columns(); j++) {
        scaled.set(
            i,
            j,
            scaled.get(i, j) * (rows == null ? 1 : rows[i]) * (columns == null ? 1 : columns[j]));
      }
    }
    return scaled;
  }

  private static DenseMatrix ones(int rows, int columns) {
    DenseMatrix ones = new DenseMatrix(rows, columns);
    Arrays.fill(ones.array(), 1);
    return ones;
  }

  /** The naive oracle of Σ ω|X − codes·basis|. */
  private static double loss(Matrix x, Matrix weights, Factorization fit) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        double residual = x.get(i, j);
        for (int l = 0; l < fit.basis().rows(); l++) {
          residual -= fit.codes().get(i, l) * fit.basis().get(l, j);
        }
        sum += Double.isNaN(residual) ? 0 : weights.get(i, j) * Math.abs(residual);
      }
    }
    return sum;
  }

  /** Weights of columns, or of rows, and a table multiplied by them are the same problem. */
  @Test
  void weightsAndScaledTablesEndAtTheSameObjective() {
    DenseMatrix table = planted();
    for (boolean ofRows : new boolean[] {false, true}) {
      double[] units = decades(ofRows ? ROWS : COLUMNS);
      double[] rows = ofRows ? units : null;
      double[] columns = ofRows ? null : units;
      DenseMatrix weights = times(ones(ROWS, COLUMNS), rows, columns);
      Observations weighted = Observations.of(table).withWeights(weights);
      Observations scaled = Observations.of(times(table, rows, columns));
      MahNmf plain = MahNmf.ofRank(4).withSeed(1).withThreads(1);
      for (MahNmf settings :
          new MahNmf[] {plain, plain.with(new Admm()), plain.withRidge(0), plain.withRidge(.5)}) {
        Factorization one = settings.fit(weighted);
        Factorization other = settings.fit(scaled);
        Objective objective = one.record().outcome().objective();
        Objective expected = other.record().outcome().objective();
        assertEquals(expected.total(), objective.total(), .01 * expected.total());
        assertEquals(expected.loss(), objective.loss(), .01 * expected.loss());
        double oracle = loss(table, weights, one);
        assertEquals(oracle, objective.loss(), 1e-9 * oracle, "in the user's units");
      }
    }
  }

  /** Without units in them, weights are as they were: the same bytes. */
  @Test
  void equalMeansChangeNothing() {
    Observations table = Observations.of(planted());
    assertTrue(WeightUnits.of(table).isEmpty());
    assertTrue(WeightUnits.of(table.withWeights(ones(ROWS, COLUMNS).times(3))).isEmpty());
    DenseMatrix board = ones(ROWS, COLUMNS);
    DenseMatrix mask = ones(ROWS, COLUMNS);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        board.set(i, j, (i + j) % 2 == 0 ? 1 : 3);
        mask.set(i, j, random.nextDouble() < .3 ? 0 : 1);
      }
    }
    Observations whole = Observations.of(ones(ROWS, COLUMNS));
    assertTrue(WeightUnits.of(whole.withWeights(board)).isEmpty());
    assertTrue(WeightUnits.of(table.withWeights(mask)).isEmpty());
  }

  @Test
  void unitsAreTakenOutAndPutBack() {
    DenseMatrix table = planted();
    double[] columns = decades(COLUMNS);
    double[] rows = decades(ROWS);
    DenseMatrix left = ones(ROWS, COLUMNS);
    for (int k = 0; k < left.array().length; k++) {
      left.array()[k] = 1 + .5 * StrictMath.sin(k);
    }
    Observations observations = Observations.of(table).withWeights(times(left, rows, columns));
    WeightUnits units = WeightUnits.of(observations).orElseThrow();
    Matrix weights = units.scaled().weights().orElseThrow();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double product = observations.weight(i, j) * observations.values().get(i, j);
        double same = weights.get(i, j) * units.scaled().values().get(i, j);
        assertEquals(product, same, Double.isNaN(product) ? 0 : 1e-12 * product);
        least = Math.min(least, weights.get(i, j));
        most = Math.max(most, weights.get(i, j));
      }
    }
    assertTrue(most / least < 8, "what is left spans " + most / least);
    // A fit that goes no step from given factors returns them.
    Factorization fit = MahNmf.ofRank(4).withThreads(1).fit(observations);
    Factorization same =
        MahNmf.ofRank(4)
            .with(new Admm())
            .with(new GivenStart(fit.basis(), fit.codes()))
            .withMaxIterations(0)
            .withThreads(1)
            .fit(observations);
    for (int l = 0; l < 4; l++) {
      // Scale moves from one factor of a component to the other.
      double moved = same.basis().get(l, 0) / fit.basis().get(l, 0);
      for (int j = 0; j < COLUMNS; j++) {
        double expected = moved * fit.basis().get(l, j);
        assertEquals(expected, same.basis().get(l, j), 1e-9 * expected);
      }
    }
  }

  @Test
  void whatIsInTheUsersUnitsIsLeftAlone() {
    Side plain = Side.nonNegative();
    assertTrue(WeightUnits.areFree(new Manhattan(), plain, plain));
    assertFalse(WeightUnits.areFree(new ElasticNet(.1), plain, plain));
    assertFalse(WeightUnits.areFree(new Manhattan(), plain.with(new Box(0, 1)), plain));
    assertFalse(WeightUnits.areFree(new Manhattan(), plain, plain.with(new Ridge(1))));
    Matrix weights = times(ones(ROWS, COLUMNS), null, decades(COLUMNS));
    assertTrue(
        WeightUnits.of(
                Observations.of(SparseMatrix.copyOf(ones(ROWS, COLUMNS))).withWeights(weights))
            .isEmpty());
    double[] far = decades(COLUMNS);
    far[0] = 1e-308;
    far[1] = 1e308;
    Matrix extreme = times(ones(ROWS, COLUMNS), null, far);
    assertTrue(WeightUnits.of(Observations.of(planted()).withWeights(extreme)).isEmpty());
  }
}
