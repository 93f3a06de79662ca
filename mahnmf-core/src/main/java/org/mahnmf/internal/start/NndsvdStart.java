package org.mahnmf.internal.start;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/**
 * NNDSVD: of each leading pair of singular vectors of X the positive or the negative parts,
 * whichever weigh more (Boutsidis, Gallopoulos 2008, with their random filling, NNDSVDar).
 *
 * <p>Nearly the same for every seed, so restarts gain nothing. The singular vectors come from
 * randomised subspace iteration (Halko, Martinsson, Tropp 2011) at the cost of 18 products of rank
 * + 10. No entry is left below a random hundredth of a typical one, and components beyond the rank
 * of X get small random rows, so nothing is dead; at the end both factors are multiplied by one
 * number that brings WᵀH nearest to X.
 *
 * <p>Weights: with every weight divided by the largest, X is replaced by weight·X + (1 − weight)·M,
 * where M is the rank-1 matrix of row means times column means. A missing entry thus counts as M.
 */
public final class NndsvdStart implements Start {

  private static final int OVERSAMPLING = 10;
  private static final int POWER_STEPS = 8;

  /** Singular values below this share of the largest are rounding. */
  private static final double NEGLIGIBLE = 1e-10;

  private static final double FILLING = .01; // the least entries against a typical one

  @Override
  public String name() {
    return "nndsvd";
  }

  @Override
  public String description() {
    return "non-negative parts of the leading singular vectors of X";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    int rank = problem.rank();
    DenseMatrix basis = new DenseMatrix(rank, store.features());
    DenseMatrix codes = new DenseMatrix(rank, store.samples());
    Factors factors = new Factors(basis, codes);
    if (!(store.sums().absoluteSum() > 0)) {
      return factors;
    }
    SplittableRandom random = new SplittableRandom(seed);
    Triplets triplets = Triplets.of(store, rank, random);
    double least = FILLING * RandomStart.typicalEntry(problem);
    for (int l = 0; l < triplets.values.length; l++) {
      if (split(triplets, l, factors)) {
        raise(basis, l, least, random);
        raise(codes, l, least, random);
      }
    }
    RandomStart.revive(problem, factors, random);
    factors.balance(1);
    // Dropping the negative parts makes the sum of many components too large.
    return RandomStart.scaled(store, factors);
  }

  /**
   * Writes one component: √σ·|u|, √σ·|v| for the first, the heavier parts for the others. Returns
   * whether there was anything to write.
   */
  private static boolean split(Triplets triplets, int l, Factors factors) {
    double[] u = triplets.left[l];
    double[] v = triplets.right[l];
    double root = Math.sqrt(triplets.values[l]);
    if (l == 0) {
      // Perron–Frobenius: neither vector changes sign, so both signs together lose nothing.
      fill(factors.basis(), 0, i -> root * Math.abs(u[i]));
      fill(factors.codes(), 0, j -> root * Math.abs(v[j]));
      return true;
    }
    double uPlus = partNorm(u, 1);
    double vPlus = partNorm(v, 1);
    double uMinus = partNorm(u, -1);
    double vMinus = partNorm(v, -1);
    boolean plus = uPlus * vPlus >= uMinus * vMinus;
    double sign = plus ? 1 : -1;
    double uNorm = plus ? uPlus : uMinus;
    double vNorm = plus ? vPlus : vMinus;
    if (!(uNorm > 0 && vNorm > 0)) {
      return false;
    }
    double size = root * Math.sqrt(uNorm * vNorm);
    fill(factors.basis(), l, i -> size * Math.max(0, sign * u[i]) / uNorm);
    fill(factors.codes(), l, j -> size * Math.max(0, sign * v[j]) / vNorm);
    return true;
  }

  private static void fill(DenseMatrix matrix, int row, IntToDoubleFunction entry) {
    for (int j = 0; j < matrix.columns(); j++) {
      matrix.set(row, j, entry.applyAsDouble(j));
    }
  }

