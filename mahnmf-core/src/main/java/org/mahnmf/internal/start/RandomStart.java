package org.mahnmf.internal.start;

import java.util.Arrays;
import java.util.SplittableRandom;
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
 * Uniform random entries, both factors multiplied by the one number that brings WᵀH nearest to X in
 * the (weighted) Euclidean sense over the entries that count, so that nothing depends on the scale
 * of X.
 *
 * <p>Costs three products. The start to use for several restarts: seeds differ most here.
 */
public final class RandomStart implements Start {

  /** Size of a revived row against a typical entry: its product is a hundredth of a typical one. */
  private static final double REVIVED = .1;

  /** Creates the start. */
  public RandomStart() {}

  @Override
  public String name() {
    return "random";
  }

  @Override
  public String description() {
    return "uniform random factors at the Euclidean scale of X";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // Near the right scale from the outset, so that the sums below cannot cancel or overflow.
    double size = 2 * typicalEntry(problem);
    DenseMatrix basis = draw(problem.rank(), store.features(), size, random);
    DenseMatrix codes = draw(problem.rank(), store.samples(), size, random);
    double scale = bestScale(store, new Factors(basis, codes));
    return new Factors(basis.times(scale), codes.times(scale));
  }

  /**
   * Draws the basis that {@link #create} draws, before the common factor.
   *
   * @param problem <em>not modified</em>
   * @param seed the same seed gives the same factors
   */
  public static DenseMatrix drawBasis(Problem problem, long seed) {
    return draw(
        problem.rank(),
        problem.extent().features(),
        2 * typicalEntry(problem),
        new SplittableRandom(seed));
  }

  /**
   * Draws the codes that {@link #create} draws for some samples, before the common factor.
   *
   * @param whole size and sums of all samples; <em>not modified</em>
   * @param seed the same seed gives the same factors
   * @param first the first of these samples
   * @param count how many
   */
  public static DenseMatrix drawCodes(Whole whole, long seed, long first, int count) {
    DenseMatrix codes = new DenseMatrix(whole.rank(), count);
    for (int l = 0; l < whole.rank(); l++) {
      // The state of the generator is its seed plus the golden gamma per number drawn.
      long drawn = (long) whole.rank() * whole.features() + l * whole.samples() + first;
      SplittableRandom random = new SplittableRandom(seed + drawn * 0x9E3779B97F4A7C15L);
      fillRow(codes, l, whole.size(), random);
    }
    return codes;
  }

  /**
   * What a draw of some samples must know of all of them.
   *
   * @param rank number of components
   * @param features number of features
   * @param samples number of all samples
   * @param size largest number drawn
   */
  public record Whole(int rank, int features, long samples, double size) {

    /**
     * Knows it from the problem.
     *
     * @param problem <em>not modified</em>
     */
    public static Whole of(Problem problem) {
      Store.Extent all = problem.extent();
      return new Whole(problem.rank(), all.features(), all.samples(), 2 * typicalEntry(problem));
    }
  }

  /**
   * Returns the number in the open interval from 0 to 1 that a generator gives next.
   *
   * @param random <em>modified</em>
   */
  static double uniform(SplittableRandom random) {
    return ((random.nextLong() >>> 12) + .5) * 0x1p-52;
  }

  /**
   * Returns the entry that equal factors need for WᵀH to have the mean of X.
   *
   * @param problem <em>not modified</em>
   */
  static double typicalEntry(Problem problem) {
    Store.Sums sums = problem.extent().sums();
    double mean = sums.weightSum() > 0 ? sums.absoluteSum() / sums.weightSum() : 0;
    return Math.sqrt(mean / problem.rank());
  }

  /**
   * Gives components with a zero row in either factor small random rows, unless X is zero.
   *
   * @param problem <em>not modified</em>
   * @param factors <em>modified</em>
   * @param random <em>modified</em>
   */
  static void revive(Problem problem, Factors factors, SplittableRandom random) {
    double size = REVIVED * typicalEntry(problem);
    for (int l = 0; l < factors.rank(); l++) {
      boolean alive = Balance.norm(factors.basis(), l) > 0 && Balance.norm(factors.codes(), l) > 0;
      if (!alive) {
        fillRow(factors.basis(), l, size, random);
        fillRow(factors.codes(), l, size, random);
      }
    }
  }

  private static void fillRow(DenseMatrix matrix, int row, double size, SplittableRandom random) {
    for (int j = 0; j < matrix.columns(); j++) {
      matrix.set(row, j, size * uniform(random));
    }
  }

  private static DenseMatrix draw(int rows, int columns, double size, SplittableRandom random) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    Arrays.setAll(matrix.array(), i -> size * uniform(random));
    return matrix;
  }

  /**
   * Returns what both factors are to be multiplied by to bring A = WᵀH nearest to X: the root of
   * ⟨A, X⟩ / ⟨A, A⟩, both weighted; 1 if that is no number.
   *
   * @param store X; <em>not modified</em>
   * @param factors <em>not modified</em>
   */
  static double bestScale(Store store, Factors factors) {
    return agreement(store, factors).bestScale();
  }

  /**
   * Compares A = WᵀH with X over the samples of a problem, or of a block of it.
   *
   * @param store X; <em>not modified</em>
   * @param factors <em>not modified</em>
   */
  public static Agreement agreement(Store store, Factors factors) {
    SideData data = store.side(Factor.CODES);
    DenseMatrix product = new DenseMatrix(factors.rank(), data.count());
    data.product(factors.basis(), product);
    double withData = inner(product, factors.codes());
    PassSums sums = new PassSums(data.count());
    data.pass(new PassOperation.Euclidean(), factors.basis(), factors.codes(), product, sums);
    // ⟨A, A − X⟩ + ⟨A, X⟩
    return new Agreement(withData, inner(product, factors.codes()) + withData);
  }

  /**
   * How a product A agrees with X; blocks of samples add up.
   *
   * @param withData ⟨A, X⟩, weighted
   * @param withItself ⟨A, A⟩, weighted
   */
  public record Agreement(double withData, double withItself) {

    /** Returns what both factors of A are to be multiplied by; 1 if that is no number. */
    public double bestScale() {
      double scale = Math.sqrt(withData / withItself);
      return scale > 0 && scale < Double.POSITIVE_INFINITY ? scale : 1;
    }
  }

  private static double inner(DenseMatrix left, DenseMatrix right) {
    double[] a = left.array();
    double[] b = right.array();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
