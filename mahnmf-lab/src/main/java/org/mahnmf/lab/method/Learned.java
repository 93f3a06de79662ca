package org.mahnmf.lab.method;

import java.util.function.Function;
import org.mahnmf.internal.kernel.Dots;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

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
   * Returns the same with every part of unit Euclidean length, and the codes so much larger: what a
   * method makes of the free scale of its parts then plays no role in distances of codes. A part
   * that is zero stays so.
   */
  public Learned withUnitParts() {
    double[] lengths = new double[basis.rows()];
    DenseMatrix unit = basis.copy();
    for (int l = 0; l < lengths.length; l++) {
      int from = basis.offset(l);
      int width = basis.columns();
      double length = Math.sqrt(Dots.dot(basis.array(), from, basis.array(), from, width));
      lengths[l] = length > 0 ? length : 1;
      for (int j = 0; j < width; j++) {
        unit.set(l, j, basis.get(l, j) / lengths[l]);
      }
    }
    return new Learned(
        unit,
        timesColumns(codes, lengths),
        offset,
        history,
        samples -> timesColumns(encoder.apply(samples), lengths));
  }

  private static DenseMatrix timesColumns(DenseMatrix matrix, double[] factors) {
    DenseMatrix out = matrix.copy();
    for (int i = 0; i < out.rows(); i++) {
      for (int l = 0; l < factors.length; l++) {
        out.set(i, l, out.get(i, l) * factors[l]);
      }
    }
    return out;
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
