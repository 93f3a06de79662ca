package org.mahnmf.spark;

import org.mahnmf.problem.Objective;

/**
 * How a fit on Spark went.
 *
 * @param objective everything minimised, by term, in the units of the samples
 * @param iterations outer steps
 * @param products work in products of 2·samples·features·rank flops
 * @param stopReason why it ended
 * @param samples number of samples
 */
public record FitSummary(
    Objective objective, int iterations, double products, String stopReason, long samples) {

  static FitSummary of(SparkResult result) {
    return new FitSummary(
        result.objective(),
        result.iterations(),
        result.products(),
        result.stopReason().orElse("interrupted"),
        result.samples());
  }
}
