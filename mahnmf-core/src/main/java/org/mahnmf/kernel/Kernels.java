package org.mahnmf.kernel;

import org.mahnmf.store.PassOperation;

/**
 * The hot loops. Arrays in, arrays out; one implementation is chosen when the program starts, see
 * {@link KernelLookup}.
 */
public interface Kernels {

  /** Returns the name that run records show. */
  String name();

  /** The most columns that a block may hold. */
  int BLOCK = 16;

  /**
   * Prepares a fixed factor for many columns.
   *
   * @param fixed rank x length, row-major; <em>not modified, not kept</em>
   * @param rank rows
   * @param length columns
   */
  default Panel<double[]> pack(double[] fixed, int rank, int length) {
    return pack(fixed, fixed, rank, length);
  }

  /**
   * Prepares a fixed factor whose products with codes and with duals differ.
   *
   * @param forward what codes are multiplied with, rank x length; <em>not modified, not kept</em>
   * @param backward what duals are multiplied with, rank x length; <em>not modified, not kept</em>
   * @param rank rows
   * @param length columns
   */
  Panel<double[]> pack(double[] forward, double[] backward, int rank, int length);

  /**
   * The same for data that are kept as floats: products may be those of floats, while the sums over
   * a column are as exact as doubles make them.
   *
   * @param forward what codes are multiplied with, rank x length; <em>not modified, not kept</em>
   * @param backward what duals are multiplied with, rank x length; <em>not modified, not kept</em>
   * @param rank rows
   * @param length columns
   */
  Panel<float[]> packFloat(double[] forward, double[] backward, int rank, int length);

  /** Returns the sieve that weighted medians of many elements use; threads may share it. */
  Sieve sieve();

  /** Finds the elements between two numbers, and the weights of the others. */
  interface Sieve {

    /** Returns from how many elements on a pass is worth the sample that guesses its bracket. */
    int worthwhileFrom();

    /**
     * Copies the elements with from &lt; p ≤ to, in their order.
     *
     * @param p numbers; <em>not modified</em>
     * @param a their weights; <em>not modified</em>
     * @param count how many
     * @param from lower end, may be negative infinity
     * @param to upper end, not below from, may be infinity
     * @param pInside <em>overwritten</em> with the numbers inside; another array than p, as long
     * @param aInside <em>overwritten</em> with their weights
     * @param outside <em>overwritten</em> with the weight at or below from and the weight above to
     * @return how many are inside
     */
    int inside(
        double[] p,
        double[] a,
        int count,
        double from,
        double to,
        double[] pInside,
        double[] aInside,
        double[] outside);
  }

  /**
   * A fixed factor in the layout that the kernels like; may be used by several threads.
   *
   * @param <A> how the data are kept: an array of doubles or of floats
   */
  interface Panel<A> {

    /** Returns new scratch memory and loops for one thread. */
    Lane<A> newLane();
  }

  /**
   * The loops of one thread. What comes out for a column does not depend on its block.
   *
   * @param <A> how the data are kept: an array of doubles or of floats
   */
  interface Lane<A> {

    /**
     * Computes forwardᵀ·h.
     *
     * @param h rank entries; <em>not modified</em>
     * @param out receives length entries; <em>modified</em>
     */
    void forward(double[] h, double[] out);

    /**
     * Computes backward·u.
     *
     * @param u length entries; <em>not modified</em>
     * @param out receives rank entries; <em>modified</em>
     */
    void backward(double[] u, double[] out);

    /**
     * A block of a pass, column by column: R = forwardᵀ·h − x, U = operation(R), product =
     * backward·U.
     *
     * @param operation what happens to each residual
     * @param count number of columns, 1 to {@link #BLOCK}
     * @param h count x rank; <em>not modified</em>
     * @param x count x length from the offset on; <em>not modified</em>
     * @param weights like x, or null if all are 1; <em>not modified</em>
     * @param offset where the first column begins in x and weights
     * @param product receives count x rank entries; <em>modified</em>; null if not wanted
     * @param sums receives, for each column, Σ w|R|, Σ w R², the smoothed loss and ⟨x, U⟩; a
     *     smoothing pass gives Σ w R² if it has curvature and the smoothed loss if it is wanted,
     *     else 0; <em>modified</em>
     */
    void block(
        PassOperation operation,
        int count,
        double[] h,
        A x,
        A weights,
        int offset,
        double[] product,
        double[] sums);

    /**
     * A block of an ADMM half-step, column by column: with v = x − forwardᵀ·h + a the new residual
     * is E = soft(v, tau·w)/(1 + curvature·tau·w), the new dual a = v − E, and T = x − E + a; then
     * product = backward·T, or cross += Σ crossCodes·Tᵀ.
     *
     * @param tau the penalty's inverse, positive
     * @param curvature of the loss
     * @param count number of columns, 1 to {@link #BLOCK}
     * @param h count x rank; <em>not modified</em>
     * @param x count x length from the offset on; <em>not modified</em>
     * @param weights like x, or null if all are 1; <em>not modified</em>
     * @param dual a, like x; <em>modified</em>
     * @param offset where the first column begins in x, weights and dual
     * @param product receives count x rank entries; <em>modified</em>; null if not wanted
     * @param crossCodes count x rank; <em>not modified</em>; null if cross is
     * @param cross rank x length; <em>modified</em>: added to; null if not wanted
     */
    void dualBlock(
        double tau,
        double curvature,
        int count,
        double[] h,
        A x,
        A weights,
        A dual,
        int offset,
        double[] product,
        double[] crossCodes,
        A cross);

    /**
     * A block of one column, see {@link #block}.
     *
     * @param operation what happens to each residual
     * @param h rank entries; <em>not modified</em>
     * @param x length entries; <em>not modified</em>
     * @param weights length entries, or null if all are 1; <em>not modified</em>
     * @param product receives rank entries; <em>modified</em>; null if not wanted
     * @param sums receives four sums; <em>modified</em>
     */
    default void column(
        PassOperation operation, double[] h, A x, A weights, double[] product, double[] sums) {
      block(operation, 1, h, x, weights, 0, product, sums);
    }
  }
}
