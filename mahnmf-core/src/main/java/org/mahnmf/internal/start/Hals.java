package org.mahnmf.internal.start;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.internal.kernel.RankAlgebra;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.sparse.ColumnReader;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/**
 * Euclidean NMF, min Σ weight·(X − WᵀH)² over W ≥ 0 and H ≥ 0, by hierarchical alternating least
 * squares: each entry in turn goes to its exact minimiser. Not robust: the yardstick that robust
 * methods are measured with, and a start for them. The problem's loss and terms play no part.
 *
 * <p>Weights: with every weight of a column divided by the largest, X is replaced by weight·X + (1
 * − weight)·WᵀH, as it is before the step. That squared error touches the weighted one and lies
 * above it, so a step on it lowers both (expectation–maximisation); where many entries are missing,
 * progress is slow, and a loose tolerance stops early. Sparse data do without: there the weighted
 * problem itself costs no more than its stored entries.
 *
 * <p>Costs a product (a pass, if weighted) per factor and sweep. The squared error never rises. A
 * component whose row is zero in the fixed factor keeps its row in the moving one and may come
 * back.
 *
 * <p>Cichocki, Zdunek, Amari 2007; repeated inner sweeps after Gillis, Glineur 2012.
 */
public final class Hals {

  /** Columns per piece of work; does not depend on the number of threads, see {@link Workers}. */
  private static final int CHUNK = 64;

  private static final int MOST_REPEATS = 30; // most inner sweeps per product

  /** Work on inner sweeps against that on the product (Gillis, Glineur 2012, section 3.1). */
  private static final double REPEAT_SHARE = .5;

  /** Inner sweeps end when they move this much less, squared, than the first one did. */
  private static final double REPEAT_UNTIL = .01;

  /** A curvature below this share of that of the whole factor is rounding. */
  private static final double NEGLIGIBLE = 1e-12;

  private final Store store;
  private final Workers workers;
  private final int rank;
  private final Half codes;
  private final Half basis;

  /** Prepares sweeps; the factors are <em>kept and modified</em> by them. */
  Hals(Store store, Factors factors) {
    this.store = store;
    this.workers = store.workers();
    this.rank = factors.rank();
    this.codes = new Half(Factor.CODES, factors);
    this.basis = new Half(Factor.BASIS, factors);
  }

  /**
   * Runs Euclidean NMF until it no longer pays.
   *
   * @param factors the start, non-negative; <em>modified</em>: the result
   * @param maxSweeps most updates of both factors
   * @param tolerance ends the run when a sweep lowers the squared error by at most this share of it
   * @return the number of sweeps used
   */
  public static int run(Store store, Factors factors, int maxSweeps, double tolerance) {
    Hals hals = new Hals(store, factors);
    double last = Double.POSITIVE_INFINITY;
    for (int sweep = 1; sweep <= maxSweeps; sweep++) {
      double error = hals.sweep(MOST_REPEATS);
      if (sweep > 1 && last - error <= tolerance * last) {
        return sweep;
      }
      last = error;
    }
    return maxSweeps;
  }

  /** Updates the codes, then the basis; returns Σ weight·(X − WᵀH)² <em>before</em> that. */
  double sweep(int repeats) {
    double error = codes.step(repeats);
    basis.step(repeats);
    return error;
  }

  /** The update of one factor; the fixed one is F, the moving one is Q. */
  private final class Half {

    private final SideData data;
    private final DenseMatrix fixed;
    private final DenseMatrix moving;
    private final DenseMatrix product;
    private final PassSums sums;
    private final double[] heaviest; // largest weight of each column; null if unweighted

    /** Each column's squared error; the first summand, ‖x‖², is kept apart. */
    private final double[] squares;

    private final double[] errors;
    private double[][] gram;
    private final PerWorker<Block> blocks;

