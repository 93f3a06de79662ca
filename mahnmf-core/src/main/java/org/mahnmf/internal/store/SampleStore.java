package org.mahnmf.internal.store;

import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/**
 * Samples in arrays that are kept as they are: the store of a block of a larger X, for passes over
 * samples alone. In the units of X that the block was given in; no copy and no transpose.
 */
public final class SampleStore implements Store {

  private final DenseTable table;
  private final Sums sums = new Sums();

  /**
   * Opens samples x features, finite and at least 0, with weights where 0 means missing, null if
   * all are 1; all <em>kept</em>.
   */
  public SampleStore(DenseMatrix values, DenseMatrix weights, Workers workers) {
    // A block of few features is still held by samples: it is as it came.
    Chunks chunks = new Chunks(values.columns());
    Tiles weightTiles = weights == null ? null : new FlatTiles(weights, chunks);
    table =
        new DenseTable(new FlatTiles(values, chunks), weightTiles, Precision.DOUBLE, workers, true);
    double[] x = values.array();
    for (int i = 0; i < x.length; i++) {
      sums.add(x[i], weights == null ? 1 : weights.array()[i]);
    }
  }

  @Override
  public Extent extent() {
    return new Extent(table.x.chunks().along(), table.x.lines(), 1, false, sums);
  }

  @Override
  public Workers workers() {
    return table.workers;
  }

  @Override
  public SideData side(Factor moving) {
    if (moving == Factor.BASIS) {
      throw new UnsupportedOperationException("a block of samples has no columns of features");
    }
    return table.side(moving);
  }

  @Override
  public Optional<Dual> newDual() {
    return Optional.of(table.dual(new HeapTiles(samples(), table.x.chunks())));
  }
}
