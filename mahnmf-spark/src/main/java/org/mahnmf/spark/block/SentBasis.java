package org.mahnmf.spark.block;

import java.io.Serializable;
import org.mahnmf.matrix.DenseMatrix;

/** A basis on its way to the executors: rank x features, row-major. */
public final class SentBasis implements Serializable {

  private static final long serialVersionUID = 1;

  public final int rank;
  public final double[] entries;

  /**
   * Packs a basis.
   *
   * @param basis <em>not modified</em>
   */
  public SentBasis(DenseMatrix basis) {
    this.rank = basis.rows();
    this.entries = basis.array().clone();
  }

  public DenseMatrix matrix() {
    return DenseMatrix.wrap(rank, entries.length / rank, entries);
  }
}