    Half(Factor which, Factors factors) {
      data = store.side(which);
      fixed = factors.get(which.other());
      moving = factors.get(which);
      product = new DenseMatrix(rank, data.count());
      blocks = new PerWorker<>(workers, () -> new Block(rank));
      errors = new double[data.count()];
      squares = new double[data.count()];
      sums = store.sums().isWeighted() ? new PassSums(data.count()) : null;
      heaviest = store.sums().isWeighted() ? new double[data.count()] : null;
      int[] indices = new int[data.longestColumn()];
      double[] values = new double[data.longestColumn()];
      double[] weights = new double[data.longestColumn()];
      for (int j = 0; j < data.count(); j++) {
        int count = data.readStored(j, indices, values, weights);
        if (heaviest != null) {
          heaviest[j] = count < data.length() ? data.zeroWeight() : 0;
          for (int k = 0; k < count; k++) {
            heaviest[j] = Math.max(heaviest[j], weights[k]);
          }
        } else {
          squares[j] = Loops.dot(values, values, count);
        }
      }
    }

    /** Updates the moving factor; returns the squared error before. */
    double step(int repeats) {
      gram = RankAlgebra.gram(fixed, workers);
      if (sums != null && data.isSparse()) {
        return stepByStored(repeats);
      }
      if (sums != null) {
        data.pass(new PassOperation.Euclidean(), fixed, moving, product, sums);
      } else {
        data.product(fixed, product);
      }
      int affordable = 1 + (int) Math.min(MOST_REPEATS, REPEAT_SHARE * data.length() / rank);
      int most = rank == 1 ? 1 : Math.min(repeats, affordable);
      workers.run(
          data.count(), CHUNK, (worker, from, to) -> update(blocks.of(worker), from, to, most));
      return sums != null ? sums.squared() : Math.max(0, sum(errors));
    }

    /** Weighted least squares itself, which stored entries alone make affordable. */
    private double stepByStored(int repeats) {
      ColumnPanel panel = new ColumnPanel(fixed, false, workers);
      PerWorker<StoredColumn> columns = new PerWorker<>(workers, () -> new StoredColumn(panel));
      workers.run(
          data.count(),
          CHUNK,
          (worker, from, to) -> {
            for (int j = from; j < to; j++) {
              errors[j] = columns.of(worker).update(j, repeats);
            }
          });
      return sum(errors);
    }

    private void update(Block block, int from, int to, int repeats) {
      int width = to - from;
      block.load(moving, product, from, width);
      for (int l = 0; l < rank; l++) {
        double[] q = block.moving[l];
        double[] b = block.product[l];
        double[] gq = block.gramTimes(gram[l], width);
        if (heaviest != null) {
          // F·(weight∘X + (1 − weight)∘FᵀQ) = FFᵀ·Q − F·(weight∘(FᵀQ − X))
          for (int c = 0; c < width; c++) {
            double weight = heaviest[from + c];
            b[c] = weight > 0 ? gq[c] - b[c] / weight : gq[c];
          }
        } else {
          // ‖x − Fᵀq‖² = ‖x‖² + Σ_l q_l ((FFᵀq)_l − 2 (Fx)_l)
          for (int c = 0; c < width; c++) {
            double base = l == 0 ? squares[from + c] : errors[from + c];
            errors[from + c] = base + q[c] * (gq[c] - 2 * b[c]);
          }
        }
      }
      double first = block.descend(gram, width);
      for (int repeat = 1; repeat < repeats; repeat++) {
        if (block.descend(gram, width) <= REPEAT_UNTIL * first) {
          break;
        }
      }
      block.store(moving, from, width);
    }

    /**
     * One column of sparse, weighted data. With p = Fᵀq, its squared error is ω₀ Σ p² over all
     * entries plus Σ (weight·(p − x)² − ω₀p²) over the stored ones; scratch memory of one thread.
     */
    private final class StoredColumn {

      private final ColumnReader reader = new ColumnReader(data);
      private final double[][] rows = new double[rank][reader.longest()];
      private final double[] code = new double[rank];
      private final double[] fit = new double[reader.longest()];
      private final ColumnPanel panel;

      StoredColumn(ColumnPanel panel) {
        this.panel = panel;
      }

