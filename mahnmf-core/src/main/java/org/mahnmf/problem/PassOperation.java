package org.mahnmf.problem;

/**
 * What a pass does to each residual. A closed set of data-only values: a lambda would box in the
 * kernels and could not be shipped to another machine.
 */
public sealed interface PassOperation {

  /**
   * Only the sums of the residual; no U.
   *
   * @param loss whose rest is summed up besides Σ weight·|R|
   */
  record Residual(Loss loss) implements PassOperation {}

  /**
   * U = R, weighted: the gradient of half the squared loss.
   *
   * <p>Serves Euclidean steps.
   */
  record Euclidean() implements PassOperation {}

  /**
   * Alg. 2 line 3 with weights and curvature: U = med{weight, −weight, R/(λ q)} + α weight R.
   *
   * @param lambda smoothing parameter, positive
   * @param q smoothing scale per entry of a column, positive (errata 7)
   * @param curvature α of the elastic net loss, or 0
   * @param withLoss whether the smoothed loss and ⟨X, U⟩ are wanted, which few steps look at
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and a copy per pass would cost
  record SmoothedSign(double lambda, double[] q, double curvature, boolean withLoss)
      implements PassOperation {}
}
