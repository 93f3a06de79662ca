package org.mahnmf.internal.fit;

import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

/**
 * What a run record says of a table.
 *
 * @param samples rows of the user's table
 * @param features columns of the user's table
 * @param observed entries with a positive weight
 * @param hash of values and weights
 */
public record TableFacts(int samples, int features, long observed, String hash) {

  /** Looks over a table. */
  public static TableFacts of(Observations observations) {
    if (observations.values() instanceof SparseMatrix sparse) {
      return of(observations, sparse);
    }
    NumberHash hash = new NumberHash();
    long observed = 0;
    boolean weighted = observations.weights().isPresent();
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j, row[j]);
        observed += weight > 0 ? 1 : 0;
        hash.add(row[j]);
        if (weighted) {
          hash.add(weight);
        }
      }
    }
    return new TableFacts(observations.samples(), observations.features(), observed, hash.digits());
  }

  /** The same for a sparse table: place, value and weight of the stored entries, and ω₀. */
  private static TableFacts of(Observations observations, SparseMatrix sparse) {
    int columns = sparse.columns();
    int[] indices = new int[columns];
    double[] values = new double[columns];
    NumberHash hash = new NumberHash();
    hash.add(observations.zeroWeight());
    long observed = 0;
    for (int i = 0; i < sparse.rows(); i++) {
      int count = sparse.copyStored(i, indices, values);
      hash.add((long) count);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, indices[k], values[k]);
        hash.add((long) indices[k]);
        hash.add(values[k]);
        hash.add(weight);
        observed += weight > 0 ? 1 : 0;
      }
    }
    if (observations.zeroWeight() > 0) {
      observed += (long) sparse.rows() * columns - sparse.nonZeros();
    }
    return new TableFacts(sparse.rows(), columns, observed, hash.digits());
  }
}
