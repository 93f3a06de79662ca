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
    // Near the right scale from the outset, so that the sums below cannot cancel or overflow.
    Whole whole = Whole.of(problem);
    DenseMatrix basis = drawBasis(whole, seed);
    DenseMatrix codes = drawCodes(whole, seed, 0, store.samples());
    return scaled(store, new Factors(basis, codes));
  }

  /** Draws the basis that {@link #create} draws, before the common factor. */
  public static DenseMatrix drawBasis(Whole whole, long seed) {
    DenseMatrix basis = new DenseMatrix(whole.rank, whole.features);
    SplittableRandom random = new SplittableRandom(seed);
    Arrays.setAll(basis.array(), i -> whole.size * uniform(random));
    return basis;
  }

  /** Draws the codes that {@link #create} draws for some samples, before the common factor. */
  public static DenseMatrix drawCodes(Whole whole, long seed, long first, int count) {
    DenseMatrix codes = new DenseMatrix(whole.rank, count);
    for (int l = 0; l < whole.rank; l++) {
      // The state of the generator is its seed plus the golden gamma per number drawn.
      long drawn = (long) whole.rank * whole.features + l * whole.samples + first;
      SplittableRandom random = new SplittableRandom(seed + drawn * 0x9E3779B97F4A7C15L);
      fillRow(codes, l, whole.size, random);
    }
    return codes;
  }

  /** What a draw of some samples must know of all of them; size is the largest number drawn. */
  public record Whole(int rank, int features, long samples, double size) {

    /** Knows it from the problem. */
    public static Whole of(Problem problem) {
      Store.Extent all = problem.extent();
      return new Whole(problem.rank(), all.features(), all.samples(), 2 * typicalEntry(problem));
    }
  }

  /** Returns the number in the open interval from 0 to 1 that a generator gives next. */
  static double uniform(SplittableRandom random) {
    return ((random.nextLong() >>> 12) + .5) * 0x1p-52;
  }

  /** Returns the entry that equal factors need for WᵀH to have the mean of X. */
  static double typicalEntry(Problem problem) {
    Store.Sums sums = problem.extent().sums();
    double mean = sums.weightSum() > 0 ? sums.absoluteSum() / sums.weightSum() : 0;
    return Math.sqrt(mean / problem.rank());
  }

  /**
   * Gives components with a zero row in either factor, <em>modified</em>, small random rows, unless
   * X is zero.
   */
  static void revive(Problem problem, Factors factors, SplittableRandom random) {
    double size = REVIVED * typicalEntry(problem);
    for (int l = 0; l < factors.rank(); l++) {
      boolean alive = factors.basis().norm(l) > 0 && factors.codes().norm(l) > 0;
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

  /** Returns factors multiplied by the one number that brings their product nearest to X. */
  static Factors scaled(Store store, Factors factors) {
    double scale = agreement(store, factors).bestScale();
    return new Factors(factors.basis().times(scale), factors.codes().times(scale));
  }

  /** Compares A = WᵀH with X over the samples of a problem, or of a block of it. */
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

  /** How a product A agrees with X, weighted: ⟨A, X⟩ and ⟨A, A⟩; blocks of samples add up. */
  public record Agreement(double withData, double withItself) {

    /** Returns √(⟨A, X⟩ / ⟨A, A⟩), which both factors want as a factor; 1 if it is no number. */
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
