package org.mahnmf.spark;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;

/** A row of the user's table as it comes from a dataset. */
final class Sample implements Serializable {

  private static final long serialVersionUID = 1;

  final Vector features;

  /** A weight per entry, or null. */
  final Vector weights;

  /** Names the sample's group, or null. */
  final String group;

  Sample(Vector features, Vector weights, String group) {
    this.features = features;
    this.weights = weights;
    this.group = group;
  }

  /** Returns the weight of an entry: 0 if it is missing. */
  double weight(int index, double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    return weights == null ? 1 : weights.apply(index);
  }
}
