package org.mahnmf.lab.method;

import java.util.function.Function;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * What a method has learnt: X ≈ codes·basis + offset.
 *
 * @param basis the parts, rank x features
 * @param codes of the samples learnt from, samples x rank
 * @param offset of each feature
 * @param history the method's own objective over its steps, the start first
 * @param encoder see {@link #encode}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Learned(
    DenseMatrix basis,
    DenseMatrix codes,
    double[] offset,
    double[] history,
    Function<Observations, DenseMatrix> encoder) {

  /** Returns the last objective. */
  public double objective() {
    return history[history.length - 1];
  }

  /**
   * Finds the codes, samples x rank, of <em>not modified</em> samples for this basis, in the
   * distance of the method.
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
      double length = Rows.length(basis, l);
      lengths[l] = length > 0 ? length : 1;
      for (int j = 0; j < basis.columns(); j++) {
        unit.set(l, j, basis.get(l, j) / lengths[l]);
      }
    }
    return new Learned(
        unit,
        Rows.timesColumns(codes, lengths),
        offset,
        history,
        samples -> Rows.timesColumns(encoder.apply(samples), lengths));
  }

  /** Returns codes·basis + offset, samples x features, of <em>not modified</em> codes. */
  public DenseMatrix reconstruct(DenseMatrix someCodes) {
    DenseMatrix out = new DenseMatrix(someCodes.rows(), basis.columns());
    double[][] parts = Rows.of(basis);
    for (int i = 0; i < out.rows(); i++) {
      double[] row = offset.clone();
      Products.add(row, Rows.row(someCodes, i), parts, parts.length, row.length);
      Rows.set(out, i, row);
    }
    return out;
  }
}
