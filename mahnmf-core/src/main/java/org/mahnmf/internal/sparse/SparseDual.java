package org.mahnmf.internal.sparse;

import java.util.Arrays;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.sparse.SparseStore.Columns;
import org.mahnmf.internal.store.Blocks;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Loss;

/**
 * The dual of a sparse X: one number per stored entry, and one for all absent entries together.
 *
 * <p>With non-negative factors the loss at an absent entry is ω₀·(p + ½αp²), without a kink, so
 * there is nothing to split there: it stays in the least squares problem of the moving factor, with
 * a proximal term around the product P = solvedᵀ·fixed of the last step,
 *
 * <pre>  tau·ω₀(p + ½αp²) + ½(p − P)²,   that is ½(1 + c)p² − (P − tau·ω₀)p,   c = tau·ω₀·α.</pre>
 *
 * <p>So an absent entry has the constant dual −tau·ω₀ and T = P − tau·ω₀, and all columns keep one
 * Gram matrix: T·fixed is low rank plus corrections on the stored entries, O(nnz·r + (m + n)·r²).
 * For α &gt; 0 the stored entries take the proximal term ½c(p − P)² as well, so that the matrix is
 * the same (1 + c)·G for all, see {@link #stretch}. For a fixed other factor this is ADMM with a
 * proximal term, which converges to the same minimum as the dense one; it need not pass the same
 * points, because a dense dual reaches −tau·ω₀ only after some steps, and differs from it where the
 * product of a linear solve is negative. For ω₀ = 0, T = P in both and the steps are the same.
 */
final class SparseDual implements Dual {

  private static final int CHUNK = 64;

  private final Columns x;
  private final Columns transposed;

  /** Where the entries of the transpose are in x. */
  private final int[] places;

  private final double zeroWeight;
  private final Workers workers;
  private final double[] a;

  /** T less what it would be at an absent entry, in the order of x. */
  private final double[] correction;

  /** The dual of every absent entry. */
  private double absent;

  private double stretch;

  /** Creates a zero dual of X, column j sample j, and its transpose; both <em>kept</em>. */
  SparseDual(Columns x, Columns transposed, double zeroWeight, Workers workers) {
    this.x = x;
    this.transposed = transposed;
    this.zeroWeight = zeroWeight;
    this.workers = workers;
    this.a = new double[x.values().length];
    this.correction = new double[x.values().length];
    this.places = new int[x.values().length];
    int[] next = transposed.pointers().clone();
    for (int k = 0; k < places.length; k++) {
      places[next[x.indices()[k]]++] = k;
    }
  }

