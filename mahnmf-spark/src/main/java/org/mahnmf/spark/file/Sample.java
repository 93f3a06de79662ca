package org.mahnmf.spark.file;

import java.io.Serializable;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.mahnmf.internal.fit.NumberHash;

/** A row of the user's table as it comes from a dataset. */
public final class Sample implements Serializable {

  private static final long serialVersionUID = 1;

  public final Vector features;

  /** A weight per entry, or null. */
  public final Vector weights;

  /** Names the sample's group, or null. */
  public final String group;

  public Sample(Vector features, Vector weights, String group) {
    this.features = features;
    this.weights = weights;
    this.group = group;
  }

  /** Adds all that the sample holds to a hash; zeros need not be stored. */
  public void hashInto(NumberHash hash) {
    hash.add((long) features.size());
    hashInto(hash, features);
    if (weights != null) {
      hashInto(hash, weights);
    }
    if (group != null) {
      hash.add((long) group.hashCode());
    }
  }

  private static void hashInto(NumberHash hash, Vector vector) {
    forNonZeros(
        vector,
        (index, value) -> {
          hash.add((long) index);
          hash.add(value);
        });
  }

  /** Is shown entries. */
  @FunctionalInterface
  public interface Visitor {
    void see(int index, double value);
  }

  /** Shows the entries other than 0, in their order. */
  public static void forNonZeros(Vector vector, Visitor visitor) {
    double[] values =
        vector instanceof SparseVector sparse ? sparse.values() : vector.toDense().values();
    int[] indices = vector instanceof SparseVector sparse ? sparse.indices() : null;
    for (int k = 0; k < values.length; k++) {
      if (values[k] != 0) {
        visitor.see(indices == null ? k : indices[k], values[k]);
      }
    }
  }

  /** Returns the weight of an entry: 0 if it is missing. */
  public double weight(int index, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    return weights == null ? 1 : weights.apply(index);
  }
}
