package org.mahnmf;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/**
 * Tables with known properties and naive sums to judge answers by; rows are samples. Other modules
 * use this class through the test-jar.
 */
public final class TestProblems {

  private TestProblems() {}

  /** A source of random numbers that says its seed. */
  public static final class Generator {

    private final long seed;
    private final SplittableRandom random;

    /**
     * Begins a sequence.
     *
     * @param seed of the sequence
     */
    public Generator(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    /** Returns the seed. */
    public long seed() {
      return seed;
    }

    /** Returns a number from 0 to 1. */
    public double uniform() {
      return random.nextDouble();
    }

    /**
     * Returns a whole number.
     *
     * @param from smallest
     * @param to largest
     */
    public int integer(int from, int to) {
      return from + random.nextInt(to - from + 1);
    }

    /**
     * Returns true with a probability.
     *
     * @param probability from 0 to 1
     */
    public boolean chance(double probability) {
      return random.nextDouble() < probability;
    }

    /**
     * Returns numbers from 0 to 1.
     *
     * @param count how many
     */
    public double[] vector(int count) {
      double[] values = new double[count];
      for (int i = 0; i < count; i++) {
        values[i] = random.nextDouble();
      }
      return values;
    }

    /**
     * Returns a table of numbers from 0 to 1.
     *
     * @param rows number of rows
     * @param columns number of columns
     */
    public double[][] table(int rows, int columns) {
      double[][] table = new double[rows][];
      for (int i = 0; i < rows; i++) {
        table[i] = vector(columns);
      }
      return table;
    }

    /**
     * Returns an order of the numbers from 0.
     *
     * @param count how many numbers
     */
    public int[] permutation(int count) {
      int[] order = new int[count];
      for (int i = 0; i < count; i++) {
        int j = random.nextInt(i + 1);
        order[i] = order[j];
        order[j] = i;
      }
      return order;
    }

    @Override
    public String toString() {
      return "seed " + seed;
    }
  }

  /** Something that must hold for every sequence of random numbers. */
  @FunctionalInterface
  public interface Claim {

    /**
     * Throws if it does not hold.
     *
     * @param random where the claim takes its cases from
     */
    void check(Generator random);
  }

  /**
   * Checks a claim with several seeds; a failure names its seed.
   *
   * @param firstSeed the first seed
   * @param count number of seeds
   * @param claim what must hold
   */
  public static void forSeeds(long firstSeed, int count, Claim claim) {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      Generator random = new Generator(seed);
      try {
        claim.check(random);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(random + ": " + e.getMessage(), e);
      }
    }
  }

  /** A table that is a product of two known factors, and what it was turned into. */
  public static final class Planted {

    private final double[][] codes;
    private final double[][] basis;
    private final double[][] clean;
    private final double[][] table;

    private Planted(double[][] codes, double[][] basis) {
      this.codes = codes;
      this.basis = basis;
      this.clean = multiply(codes, basis);
      this.table = copy(clean);
    }

    /** Returns the planted codes, samples x rank; the array itself. */
    public double[][] codes() {
      return codes;
    }

    /** Returns the planted basis, rank x features; the array itself. */
    public double[][] basis() {
      return basis;
    }

    /** Returns codes·basis; the array itself. */
    public double[][] clean() {
      return clean;
    }

    /** Returns the clean table with whatever noise was added; the array itself. */
    public double[][] table() {
      return table;
    }

    /** Returns the table as observations. */
    public Observations observations() {
      return Observations.of(table);
    }

    /** Returns Σ |table − clean| over what is not missing: what the planted factors cost. */
    public double truth() {
      return TestProblems.objective(observations(), codes, basis);
    }

    /**
     * Returns Σ (codes·basis − clean)² / Σ clean².
     *
     * @param product found by somebody
     */
    public double recoveryError(Matrix product) {
      double error = 0;
      double norm = 0;
      for (int i = 0; i < clean.length; i++) {
        for (int j = 0; j < clean[i].length; j++) {
          double difference = product.get(i, j) - clean[i][j];
          error += difference * difference;
          norm += clean[i][j] * clean[i][j];
        }
      }
      return error / norm;
    }
  }

  /**
   * Uniform random numbers from 0 to 1: no structure at all.
   *
   * @param samples rows
   * @param features columns
   * @param seed of the numbers
   */
  public static double[][] uniform(int samples, int features, long seed) {
    return new Generator(seed).table(samples, features);
  }

  /**
   * A product of uniform random factors without noise.
   *
   * @param samples rows
   * @param features columns
   * @param rank of the factors
   * @param seed of the numbers
   */
  public static Planted planted(int samples, int features, int rank, long seed) {
    Generator random = new Generator(seed);
    double[][] codes = random.table(samples, rank);
    double[][] basis = random.table(rank, features);
    return new Planted(codes, basis);
  }

  /**
   * A product of uniform random factors with salt and pepper: 10 % of the entries are set to twice
   * the largest, 10 % to 0.
   *
   * @param samples rows
   * @param features columns
   * @param rank of the factors
   * @param seed of the numbers
   */
  public static Planted plantedWithSpikes(int samples, int features, int rank, long seed) {
    Planted planted = planted(samples, features, rank, seed);
    double spike = 2 * largest(planted.clean);
    Generator random = new Generator(~seed);
    for (double[] row : planted.table) {
      for (int j = 0; j < row.length; j++) {
        double u = random.uniform();
        row[j] = u < .1 ? spike : u < .2 ? 0 : row[j];
      }
    }
    return planted;
  }

