package org.mahnmf.internal.descent;

import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.descent.Alternating.SideStep;
import org.mahnmf.internal.kernel.FactorRows;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.sparse.ColumnReader;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.RunContext;

/**
 * One sweep of Algorithm 1 over a factor. A column keeps its residual while its entries change one
 * after the other; columns are independent, so they run in parallel and no m x n residual is
 * stored. Where a smooth term ties columns together they run one after the other.
 *
 * <p>The scalar problem of entry (l, j), with z the residual without component l and weights om:
 * min over x in [lo, hi] of Σ om_i (|z_i − w_i x| + ½α(z_i − w_i x)²) + ½ q x² − c x.
 *
 * <p>The absent entries of sparse data have z_i ≤ 0, so that on x ≥ 0 all of them together are one
 * linear term, ω₀ Σ w_i x, and for α &gt; 0 a quadratic one. Their sums are those over all entries
 * less those over the stored ones, so a sweep costs O(nnz·r + n·r).
 */
public class RriStep extends SideStep {

  /** Columns per piece of work; does not depend on the number of threads. */
  private static final int CHUNK = 4;

  private static final int SPARSE_CHUNK = 64; // likewise for sparse data, whose columns are short

  /** What is left of a residual when its digits are those of rounding. */
  private static final double MOSTLY_ROUNDING = 1e-9;

  private final boolean leftmost;
  private final PerWorker<Column> columns;

  /** The fixed factor, as the entries of a column see it; shared by all threads. */
  private double[][] fixedRows;

  private FactorRows factor;
  private ColumnPanel panel;

  /**
   * Prepares it.
   *
   * @param leftmost whether the leftmost minimiser is taken even where the entry is one already, as
   *     the paper prints it
   */
  public RriStep(Problem problem, Store store, Factor which, boolean leftmost, RunContext run) {
    super(problem, store, which, run);
    this.leftmost = leftmost;
    this.columns = new PerWorker<>(workers, Column::new);
  }

  @Override
  protected void improve(DenseMatrix fixed, DenseMatrix moving, int outerStep, double loss) {
    if (data.isSparse()) {
      panel = new ColumnPanel(fixed, problem.loss().curvature() > 0, workers);
    } else {
      fixedRows = fixed.toArray();
      factor = new FactorRows(fixed.array(), fixedRows.length, data.length());
    }
    int chunk = data.isSparse() ? SPARSE_CHUNK : CHUNK;
    workers.run(
        data.count(),
        side.isSeparable() ? chunk : data.count(),
        (worker, from, to) -> {
          for (int j = from; j < to; j++) {
            run.stopIfAsked();
            columns.of(worker).sweep(moving, j);
          }
        });
    // Residual and update of every entry: two products; the medians are counted as products too,
    // by their measured cost of about 50 flops an element.
    products += 2 + 25;
  }

  /** Sweeps over the entries of one column; scratch memory of one thread. */
  private final class Column {

    private final PiecewiseQuadratic scalar = new PiecewiseQuadratic();
    private final double[] code = new double[problem.rank()];
    private final double[] absentSums = new double[problem.rank()];
    private final ColumnReader reader;
    private final double[] x;
    private final double[] weights;
    private final double[] error;
    private double[][] rows;
    private int count;

    Column() {
      reader = data.isSparse() ? new ColumnReader(data) : null;
      int longest = data.isSparse() ? reader.longest() : data.length();
      x = data.isSparse() ? reader.values() : new double[longest];
      weights = data.isSparse() ? reader.weights() : new double[longest];
      rows = data.isSparse() ? new double[problem.rank()][longest] : null;
      error = new double[longest];
    }

    /** Fills in everything about a column but its code; absent entries of sparse data are sums. */
    private void load(int j) {
      if (data.isSparse()) {
        count = reader.read(j);
        reader.gather(panel, rows);
        reader.absentSums(panel, absentSums);
        for (int k = 0; k < count; k++) {
          error[k] = x[k] - panel.dot(reader.indices()[k], code, 0);
        }
        return;
      }
      count = data.length();
      rows = fixedRows;
      data.read(j, x);
      data.readWeights(j, weights);
      factor.forward(code, error);
      for (int i = 0; i < count; i++) {
        error[i] = x[i] - error[i];
      }
    }