  private static double partNorm(double[] values, double sign) {
    double sum = 0;
    for (double value : values) {
      double part = Math.max(0, sign * value);
      sum += part * part;
    }
    return Math.sqrt(sum);
  }

  private static void raise(DenseMatrix matrix, int row, double least, SplittableRandom random) {
    fill(matrix, row, j -> Math.max(matrix.get(row, j), least * RandomStart.uniform(random)));
  }

  /**
   * The leading singular triplets of X, or of what stands for it if there are weights: the largest
   * first, those that are only rounding left out. Left vectors are of features, right of samples.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Triplets(double[] values, double[][] left, double[][] right) {
    /**
     * Finds triplets by subspace iteration, from a random one, and one-sided Jacobi rotations;
     * fewer than wanted if the rank of X is less.
     */
    static Triplets of(Store store, int rank, SplittableRandom random) {
      Filled x = new Filled(store);
      int size = Math.min(rank + OVERSAMPLING, Math.min(store.features(), store.samples()));
      double[][] samples = new double[size][store.samples()];
      for (double[] row : samples) {
        Arrays.setAll(row, j -> 2 * RandomStart.uniform(random) - 1);
      }
      double[][] features = x.times(Factor.BASIS, samples);
      orthonormalize(features);
      for (int step = 0; step < POWER_STEPS; step++) {
        samples = x.times(Factor.CODES, features);
        orthonormalize(samples);
        features = x.times(Factor.BASIS, samples);
        orthonormalize(features);
      }
      samples = x.times(Factor.CODES, features);
      diagonalize(samples, features);
      return sorted(samples, features, rank);
    }

    private static Triplets sorted(double[][] samples, double[][] features, int rank) {
      double[] norms = new double[samples.length];
      Integer[] order = new Integer[samples.length];
      for (int l = 0; l < norms.length; l++) {
        norms[l] = Math.sqrt(Loops.dot(samples[l], samples[l]));
        order[l] = l;
      }
      Arrays.sort(order, Comparator.comparingDouble(l -> -norms[l]));
      int count = 0;
      while (count < Math.min(rank, norms.length)
          && norms[order[count]] > NEGLIGIBLE * norms[order[0]]) {
        count++;
      }
      double[] values = new double[count];
      double[][] left = new double[count][];
      double[][] right = new double[count][];
      for (int l = 0; l < count; l++) {
        values[l] = norms[order[l]];
        left[l] = features[order[l]];
        right[l] = samples[order[l]];
        Loops.scale(1 / values[l], right[l]);
      }
      return new Triplets(values, left, right);
    }

    /** Gram–Schmidt on the rows, twice; rows that depend on earlier ones become zero. */
    private static void orthonormalize(double[][] rows) {
      for (int l = 0; l < rows.length; l++) {
        double before = Math.sqrt(Loops.dot(rows[l], rows[l]));
        for (int round = 0; round < 2; round++) {
          for (int k = 0; k < l; k++) {
            Products.add(rows[l], -Loops.dot(rows[k], rows[l]), rows[k], rows[l].length);
          }
        }
        double after = Math.sqrt(Loops.dot(rows[l], rows[l]));
        Loops.scale(after > 1e-14 * before ? 1 / after : 0, rows[l]);
      }
    }

    /** Rotates pairs of rows until those of a are orthogonal; b takes part in every rotation. */
    private static void diagonalize(double[][] a, double[][] b) {
      boolean moved = true;
      for (int sweep = 0; moved && sweep < 30; sweep++) {
        moved = false;
        double[] squares = new double[a.length];
        double largest = 0;
        for (int l = 0; l < a.length; l++) {
          squares[l] = Loops.dot(a[l], a[l]);
          largest = Math.max(largest, squares[l]);
        }
        for (int p = 0; p < a.length; p++) {
          for (int q = p + 1; q < a.length; q++) {
            double inner = Loops.dot(a[p], a[q]);
            double least = Math.max(squares[p] * squares[q], 1e-30 * largest * largest);
            if (Math.abs(inner) > 1e-14 * Math.sqrt(least)) {
              double zeta = (squares[q] - squares[p]) / (2 * inner);
              double t = Math.copySign(1, zeta) / (Math.abs(zeta) + StrictMath.hypot(1, zeta));
              double cosine = 1 / Math.sqrt(1 + t * t);
              rotate(a[p], a[q], cosine, cosine * t);
              rotate(b[p], b[q], cosine, cosine * t);
              squares[p] = Loops.dot(a[p], a[p]);
              squares[q] = Loops.dot(a[q], a[q]);
              moved = true;
            }
          }
        }
      }
    }

