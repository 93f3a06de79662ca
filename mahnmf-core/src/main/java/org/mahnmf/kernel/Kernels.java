package org.mahnmf.kernel;

import org.mahnmf.store.PassOperation;

/**
 * The hot loops. Arrays in, arrays out; one implementation is chosen when the program starts, see
 * {@link KernelLookup}.
 */
public interface Kernels {

  /** Returns the name that run records show. */
  String name();

  /**
   * Prepares a fixed factor for many columns.
   *
   * @param fixed rank x length, row-major; <em>not modified, not kept</em>
   * @param rank rows
   * @param length columns
   */
  Panel pack(double[] fixed, int rank, int length);

  /** A fixed factor in the layout that the kernels like; may be used by several threads. */
  interface Panel {

    /** Returns new scratch memory and loops for one thread. */
    Lane newLane();
  }

  /** The loops of one thread. */
  interface Lane {

    /**
     * Computes fixedᵀ·h.
     *
     * @param h rank entries; <em>not modified</em>
     * @param out receives length entries; <em>modified</em>
     */
    void forward(double[] h, double[] out);

    /**
     * Computes fixed·u.
     *
     * @param u length entries; <em>not modified</em>
     * @param out receives rank entries; <em>modified</em>
     */
    void backward(double[] u, double[] out);

    /**
     * One column of a pass: R = fixedᵀ·h − x, U = operation(R), product = fixed·U.
     *
     * @param operation what happens to each residual
     * @param h rank entries; <em>not modified</em>
     * @param x length entries; <em>not modified</em>
     * @param weights length entries, or null if all are 1; <em>not modified</em>
     * @param product receives rank entries; <em>modified</em>; null if not wanted
     * @param sums receives Σ w|R|, Σ w R², the smoothed loss and ⟨x, U⟩; <em>modified</em>
     */
    void column(
        PassOperation operation,
        double[] h,
        double[] x,
        double[] weights,
        double[] product,
        double[] sums);
  }
}