    void sweep(DenseMatrix moving, int j) {
      for (int l = 0; l < code.length; l++) {
        code[l] = moving.get(l, j);
      }
      load(j);
      double begin = absolute();
      for (int l = 0; l < code.length; l++) {
        double before = code[l];
        double after = minimize(moving, l, j);
        if (after != before) {
          code[l] = after;
          moving.set(l, j, after);
          double[] w = rows[l];
          double step = after - before;
          for (int i = 0; i < count; i++) {
            error[i] -= step * w[i];
          }
        }
      }
      double absolute = absolute();
      if (absolute < MOSTLY_ROUNDING * begin) {
        load(j); // the residual afresh: it came down from far above
        absolute = absolute();
      }
      double squared = 0;
      for (int i = 0; i < count; i++) {
        squared += weights[i] * error[i] * error[i];
      }
      for (int l = 0; l < code.length; l++) {
        absolute += absentSums[l] * code[l];
        if (hasAbsentCurvature()) {
          squared += data.zeroWeight() * code[l] * absentProduct(l);
        }
      }
      sums.absoluteByColumn()[j] = absolute;
      sums.squaredByColumn()[j] = squared;
    }

    private double absolute() {
      double absolute = 0;
      for (int i = 0; i < count; i++) {
        absolute += weights[i] * Math.abs(error[i]);
      }
      return absolute;
    }

    private boolean hasAbsentCurvature() {
      return problem.loss().curvature() > 0 && reader != null && reader.hasAbsent();
    }

    /** Σ w_li p_i over the absent entries, p = Wᵀh. */
    private double absentProduct(int l) {
      double sum = 0;
      for (int k = 0; k < code.length; k++) {
        sum += panel.gram()[l * code.length + k] * code[k];
      }
      double[] w = rows[l];
      for (int i = 0; i < count; i++) {
        sum -= w[i] * (x[i] - error[i]);
      }
      return Math.max(0, sum);
    }

    /** Σ w_li² over the absent entries. */
    private double absentSquares(int l) {
      double sum = panel.gram()[l * code.length + l];
      for (int i = 0; i < count; i++) {
        sum -= rows[l][i] * rows[l][i];
      }
      return Math.max(0, sum);
    }

    private double minimize(DenseMatrix moving, int l, int j) {
      double current = code[l];
      double q = side.quadratic();
      double c = -side.linear();
      for (SmoothTerm term : side.smooth()) {
        q += term.entryCurvature(j);
        c += term.entryPull(moving, l, j);
      }
      c -= absentSums[l];
      double alpha = problem.loss().curvature();
      if (alpha > 0) {
        double[] w = rows[l];
        double curvature = 0;
        double pull = 0;
        for (int i = 0; i < count; i++) {
          double weighted = weights[i] * w[i];
          curvature += weighted * w[i];
          pull += weighted * (error[i] + w[i] * current);
        }
        if (hasAbsentCurvature()) {
          double squares = data.zeroWeight() * absentSquares(l);
          curvature += squares;
          pull += squares * current - data.zeroWeight() * absentProduct(l);
        }
        q += alpha * curvature;
        c += alpha * pull;
      }
      double lo = side.set().lower();
      double hi = side.set().upper();
      if (!leftmost && isOptimal(l, q, c, lo, hi)) {
        return current;
      }
      int kinks = fillBreakpoints(l);
      if (kinks == 0 && q == 0 && absentSums[l] == 0 && side.linear() == 0) {
        return current; // errata 17: nothing depends on this entry, and c is 0 up to rounding
      }
      return scalar.minimize(kinks, q, c, lo, hi);
    }

    /** p_i = z_i / w_i and their weights, where the weight is positive (Alg. 1 line 5). */
    private int fillBreakpoints(int l) {
      double[] w = rows[l];
      double current = code[l];
      double[] p = scalar.breakpoints(count);
      double[] a = scalar.weights(count);
      int kinks = 0;
      for (int i = 0; i < count; i++) {
        double weight = weights[i] * w[i];
        double breakpoint = current + error[i] / w[i];
        if (weight > 0 && Math.abs(breakpoint) < Double.POSITIVE_INFINITY) {
          p[kinks] = breakpoint;
          a[kinks] = weight;
          kinks++;
        }
      }
      return kinks;
    }

    /** Whether 0 is a subgradient where the entry is now, up to the box. */
    private boolean isOptimal(int l, double q, double c, double lo, double hi) {
      double[] w = rows[l];
      double positive = 0;
      double negative = 0;
      double total = 0;
      for (int i = 0; i < count; i++) {
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
