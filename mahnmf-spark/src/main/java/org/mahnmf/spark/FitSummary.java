package org.mahnmf.spark;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mahnmf.spark.block.SparkResult;

/**
 * How a fit on Spark went.
 *
 * @param terms everything minimised, by name, in the units of the samples
 * @param iterations outer steps
 * @param products work in products of 2·samples·features·rank flops
 * @param stopReason why it ended
 * @param samples number of samples
 */
public record FitSummary(
    Map<String, Double> terms, int iterations, double products, String stopReason, long samples)
    implements Serializable {

  private static final long serialVersionUID = 1;

  /** Copies the terms. */
  public FitSummary {
    terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
  }

  /** Returns the sum of the terms. */
  public double objective() {
    return terms.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  static FitSummary of(SparkResult result) {
    return new FitSummary(
        result.course().objective().terms(),
        result.course().iterations(),
        result.course().products(),
        result.course().stopReason().orElse("interrupted"),
        result.data().samples());
  }
}
