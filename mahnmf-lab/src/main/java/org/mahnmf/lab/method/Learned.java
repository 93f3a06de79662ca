package org.mahnmf.lab.method;

import java.util.List;
import java.util.function.Function;
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
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Learned(
    DenseMatrix basis,
    DenseMatrix codes,
    double[] offset,
    double[] history,
    Function<Observations, DenseMatrix> encoder) {

  /** Without an offset. */
  Learned(
      DenseMatrix basis,
      DenseMatrix codes,
      double[] history,
      Function<Observations, DenseMatrix> encoder) {
    this(basis, codes, new double[basis.columns()], history, encoder);
  }

  static double[] times(List<Double> history, double unit) {
    return history.stream().mapToDouble(value -> value * unit).toArray();
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
      double length = Rows.length(basis, l);
      lengths[l] = length > 0 ? length : 1;
      for (int j = 0; j < basis.columns(); j++) {
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
    double[][] parts = Rows.of(basis);
    for (int i = 0; i < out.rows(); i++) {
      double[] row = offset.clone();
      for (int l = 0; l < parts.length; l++) {
        double code = someCodes.get(i, l);
        for (int j = 0; j < row.length; j++) {
          row[j] += code * parts[l][j];
        }
      }
      Rows.set(out, i, row);
    }
    return out;
  }
}