  /** Takes over the dual of the same X with more entries stored. */
  void assign(SparseDual more) {
    for (int j = 0; j < x.count(); j++) {
      int from = more.x.pointers()[j];
      for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
        while (more.x.indices()[from] < x.indices()[k]) {
          from++;
        }
        a[k] = more.a[from];
      }
    }
    absent = more.absent;
    stretch = more.stretch;
  }

  @Override
  public void clear() {
    Arrays.fill(a, 0);
    absent = 0;
    stretch = 0;
  }

  @Override
  public void scale(double factor) {
    Loops.scale(factor, a);
    absent *= factor;
  }

  @Override
  public double stretch() {
    return stretch;
  }

  @Override
  public void afterCodes(
      double tau,
      Loss loss,
      DenseMatrix basis,
      DenseMatrix solved,
      DenseMatrix codes,
      DenseMatrix product) {
    double curvature = loss.curvature();
    begin(tau, curvature);
    ColumnPanel features = new ColumnPanel(basis, false, workers);
    forEach(
        x.count(),
        solved,
        null,
        (j, block, start) -> update(j, tau, curvature, features, block.h, start));
    ColumnPanel samples = new ColumnPanel(codes, false, workers);
    double[] cross = cross(codes, solved);
    forEach(
        transposed.count(),
        basis,
        product,
        (i, block, start) -> {
          lowRank(cross, samples.sum(), block, start);
          for (int k = transposed.pointers()[i]; k < transposed.pointers()[i + 1]; k++) {
            samples.add(transposed.indices()[k], correction[places[k]], block.out, start);
          }
        });
  }

  @Override
  public void afterBasis(
      double tau,
      Loss loss,
      DenseMatrix solved,
      DenseMatrix basis,
      DenseMatrix codes,
      DenseMatrix product) {
    double curvature = loss.curvature();
    begin(tau, curvature);
    ColumnPanel solvedFeatures = new ColumnPanel(solved, false, workers);
    ColumnPanel features = new ColumnPanel(basis, false, workers);
    double[] cross = cross(basis, solved);
    forEach(
        x.count(),
        codes,
        product,
        (j, block, start) -> {
          update(j, tau, curvature, solvedFeatures, block.h, start);
          lowRank(cross, features.sum(), block, start);
          for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
            features.add(x.indices()[k], correction[k], block.out, start);
          }
        });
  }

  @Override
  public void product(DenseMatrix basis, DenseMatrix product) {
    ColumnPanel features = new ColumnPanel(basis, false, workers);
    forEach(
        x.count(),
        product,
        product,
        (j, block, start) -> {
          for (int l = 0; l < features.rank(); l++) {
            block.out[start + l] = absent * features.sum()[l];
          }
          for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
            features.add(x.indices()[k], a[k] - absent, block.out, start);
          }
        });
  }

  /** Works on a column, which begins at a place of its block. */
  @FunctionalInterface
  private interface Work {
    void on(int column, Block block, int start);
  }

  /**
   * Works on all columns; those of a factor are the blocks' h, and what is put out goes to the
   * product unless it is null.
   */
  private void forEach(int count, DenseMatrix in, DenseMatrix product, Work work) {
    int rank = in.rows();
    PerWorker<Block> blocks = new PerWorker<>(workers, () -> new Block(rank));
    workers.run(
        count,
        CHUNK,
        (worker, from, to) -> {
          Block block = blocks.of(worker);
          Blocks.gather(in, from, to - from, block.h);
          for (int j = from; j < to; j++) {
            work.on(j, block, (j - from) * rank);
          }
          if (product != null) {
            Blocks.scatter(block.out, to - from, product, from);
          }
        });
  }

  @Override
  public void exchange(State state) {
    state.numbers(a);
    absent = state.number(absent);
    stretch = state.number(stretch);
  }

  private void begin(double tau, double curvature) {
    absent = -tau * zeroWeight;
    stretch = tau * zeroWeight * curvature;
  }

  /** The stored entries of one sample: a and the correction that it makes to T. */
  private void update(
      int j, double tau, double curvature, ColumnPanel features, double[] h, int start) {
    for (int k = x.pointers()[j]; k < x.pointers()[j + 1]; k++) {
      double p = features.dot(x.indices()[k], h, start);
      double v = x.values()[k] - p + a[k];
      double limit = tau * x.weight(k);
      double clipped = Math.max(-limit, Math.min(limit, v));
      // prox of the loss: soft threshold, shrunk by its quadratic part (eq4.22.1)
      double next = v - (v - clipped) / (1 + curvature * limit);
      correction[k] = 2 * next - a[k] - absent + stretch * p; // T − (P + absent)
      a[k] = next;
    }
  }

  /** Σ_j f_j s_jᵀ of two factors. */
  private double[] cross(DenseMatrix factor, DenseMatrix solved) {
    int rank = factor.rows();
    double[] cross = new double[rank * rank];
    workers.run(
        rank,
        1,
        (worker, from, to) -> {
          for (int k = 0; k < rank; k++) {
            cross[from * rank + k] =
                Loops.dot(
                    factor.array(),
                    factor.offset(from),
                    solved.array(),
                    solved.offset(k),
                    factor.columns());
          }
        });
    return cross;
  }

  /** out = cross·h + absent·sum: the product with T as if nothing were stored. */
  private void lowRank(double[] cross, double[] sum, Block block, int start) {
    int rank = sum.length;
    for (int l = 0; l < rank; l++) {
      double entry = absent * sum[l];
      for (int k = 0; k < rank; k++) {
        entry += cross[l * rank + k] * block.h[start + k];
      }
      block.out[start + l] = entry;
    }
  }

  /** What one thread needs for a pass. */
  private static final class Block {

    final double[] h;
    final double[] out;

    Block(int rank) {
      h = new double[CHUNK * rank];
      out = new double[CHUNK * rank];
    }
  }
}