      /** Updates a column; returns its squared error before. */
      double update(int j, int repeats) {
        for (int l = 0; l < code.length; l++) {
          code[l] = moving.get(l, j);
        }
        int count = reader.read(j);
        double zero = reader.hasAbsent() ? data.zeroWeight() : 0;
        reader.gather(panel, rows);
        double error = 0;
        for (int k = 0; k < count; k++) {
          fit[k] = panel.dot(reader.indices()[k], code, 0);
          double residual = fit[k] - reader.values()[k];
          error += reader.weights()[k] * residual * residual - zero * fit[k] * fit[k];
        }
        for (int l = 0; l < code.length; l++) {
          error += zero * code[l] * Loops.dot(gram[l], code, code.length);
        }
        double change = 0;
        for (int repeat = 0; repeat < repeats; repeat++) {
          double moved = 0;
          for (int l = 0; l < code.length; l++) {
            double atAll = Loops.dot(gram[l], code, code.length);
            double step = Math.max(-code[l], step(l, count, zero, atAll));
            moved += step * step;
            code[l] += step;
            for (int k = 0; k < count && step != 0; k++) {
              fit[k] += step * rows[l][k];
            }
          }
          change = repeat == 0 ? moved : change;
          if (moved <= REPEAT_UNTIL * change) {
            break;
          }
        }
        for (int l = 0; l < code.length; l++) {
          moving.set(l, j, code[l]);
        }
        return Math.max(0, error);
      }

      /** The way to the minimiser of one entry; 0 if nothing depends on it. */
      private double step(int l, int count, double zero, double atAll) {
        double[] w = rows[l];
        double slope = zero * atAll;
        double curvature = zero * gram[l][l];
        for (int k = 0; k < count; k++) {
          double weight = reader.weights()[k];
          slope += w[k] * (weight * (fit[k] - reader.values()[k]) - zero * fit[k]);
          curvature += w[k] * w[k] * (weight - zero);
        }
        return curvature > NEGLIGIBLE * gram[l][l] ? -slope / curvature : 0;
      }
    }
  }

  /** The columns that one thread works on; each row is an array of its own and starts at 0. */
  private static final class Block {

    final double[][] moving;
    final double[][] product;
    private final double[] sum = new double[CHUNK];

    Block(int rank) {
      moving = new double[rank][CHUNK];
      product = new double[rank][CHUNK];
    }

    void load(DenseMatrix allMoving, DenseMatrix allProduct, int from, int width) {
      for (int l = 0; l < moving.length; l++) {
        int offset = allMoving.offset(l) + from;
        System.arraycopy(allMoving.array(), offset, moving[l], 0, width);
        System.arraycopy(allProduct.array(), offset, product[l], 0, width);
      }
    }

    void store(DenseMatrix allMoving, int from, int width) {
      for (int l = 0; l < moving.length; l++) {
        System.arraycopy(moving[l], 0, allMoving.array(), allMoving.offset(l) + from, width);
      }
    }

    /** Returns one row of FFᵀ·Q; the array is overwritten by the next call. */
    double[] gramTimes(double[] gramRow, int width) {
      Arrays.fill(sum, 0, width, 0);
      Products.add(sum, gramRow, moving, moving.length, width);
      return sum;
    }

    /** Takes every entry once to its minimiser; returns the squared length of the move. */
    double descend(double[][] gram, int width) {
      double change = 0;
      for (int l = 0; l < moving.length; l++) {
        double curvature = gram[l][l];
        if (curvature < Double.MIN_NORMAL) {
          continue;
        }
        double[] gq = gramTimes(gram[l], width);
        double[] q = moving[l];
        double[] b = product[l];
        for (int c = 0; c < width; c++) {
          double next = Math.max(0, q[c] + (b[c] - gq[c]) / curvature);
          double move = next - q[c];
          change += move * move;
          q[c] = next;
        }
      }
      return change;
    }
  }

  private static double sum(double[] values) {
    return DoubleStream.of(values).reduce(0, Double::sum);
  }
}
