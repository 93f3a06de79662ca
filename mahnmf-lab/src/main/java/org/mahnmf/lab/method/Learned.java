package org.mahnmf.lab.method;

import java.util.function.Function;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;

/** What a method has learnt: X ≈ codes·basis + offset. */
public final class Learned {

  private final DenseMatrix basis;
  private final DenseMatrix codes;
  private final double[] offset;
  private final double[] history;
  private final Function<Observations, DenseMatrix> encoder;

  Learned(
      DenseMatrix basis,
      DenseMatrix codes,
      double[] offset,
      double[] history,
      Function<Observations, DenseMatrix> encoder) {
    this.basis = basis;
    this.codes = codes;
    this.offset = offset;
    this.history = history;
    this.encoder = encoder;
  }

  /** Returns the parts, rank x features. */
  public DenseMatrix basis() {
    return basis;
  }

  /** Returns the codes of the samples learnt from, samples x rank. */
  public DenseMatrix codes() {
    return codes;
  }

  /** Returns the method's own objective over its steps, the start first; the array itself. */
  public double[] history() {
    return history;
  }

  /** Returns the last objective. */
  public double objective() {
    return history[history.length - 1];
  }

  /**
   * Finds the codes of samples for this basis, in the distance of the method.
   *
   * @param samples with the same features; <em>not modified</em>
   * @return samples x rank
   */
  public DenseMatrix encode(Observations samples) {
    return encoder.apply(samples);
  }

  /**
   * Puts samples together again.
   *
   * @param someCodes samples x rank; <em>not modified</em>
   * @return codes·basis + offset, samples x features
   */
  public DenseMatrix reconstruct(DenseMatrix someCodes) {
    DenseMatrix out = new DenseMatrix(someCodes.rows(), basis.columns());
    double[] row = new double[basis.columns()];
    double[] part = new double[basis.columns()];
    for (int i = 0; i < out.rows(); i++) {
      System.arraycopy(offset, 0, row, 0, row.length);
      for (int l = 0; l < basis.rows(); l++) {
        double code = someCodes.get(i, l);
        basis.copyRow(l, part);
        for (int j = 0; j < row.length; j++) {
          row[j] += code * part[j];
        }
      }
      System.arraycopy(row, 0, out.array(), out.offset(i), row.length);
    }
    return out;
  }
}
