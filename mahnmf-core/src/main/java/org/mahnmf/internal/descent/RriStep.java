package org.mahnmf.internal.descent;

import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.internal.kernel.FactorRows;
import org.mahnmf.internal.kernel.PiecewiseQuadratic;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.sparse.ColumnReader;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.SmoothTerm;
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
public final class RriStep implements SideStep {

  /** Columns per piece of work; does not depend on the number of threads. */
  private static final int CHUNK = 4;

  /** Likewise for sparse data, whose columns are short. */
  private static final int SPARSE_CHUNK = 64;

  /** What is left of a residual when its digits are those of rounding. */
  private static final double MOSTLY_ROUNDING = 1e-9;

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
    Fixed other = data.isSparse() ? new SparseFixed(fixed) : new DenseFixed(fixed);
    int chunk = data.isSparse() ? SPARSE_CHUNK : CHUNK;
    problem
        .store()
        .workers()
        .run(
            data.count(),
            side.isSeparable() ? chunk : data.count(),
            (worker, from, to) -> {
              if (columns[worker] == null) {
                columns[worker] = new Column();
              }
              other.bind(columns[worker]);
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

  @Override
  public void exchange(SavedState state) {
    products = state.number(products);
  }

  /** The fixed factor, shared by all threads, as the entries of a column see it. */
  private interface Fixed {

    /** Readies a column for this factor. */
    void bind(Column column);

    /** Fills in everything about column j but its code. */
    void load(Column column, int j);
  }

  /** All entries of a column are looked at. */
  private final class DenseFixed implements Fixed {

    private final double[][] rows;
    private final FactorRows factor;

    DenseFixed(DenseMatrix fixed) {
      rows = new double[fixed.rows()][data.length()];
      for (int l = 0; l < rows.length; l++) {
        fixed.copyRow(l, rows[l]);
      }
      factor = new FactorRows(fixed.array(), rows.length, data.length());
    }

    @Override
    public void bind(Column column) {
      column.fixed = this;
      column.rows = rows;
      column.count = data.length();
      column.x = column.whole;
      column.weights = column.wholeWeights;
    }

    @Override
    public void load(Column column, int j) {
      data.read(j, column.whole);
      data.readWeights(j, column.wholeWeights);
      factor.forward(column.code, column.error);
      for (int i = 0; i < column.count; i++) {
        column.error[i] = column.x[i] - column.error[i];
      }
    }
  }

  /** The stored entries of a column are looked at, the absent ones are sums. */
  private final class SparseFixed implements Fixed {

    private final ColumnPanel panel;

    SparseFixed(DenseMatrix fixed) {
      panel = new ColumnPanel(fixed, problem.loss().curvature() > 0, problem.store().workers());
    }

    @Override
    public void bind(Column column) {
      column.fixed = this;
      column.panel = panel;
      column.x = column.reader.values();
      column.weights = column.reader.weights();
    }

    @Override
    public void load(Column column, int j) {
      column.count = column.reader.read(j);
      column.reader.gather(panel, column.rows);
      column.reader.absentSums(panel, column.absentSums);
      for (int k = 0; k < column.count; k++) {
        column.error[k] = column.x[k] - panel.dot(column.reader.indices()[k], column.code, 0);
      }
    }
  }

  /** Sweeps over the entries of one column; scratch memory of one thread. */
  private final class Column {

    private final PiecewiseQuadratic scalar = new PiecewiseQuadratic();
    private final double[] code = new double[problem.rank()];
    private final double[] absentSums = new double[problem.rank()];
    private final ColumnReader reader;
    private final double[] whole;
    private final double[] wholeWeights;
    private final double[] error;
    private Fixed fixed;
    private ColumnPanel panel;
    private double[][] rows;
    private int count;
    private double[] x;
    private double[] weights;

    Column() {
      reader = data.isSparse() ? new ColumnReader(data) : null;
      int longest = data.isSparse() ? reader.longest() : data.length();
      whole = data.isSparse() ? null : new double[longest];
      wholeWeights = data.isSparse() ? null : new double[longest];
      rows = data.isSparse() ? new double[problem.rank()][longest] : null;
      error = new double[longest];
    }

    void sweep(DenseMatrix moving, int j) {
      for (int l = 0; l < code.length; l++) {
        code[l] = moving.get(l, j);
      }
      fixed.load(this, j);
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
        fixed.load(this, j); // the residual afresh: it came down from far above
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
      double[] w = rows[l];
      for (int i = 0; i < count; i++) {
        sum -= w[i] * w[i];
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
      if (!asPublished && isOptimal(l, q, c, lo, hi)) {
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
