package org.mahnmf.lab.cluster;

import java.util.Arrays;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Makes codes comparable before they are clustered. A part can be made larger and its codes smaller
 * without changing the product, so each code is first multiplied by the Euclidean length of its
 * part: it then says how much of the sample the part makes up, in the units of the table. Then each
 * sample's codes are brought to unit length, so that samples are compared by their mixture of parts
 * and not by how bright or long they are; a sample whose codes are all zero stays so.
 */
public final class CodeScale {

  private CodeScale() {}

  /** Returns scaled codes, samples x rank; basis and codes are <em>not modified</em>. */
  public static DenseMatrix unit(DenseMatrix basis, DenseMatrix codes) {
    double[] lengths = new double[basis.rows()];
    Arrays.setAll(lengths, l -> Rows.length(basis, l));
    DenseMatrix out = Rows.timesColumns(codes, lengths);
    for (int i = 0; i < out.rows(); i++) {
      double length = Rows.length(out, i);
      for (int l = 0; l < out.columns() && length > 0; l++) {
        out.set(i, l, out.get(i, l) / length);
      }
    }
    return out;
  }
}