  /**
   * A product of uniform random factors of which some entries are missing (NaN); no line is empty.
   *
   * @param samples rows
   * @param features columns
   * @param rank of the factors
   * @param share of the entries that are missing
   * @param seed of the numbers
   */
  public static Planted plantedWithMissing(
      int samples, int features, int rank, double share, long seed) {
    Planted planted = planted(samples, features, rank, seed);
    hide(planted.table, share, seed);
    return planted;
  }

  /**
   * Marks random entries as missing; those on a diagonal stay, so that no line is empty.
   *
   * @param table <em>modified</em>
   * @param share of the entries that are missing
   * @param seed of the choice
   */
  public static void hide(double[][] table, double share, long seed) {
    Generator random = new Generator(seed ^ 0x5DEECE66DL);
    int columns = table[0].length;
    int shorter = Math.min(table.length, columns);
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < columns; j++) {
        if (random.chance(share) && i % shorter != j % shorter) {
          table[i][j] = Double.NaN;
        }
      }
    }
  }

  /**
   * A table with one factorization up to order and scale of the components (Laurberg et al. 2008):
   * each component has a sample of its own and a feature of its own, so no other non-negative
   * factors have the same product.
   *
   * @param samples rows, at least rank
   * @param features columns, at least rank
   * @param rank of the factors
   * @param seed of the numbers
   */
  public static Planted unique(int samples, int features, int rank, long seed) {
    Generator random = new Generator(seed);
    double[][] codes = random.table(samples, rank);
    double[][] basis = random.table(rank, features);
    for (int k = 0; k < rank; k++) {
      for (int l = 0; l < rank; l++) {
        codes[k][l] = k == l ? 1 : 0;
        basis[l][k] = k == l ? 1 : 0;
      }
    }
    return new Planted(codes, basis);
  }

  /**
   * Returns Σ weight·|X − codes·basis| by plain loops.
   *
   * @param observations X and weights
   * @param codes samples x rank
   * @param basis rank x features
   */
  public static double objective(Observations observations, double[][] codes, double[][] basis) {
    return objective(observations, DenseMatrix.ofRows(codes), DenseMatrix.ofRows(basis));
  }

  /**
   * Returns Σ weight·|X − codes·basis| by plain loops.
   *
   * @param observations X and weights
   * @param codes samples x rank
   * @param basis rank x features
   */
  public static double objective(Observations observations, Matrix codes, Matrix basis) {
    double sum = 0;
    for (int i = 0; i < observations.samples(); i++) {
      for (int j = 0; j < observations.features(); j++) {
        double weight = observations.weight(i, j);
        if (weight > 0) {
          double fit = 0;
          for (int l = 0; l < basis.rows(); l++) {
            fit += codes.get(i, l) * basis.get(l, j);
          }
          sum += weight * Math.abs(observations.values().get(i, j) - fit);
        }
      }
    }
    return sum;
  }

  /**
   * Returns Σ weight·|X|, the objective of zero factors.
   *
   * @param observations X and weights
   */
  public static double absoluteSum(Observations observations) {
    return objective(
        observations,
        new DenseMatrix(observations.samples(), 1),
        new DenseMatrix(1, observations.features()));
  }

  /**
   * Returns a·b.
   *
   * @param a left
   * @param b right
   */
  public static double[][] multiply(double[][] a, double[][] b) {
    double[][] out = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int l = 0; l < b.length; l++) {
        for (int j = 0; j < b[0].length; j++) {
          out[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return out;
  }

  /**
   * Returns a table with every entry multiplied.
   *
   * @param table <em>not modified</em>
   * @param factor multiplies every entry
   */
  public static double[][] times(double[][] table, double factor) {
    double[][] out = copy(table);
    for (double[] row : out) {
      for (int j = 0; j < row.length; j++) {
        row[j] *= factor;
      }
    }
    return out;
  }

  /**
   * Returns a table with its rows in another order.
   *
   * @param table <em>not modified</em>
   * @param order row i of the result is row order[i]
   */
  public static double[][] permute(double[][] table, int[] order) {
    double[][] out = new double[table.length][];
    for (int i = 0; i < out.length; i++) {
      out[i] = table[order[i]].clone();
    }
    return out;
  }

  /**
   * Returns a table of one number.
   *
   * @param rows number of rows
   * @param columns number of columns
   * @param value of every entry
   */
  public static double[][] constant(int rows, int columns, double value) {
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      Arrays.fill(row, value);
    }
    return out;
  }

  /**
   * Returns a copy.
   *
   * @param table <em>not modified</em>
   */
  public static double[][] copy(double[][] table) {
    double[][] out = new double[table.length][];
    for (int i = 0; i < out.length; i++) {
      out[i] = table[i].clone();
    }
    return out;
  }

  /**
   * Returns a matrix as an array of rows.
   *
   * @param matrix <em>not modified</em>
   */
  public static double[][] rows(Matrix matrix) {
    double[][] out = new double[matrix.rows()][matrix.columns()];
    for (int i = 0; i < out.length; i++) {
      matrix.copyRow(i, out[i]);
    }
    return out;
  }

  private static double largest(double[][] table) {
    double largest = 0;
    for (double[] row : table) {
      for (double value : row) {
        largest = Math.max(largest, value);
      }
    }
    return largest;
  }
}
