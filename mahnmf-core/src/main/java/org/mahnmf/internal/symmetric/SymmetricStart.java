package org.mahnmf.internal.symmetric;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * Brings a start near X ≈ HHᵀ by Euclidean multiplicative steps H ← H∘(½ + ½·(Ω∘X)H / (Ω∘HHᵀ)H),
 * because the exact coordinate step from a random start stalls before it finds planted blocks
 * (errata 19).
 *
 * <p>Weights Ω enter both products, so missing entries, of weight 0, take no part and nothing is
 * imputed. Without weights (HHᵀ)H = H(HᵀH) costs n·r². A start whose factors are equal already is
 * taken as it is: it is a user's choice or the end of another run.
 *
 * <p>Reference: Ding, He, Simon, "On the equivalence of nonnegative matrix factorization and
 * spectral clustering", 2005.
 */
final class SymmetricStart {

  private static final int STEPS = 100;

  /** Entries below this share of the mean are lifted: a multiplicative step never leaves zero. */
  private static final double LOW = 1e-3;

  private static final double LIFT = 1e-2; // largest share of the mean that a lifted entry gets
  private final SideData data;
  private final RunContext run;
  private final boolean weighted;
  private final DenseMatrix h;
  private final DenseMatrix numerator;
  private final DenseMatrix denominator;
  private final PassSums sums;

  private SymmetricStart(Store store, DenseMatrix h, RunContext run) {
    this.data = store.side(Factor.CODES);
    this.weighted = store.sums().isWeighted();
    this.run = run;
    this.h = h;
    this.numerator = new DenseMatrix(h.rows(), h.columns());
    this.denominator = new DenseMatrix(h.rows(), h.columns());
    this.sums = weighted ? new PassSums(data.count()) : null;
  }

  /**
   * Makes both factors, <em>modified</em>, the same good start; ends early if the run is asked to
   * stop. Returns the work in products of 2·n²·rank flops.
   */
  static double apply(Store store, Factors factors, RunContext run) {
    if (factors.basis().equals(factors.codes())) {
      return 0;
    }
    DenseMatrix h = factors.codes();
    double[] codes = h.array();
    double[] basis = factors.basis().array();
    for (int i = 0; i < codes.length; i++) {
      codes[i] = .5 * (codes[i] + basis[i]);
    }
    SymmetricStart start = new SymmetricStart(store, h, run);
    int steps = start.improve();
    factors.basis().assign(h);
    double share = start.data.stored() / ((double) h.columns() * h.columns());
    return steps * share * (start.weighted ? 3 : 1);
  }

  private int improve() {
    lift();
    products();
    rescale();
    for (int step = 0; step < STEPS; step++) {
      if (run.stopRequested().getAsBoolean()) {
        return step;
      }
      products();
      double[] a = h.array();
      for (int i = 0; i < a.length; i++) {
        double below = denominator.array()[i];
        // Below 0 only by rounding; then, or at 0, no step can be told.
        double ratio = below > 0 ? numerator.array()[i] / below : 1;
        a[i] *= ratio < Double.POSITIVE_INFINITY ? .5 + .5 * ratio : 1;
      }
    }
    return STEPS;
  }

  /** Dead components and zeros get small random entries, different ones for every component. */
  private void lift() {
    double[] a = h.array();
    double mean = 0;
    for (double value : a) {
      mean += value / a.length;
    }
    double typical = mean > 0 ? mean : 1;
    SplittableRandom random = new SplittableRandom(0);
    for (int i = 0; i < a.length; i++) {
      if (a[i] < LOW * typical) {
        a[i] = LIFT * typical * (.5 + .5 * random.nextDouble());
      }
    }
  }

  /** Multiplies H so that HHᵀ is nearest to X; a zero X gives zero. */
  private void rescale() {
    double withData = 0;
    double withItself = 0;
    for (int i = 0; i < h.array().length; i++) {
      withData += h.array()[i] * numerator.array()[i];
      withItself += h.array()[i] * denominator.array()[i];
    }
    double factor = Math.sqrt(withData / withItself);
    if (factor >= 0 && factor < Double.POSITIVE_INFINITY) {
      h.assign(h.times(factor));
    }
  }

  /** (Ω∘X)H and (Ω∘HHᵀ)H, both transposed. */
  private void products() {
    data.product(h, numerator);
    if (weighted) {
      data.pass(new PassOperation.Euclidean(), h, h, denominator, sums);
      for (int i = 0; i < numerator.array().length; i++) {
        denominator.array()[i] += numerator.array()[i];
      }
      return;
    }
    int n = h.columns();
    double[] a = h.array();
    double[] out = denominator.array();
    Arrays.fill(out, 0);
    for (int l = 0; l < h.rows(); l++) {
      for (int k = 0; k <= l; k++) {
        double gram = 0;
        for (int i = 0; i < n; i++) {
          gram += a[l * n + i] * a[k * n + i];
        }
        addRow(a, k * n, gram, out, l * n, n);
        if (k < l) {
          addRow(a, l * n, gram, out, k * n, n);
        }
      }
    }
  }

  private static void addRow(double[] a, int from, double factor, double[] out, int to, int n) {
    for (int i = 0; i < n; i++) {
      out[to + i] += factor * a[from + i];
    }
  }
}
