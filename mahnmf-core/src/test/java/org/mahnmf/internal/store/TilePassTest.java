package org.mahnmf.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.StateTape;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Manhattan;

/**
 * Passes over every kind of tiles against naive sums: both ways to hold a table, several chunks,
 * several parts of sums, all ranks with a loop of their own.
 */
class TilePassTest {

  /** Samples, features, rank. */
  private static final int[][] SIZES = {
    {1, 1, 1},
    {3, 5, 2},
    {20, 70, 3},
    {17, 1000, 4},
    {300, 460, 5},
    {900, 9, 2},
    {500, 63, 9},
    {40, 64, 11},
    {70, 30, 33}
  };

  /** A table, how it is kept, and the rounding that this brings. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Kind(String name, Store store, double[][] x, double[][] w, double rounding) {}

  private static List<Kind> kinds(Generator random, int samples, int features) {
    double[][] table = random.table(samples, features);
    double[][] weights = random.table(samples, features);
    for (double[] row : weights) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.2) ? 0 : 2 * row[j];
      }
      row[0] = 1; // no empty sample
    }
    Arrays.fill(weights[0], 1); // nor feature
    ByteMatrix bytes = new ByteMatrix(samples, features);
    for (int k = 0; k < bytes.array().length; k++) {
      bytes.array()[k] = (byte) random.integer(0, 255);
    }
    Observations plain = Observations.of(table);
    Observations weighted = plain.withWeights(DenseMatrix.ofRows(weights));
    List<Kind> kinds = new ArrayList<>();
    kinds.add(kind("double", plain, Precision.DOUBLE));
    kinds.add(kind("weighted", weighted, Precision.DOUBLE));
    kinds.add(kind("float", plain, Precision.FLOAT));
    kinds.add(kind("float weighted", weighted, Precision.FLOAT));
    kinds.add(kind("bytes", Observations.of(bytes), Precision.DOUBLE));
    kinds.add(kind("bytes as floats", Observations.of(bytes), Precision.FLOAT));
    kinds.add(kind("outside", plain.withSpace(new BufferSpace()), Precision.DOUBLE));
    kinds.add(kind("floats outside", weighted.withSpace(new BufferSpace()), Precision.FLOAT));
    DenseMatrix values = DenseMatrix.ofRows(table);
    Store flat = new DenseStore(values, DenseMatrix.ofRows(weights), new Workers(1));
    kinds.add(new Kind("flat", flat, table, weights, 1e-13));
    return kinds;
  }

  private static Kind kind(String name, Observations observations, Precision precision) {
    Store store = DenseStore.scaled(observations, precision, new Workers(2));
    double[][] x = new double[store.samples()][store.features()];
    double[][] w = new double[store.samples()][store.features()];
    for (int j = 0; j < x.length; j++) {
      store.side(Factor.CODES).read(j, x[j]);
      store.side(Factor.CODES).readWeights(j, w[j]);
      for (int i = 0; i < x[j].length; i++) {
        double weight = observations.weight(j, i, observations.values().get(j, i));
        double value = weight > 0 ? observations.values().get(j, i) / store.scale() : 0;
        double rounding = precision == Precision.FLOAT ? 1e-7 : 0;
        assertEquals(value, x[j][i], rounding * Math.abs(value), name);
        assertEquals(weight, w[j][i], rounding * weight, name);
      }
    }
    return new Kind(name, store, x, w, precision == Precision.FLOAT ? 1e-5 : 1e-13);
  }

  private static DenseMatrix factor(Generator random, int rank, int count) {
    return DenseMatrix.wrap(rank, count, random.vector(rank * count));
  }

  private interface Check {
    void run(Generator random, Kind kind, int rank);
  }

  private static void forAll(Check check) {
    TestProblems.forSeeds(
        1,
        1,
        random -> {
          for (int[] size : SIZES) {
            for (Kind kind : kinds(random, size[0], size[1])) {
              try {
                check.run(random, kind, size[2]);
              } catch (AssertionError e) {
                throw new AssertionError(kind.name + Arrays.toString(size) + e.getMessage(), e);
              }
            }
          }
        });
  }

  @Test
  void columnsReadBothWays() {
    forAll(
        (random, kind, rank) -> {
          SideData side = kind.store.side(Factor.BASIS);
          double[] column = new double[side.length()];
          double[] weights = new double[side.length()];
          for (int i = 0; i < side.count(); i++) {
            side.read(i, column);
            side.readWeights(i, weights);
            for (int j = 0; j < side.length(); j++) {
              assertEquals(kind.x[j][i], column[j]);
              assertEquals(kind.w[j][i], weights[j]);
            }
          }
        });
  }

  @Test
  void passesGiveNaiveSumsAndProducts() {
    forAll(
        (random, kind, rank) -> {
          for (Factor moving : Factor.values()) {
            SideData side = kind.store.side(moving);
            double[] q = random.vector(side.length());
            for (int i = 0; i < q.length; i++) {
              q[i] += .5;
            }
            for (PassOperation operation :
                List.of(
                    new PassOperation.Residual(new ElasticNet(1)),
                    new PassOperation.Euclidean(),
                    new PassOperation.SmoothedSign(.3 * rank, q, .7, true),
                    new PassOperation.SmoothedSign(.3 * rank, q, 0, false))) {
              pass(random, kind, rank, moving, operation);
            }
          }
        });
  }

  private static void pass(
      Generator random, Kind kind, int rank, Factor moving, PassOperation operation) {
    SideData side = kind.store.side(moving);
    DenseMatrix fixed = factor(random, rank, side.length());
    DenseMatrix free = factor(random, rank, side.count());
    DenseMatrix product = new DenseMatrix(rank, side.count());
    PassSums sums = new PassSums(side.count());
    boolean wantsProduct = !(operation instanceof PassOperation.Residual);
    side.pass(operation, fixed, free, wantsProduct ? product : null, sums);
    PassOperation.SmoothedSign sign =
        operation instanceof PassOperation.SmoothedSign smoothed ? smoothed : null;
    double tolerance = 1e-13 * rank * rank * side.length();
    for (int j = 0; j < side.count(); j++) {
      double[] naive = new double[4];
      double[] expected = new double[rank];
      for (int i = 0; i < side.length(); i++) {
        boolean bySample = moving == Factor.CODES;
        double x = bySample ? kind.x[j][i] : kind.x[i][j];
        double w = bySample ? kind.w[j][i] : kind.w[i][j];
        double r = -x;
        for (int l = 0; l < rank; l++) {
          r += fixed.get(l, i) * free.get(l, j);
        }
        naive[0] += w * Math.abs(r);
        naive[1] += w * r * r;
        double u = w * r;
        if (sign != null) {
          double scale = sign.lambda() * sign.q()[i];
          double clipped = Math.max(-w, Math.min(w, r / scale));
          naive[2] += clipped * (r - .5 * scale * clipped) + .5 * sign.curvature() * w * r * r;
          naive[3] += x * clipped;
          u = clipped + sign.curvature() * w * r;
        }
        for (int l = 0; l < rank; l++) {
          expected[l] += fixed.get(l, i) * u;
        }
      }
      assertEquals(naive[0], sums.absoluteByColumn()[j], tolerance);
      if (sign == null || sign.curvature() > 0) {
        assertEquals(naive[1], sums.squaredByColumn()[j], tolerance);
      }
      if (sign != null && sign.withLoss()) {
        assertEquals(naive[2], sums.smoothedByColumn()[j], tolerance);
        assertEquals(naive[3], sums.dualByColumn()[j], tolerance);
      }
      for (int l = 0; wantsProduct && l < rank; l++) {
        assertEquals(expected[l], product.get(l, j), tolerance);
      }
    }
  }

  @Test
  void productsOfTheTableAreNaive() {
    forAll(
        (random, kind, rank) -> {
          for (Factor moving : Factor.values()) {
            SideData side = kind.store.side(moving);
            DenseMatrix fixed = factor(random, rank, side.length());
            DenseMatrix product = new DenseMatrix(rank, side.count());
            side.product(fixed, product);
            for (int j = 0; j < side.count(); j++) {
              for (int l = 0; l < rank; l++) {
                double sum = 0;
                for (int i = 0; i < side.length(); i++) {
                  boolean bySample = moving == Factor.CODES;
                  double x = bySample ? kind.x[j][i] : kind.x[i][j];
                  sum += fixed.get(l, i) * x * (bySample ? kind.w[j][i] : kind.w[i][j]);
                }
                assertEquals(sum, product.get(l, j), kind.rounding * (1 + side.length()));
              }
            }
          }
        });
  }

  @Test
  void halfStepsChangeTheDualAndGatherWhatTheOtherFactorNeeds() {
    forAll(
        (random, kind, rank) -> {
          for (double curvature : new double[] {0, .8}) {
            halfSteps(random, kind, rank, curvature);
          }
        });
  }

  private static void halfSteps(Generator random, Kind kind, int rank, double curvature) {
    int n = kind.store.samples();
    int m = kind.store.features();
    double tau = .4;
    double[][] a = new double[n][m];
    Dual dual = kind.store.newDual().orElseThrow();
    DenseMatrix basis = factor(random, rank, m);
    DenseMatrix codes = factor(random, rank, n);
    DenseMatrix solvedBasis = factor(random, rank, m);
    DenseMatrix solvedCodes = factor(random, rank, n);
    double tolerance = kind.rounding * rank * rank * (n + m);
    DenseMatrix forBasis = new DenseMatrix(rank, m);
    DenseMatrix forCodes = new DenseMatrix(rank, n);
    for (int round = 0; round < 2; round++) {
      dual.afterCodes(tau, loss(curvature), basis, solvedCodes, codes, forBasis);
      double[][] t = step(kind, basis, solvedCodes, a, tau, curvature);
      assertArrayEquals(times(codes, t, false), forBasis.array(), tolerance);
      dual.afterBasis(tau, loss(curvature), solvedBasis, basis, codes, forCodes);
      t = step(kind, solvedBasis, codes, a, tau, curvature);
      assertArrayEquals(times(basis, t, true), forCodes.array(), tolerance);
    }
    dual.scale(.5);
    dual.product(basis, forCodes);
    for (double[] row : a) {
      for (int i = 0; i < m; i++) {
        row[i] *= .5;
      }
    }
    assertArrayEquals(times(basis, a, true), forCodes.array(), tolerance);
    StateTape state = StateTape.of(dual);
    dual.clear();
    DenseMatrix zero = new DenseMatrix(rank, n);
    dual.product(basis, zero);
    assertArrayEquals(new double[rank * n], zero.array());
    state.restore(dual);
    dual.product(basis, zero);
    assertArrayEquals(forCodes.array(), zero.array());
  }

  /** Returns T and changes a, entry by entry. */
  private static double[][] step(
      Kind kind, DenseMatrix basis, DenseMatrix codes, double[][] a, double tau, double curvature) {
    double[][] t = new double[a.length][a[0].length];
    for (int j = 0; j < a.length; j++) {
      for (int i = 0; i < a[j].length; i++) {
        double p = 0;
        for (int l = 0; l < basis.rows(); l++) {
          p += basis.get(l, i) * codes.get(l, j);
        }
        double v = kind.x[j][i] - p + a[j][i];
        double limit = tau * kind.w[j][i];
        double e = (v - Math.max(-limit, Math.min(limit, v))) / (1 + curvature * limit);
        a[j][i] = v - e;
        t[j][i] = kind.x[j][i] - e + a[j][i];
      }
    }
    return t;
  }

  /** F·T for the codes, or F·Tᵀ for the basis. */
  private static double[] times(DenseMatrix factor, double[][] t, boolean forCodes) {
    int count = forCodes ? t.length : t[0].length;
    double[] out = new double[factor.rows() * count];
    for (int l = 0; l < factor.rows(); l++) {
      for (int j = 0; j < t.length; j++) {
        for (int i = 0; i < t[j].length; i++) {
          out[l * count + (forCodes ? j : i)] += factor.get(l, forCodes ? i : j) * t[j][i];
        }
      }
    }
    return out;
  }

  private static Loss loss(double curvature) {
    return curvature > 0 ? new ElasticNet(curvature) : new Manhattan();
  }
}
