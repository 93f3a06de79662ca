package org.mahnmf.lab.method;

import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.lab.linear.Lanczos;
import org.mahnmf.lab.linear.TallProducts;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Accelerated proximal gradient steps on ½⟨F, G·F⟩ − ⟨P, F⟩ + price(F), which is least squares with
 * a price once G = AAᵀ and P = AX (Beck, Teboulle 2009), begun anew whenever the momentum points
 * uphill (O'Donoghue, Candès 2015). A step costs 2·r² flops a column.
 */
final class ProximalSteps {

  /** A price by its proximal step. */
  @FunctionalInterface
  interface Price {
    /** Replaces F by the minimiser of ½‖· − F‖² + step·price(·). */
    void prox(DenseMatrix factor, double step);
  }

  private ProximalSteps() {}

  /**
   * Makes steps.
   *
   * @param gram G, r x r; <em>not modified</em>
   * @param product P, r x count; <em>not modified</em>
   * @param moving F, r x count; <em>modified</em>
   */
  static void improve(
      DenseMatrix gram, DenseMatrix product, DenseMatrix moving, Price price, int steps) {
    double lipschitz = (1 + 1e-8) * largest(gram);
    if (!(lipschitz > 0)) {
      return;
    }
    DenseMatrix ahead = moving.copy();
    DenseMatrix gradient = new DenseMatrix(moving.rows(), moving.columns());
    double alpha = 1;
    for (int step = 0; step < steps; step++) {
      TallProducts.times(gram, TallProducts.rows(ahead), gradient);
      double[] y = ahead.array();
      double[] g = gradient.array();
      double[] p = product.array();
      for (int k = 0; k < y.length; k++) {
        g[k] = y[k] - (g[k] - p[k]) / lipschitz;
      }
      price.prox(gradient, 1 / lipschitz);
      double[] f = moving.array();
      double uphill = 0;
      for (int k = 0; k < y.length; k++) {
        uphill += (y[k] - g[k]) * (g[k] - f[k]);
      }
      double next = uphill > 0 ? 1 : .5 * (1 + Math.sqrt(1 + 4 * alpha * alpha));
      double momentum = uphill > 0 ? 0 : (alpha - 1) / next;
      for (int k = 0; k < y.length; k++) {
        y[k] = g[k] + momentum * (g[k] - f[k]);
        f[k] = g[k];
      }
      alpha = next;
    }
  }

  /** Returns F·Fᵀ. */
  static DenseMatrix gram(DenseMatrix factor) {
    DenseMatrix gram = new DenseMatrix(factor.rows(), factor.rows());
    RankAlgebra.gram(factor.array(), factor.rows(), factor.columns(), gram.array());
    return gram;
  }

  /** Returns ½‖X − AᵀF‖² from ‖X‖², G and P. */
  static double loss(double squares, DenseMatrix gram, DenseMatrix product, DenseMatrix moving) {
    double sum = squares - 2 * Dots.dot(product.array(), moving.array(), moving.array().length);
    DenseMatrix own = gram(moving);
    sum += Dots.dot(gram.array(), own.array(), own.array().length);
    return .5 * Math.max(0, sum);
  }

  private static double largest(DenseMatrix gram) {
    int r = gram.rows();
    return Lanczos.largest(
            (x, out) -> {
              for (int l = 0; l < r; l++) {
                out[l] = Dots.dot(gram.array(), gram.offset(l), x, 0, r);
              }
            },
            r,
            1,
            0)
        .values()[0];
  }
}
