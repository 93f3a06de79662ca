package org.mahnmf.solver;

import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.kernel.PiecewiseQuadratic;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.store.PassSums;
import org.mahnmf.store.SideData;

/**
 * One sweep of Algorithm 1 over a factor. A column keeps its residual while its entries change one
 * after the other; columns are independent, so they run in parallel and no m x n residual is
 * stored. Where a smooth term ties columns together they run one after the other.
 *
 * <p>The scalar problem of entry (l, j), with z the residual without component l and weights om:
 * min over x in [lo, hi] of Σ om_i (|z_i − w_i x| + ½α(z_i − w_i x)²) + ½ q x² − c x.
 */
final class RriStep implements SideStep {

  /** Columns per piece of work; does not depend on the number of threads. */
  private static final int CHUNK = 4;

  private final Problem problem;
  private final SideData data;
  private final Side side;
  private final boolean asPublished;
  private final RunContext run;
  private final PassSums sums;
  private final Column[] columns;
  private double products;

  /**
   * Prepares sweeps.
   *
   * @param asPublished take the leftmost minimiser even where the current entry is one already
   */
  RriStep(Problem problem, Factor which, boolean asPublished, RunContext run) {
    this.problem = problem;
    this.data = problem.store().side(which);
    this.side = problem.side(which);
    this.asPublished = asPublished;
    this.run = run;
    this.sums = new PassSums(data.count());
    this.columns = new Column[problem.store().workers().threads()];
  }

  @Override
  public void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    int rank = problem.rank();
    double[][] rows = new double[rank][data.length()];
    for (int l = 0; l < rank; l++) {
      System.arraycopy(fixed.array(), fixed.offset(l), rows[l], 0, data.length());
    }
    Kernels.Panel<double[]> panel = KernelLookup.kernels().pack(fixed.array(), rank, data.length());
    int chunk = side.isSeparable() ? CHUNK : data.count();
    problem
        .store()
        .workers()
        .run(
            data.count(),
            chunk,
            (worker, from, to) -> {
              if (columns[worker] == null) {
                columns[worker] = new Column();
              }
              columns[worker].bind(panel.newLane(), rows);
              for (int j = from; j < to; j++) {
                run.checkpoint();
                columns[worker].sweep(moving, j);
              }
            });
    // Residual and update of every entry: two products; the medians are counted as products too,
    // by their measured cost of about 50 flops an element.
    products += 2 + 25;
  }

  @Override
  public PassSums sums() {
    return sums;
  }

  @Override
  public double products() {
    return products;
  }

  /** Sweeps over the entries of one column; scratch memory of one thread. */
  private final class Column {

    private final PiecewiseQuadratic scalar = new PiecewiseQuadratic();
    private final double[] code = new double[problem.rank()];
    private final double[] x = new double[data.length()];
    private final double[] error = new double[data.length()];
    private final double[] weights = new double[data.length()];
    private final double[] totals = new double[4];
    private Kernels.Lane<double[]> lane;
    private double[][] rows;

    void bind(Kernels.Lane<double[]> newLane, double[][] newRows) {
      lane = newLane;
      rows = newRows;
    }

    void sweep(DenseMatrix moving, int j) {
      for (int l = 0; l < code.length; l++) {
        code[l] = moving.get(l, j);
      }
      data.read(j, x);
      data.readWeights(j, weights);
      lane.forward(code, error);
      for (int i = 0; i < error.length; i++) {
        error[i] = x[i] - error[i];
      }
      for (int l = 0; l < code.length; l++) {
        double before = code[l];
        double after = minimize(moving, l, j);
        if (after != before) {
          code[l] = after;
          moving.set(l, j, after);
          double[] w = rows[l];
          double step = after - before;
          for (int i = 0; i < error.length; i++) {
            error[i] -= step * w[i];
          }
        }
      }
      totals[0] = 0;
      totals[1] = 0;
      for (int i = 0; i < error.length; i++) {
        totals[0] += weights[i] * Math.abs(error[i]);
        totals[1] += weights[i] * error[i] * error[i];
      }
      sums.absoluteByColumn()[j] = totals[0];
      sums.squaredByColumn()[j] = totals[1];
    }

    private double minimize(DenseMatrix moving, int l, int j) {
      double current = code[l];
      double q = 0;
      double c = 0;
      for (SmoothTerm term : side.smooth()) {
        q += term.entryCurvature(j);
        c += term.entryPull(moving, l, j);
      }
      double alpha = problem.loss().curvature();
      if (alpha > 0) {
        double[] w = rows[l];
        double curvature = 0;
        double pull = 0;
        for (int i = 0; i < w.length; i++) {
          double weighted = weights[i] * w[i];
          curvature += weighted * w[i];
          pull += weighted * (error[i] + w[i] * current);
        }
        q += alpha * curvature;
        c += alpha * pull;
      }
      double lo = side.set().lower();
      double hi = side.set().upper();
      if (!asPublished && isOptimal(l, q, c, lo, hi)) {
        return current;
      }
      int count = fillBreakpoints(l);
      if (count == 0 && q == 0) {
        return current; // errata 17: nothing depends on this entry
      }
      return scalar.minimize(count, q, c, lo, hi);
    }

    /** p_i = z_i / w_i and their weights, where the weight is positive (Alg. 1 line 5). */
    private int fillBreakpoints(int l) {
      double[] w = rows[l];
      double current = code[l];
      double[] p = scalar.breakpoints(w.length);
      double[] a = scalar.weights(w.length);
      int count = 0;
      for (int i = 0; i < w.length; i++) {
        double weight = weights[i] * w[i];
        double breakpoint = current + error[i] / w[i];
        if (weight > 0 && Math.abs(breakpoint) < Double.POSITIVE_INFINITY) {
          p[count] = breakpoint;
          a[count] = weight;
          count++;
        }
      }
      return count;
    }

    /** Whether 0 is a subgradient where the entry is now, up to the box. */
    private boolean isOptimal(int l, double q, double c, double lo, double hi) {
      double[] w = rows[l];
      double positive = 0;
      double negative = 0;
      double total = 0;
      for (int i = 0; i < w.length; i++) {
        double weight = weights[i] * w[i];
        total += weight;
        positive += error[i] > 0 ? weight : 0;
        negative += error[i] < 0 ? weight : 0;
      }
      double zero = total - positive - negative;
      double slope = q * code[l] - c + negative - positive;
      return (slope - zero <= 0 || code[l] <= lo) && (slope + zero >= 0 || code[l] >= hi);
    }
  }
}
