package org.mahnmf.problem;

/**
 * What an entry's residual e costs: weight · (|e| + ½ α e²).
 *
 * <p>Every loss of the paper has this form, so a solver needs one number of it.
 */
public interface Loss {

  /** Returns the name that the program, run records and reports use. */
  String name();

  /** Returns α, the weight of half the squared residual (eq4.22.1); 0 for the Manhattan loss. */
  double curvature();

  /**
   * Returns this loss for data divided by a number: with e = s·e', the loss divided by s.
   *
   * @param scale s, what the data are divided by
   */
  Loss rescaled(double scale);
}