    private static void rotate(double[] x, double[] y, double cosine, double sine) {
      for (int i = 0; i < x.length; i++) {
        double first = cosine * x[i] - sine * y[i];
        y[i] = sine * x[i] + cosine * y[i];
        x[i] = first;
      }
    }
  }

  /** Products with X, or with weight∘X + (1 − weight)∘M. */
  private static final class Filled {

    private final Store store;
    private final double[] featureMeans; // M = featureMeansᵀ·sampleMeans; null if unweighted
    private final double[] sampleMeans;
    private final double heaviest;

    Filled(Store store) {
      this.store = store;
      if (!store.sums().isWeighted()) {
        featureMeans = null;
        sampleMeans = null;
        heaviest = 1;
        return;
      }
      heaviest = store.sums().largestWeight();
      sampleMeans = columnMeans(store.side(Factor.CODES));
      featureMeans = columnMeans(store.side(Factor.BASIS));
      double mean = store.sums().absoluteSum() / store.sums().weightSum();
      Arrays.setAll(featureMeans, i -> featureMeans[i] / mean);
    }

    private static double[] columnMeans(SideData data) {
      DenseMatrix ones = new DenseMatrix(1, data.length());
      Arrays.fill(ones.array(), 1);
      DenseMatrix sums = new DenseMatrix(1, data.count());
      data.product(ones, sums);
      double[] means = sums.array();
      int[] indices = new int[data.longestColumn()];
      double[] values = new double[data.longestColumn()];
      double[] weights = new double[data.longestColumn()];
      for (int j = 0; j < means.length; j++) {
        int count = data.readStored(j, indices, values, weights);
        double weight = data.zeroWeight() * (data.length() - count);
        for (int k = 0; k < count; k++) {
          weight += weights[k];
        }
        means[j] = weight > 0 ? means[j] / weight : 0;
      }
      return means;
    }

    /** Returns rows·X for the codes, rows·Xᵀ for the basis. */
    double[][] times(Factor which, double[][] rows) {
      SideData data = store.side(which);
      if (featureMeans != null) {
        return weighted(which, data, rows);
      }
      DenseMatrix product = new DenseMatrix(rows.length, data.count());
      data.product(DenseMatrix.ofRows(rows), product);
      return product.toArray();
    }

    /** F·(weight∘X + (1 − weight)∘M) = F·M − F·(weight∘(M − X)). */
    private double[][] weighted(Factor which, SideData data, double[][] rows) {
      double[] across = which == Factor.CODES ? featureMeans : sampleMeans;
      double[] along = which == Factor.CODES ? sampleMeans : featureMeans;
      // A pass forms fixedᵀ·moving: M is the last row of both, the other rows of moving are 0.
      int last = rows.length;
      double[][] fixed = Arrays.copyOf(rows, last + 1);
      fixed[last] = across;
      DenseMatrix moving = new DenseMatrix(last + 1, data.count());
      System.arraycopy(along, 0, moving.array(), moving.offset(last), data.count());
      DenseMatrix product = new DenseMatrix(last + 1, data.count());
      PassSums sums = new PassSums(data.count());
      data.pass(new PassOperation.Euclidean(), DenseMatrix.ofRows(fixed), moving, product, sums);
      double[][] out = Arrays.copyOf(product.toArray(), last);
      for (int l = 0; l < last; l++) {
        double ofMeans = Loops.dot(rows[l], across);
        for (int j = 0; j < out[l].length; j++) {
          out[l][j] = ofMeans * along[j] - out[l][j] / heaviest;
        }
      }
      return out;
    }
  }
}
