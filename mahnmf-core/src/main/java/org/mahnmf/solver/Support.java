package org.mahnmf.solver;

import java.util.Optional;

/**
 * Whether a solver takes a problem. A refusal is a value that names the piece and a solver that
 * takes it, not a crash deep inside.
 *
 * @param refusal why not, or null if the solver takes the problem
 */
public record Support(String refusal) {

  private static final Support FULL = new Support(null);

  /** Returns that the solver takes the problem. */
  public static Support full() {
    return FULL;
  }

  /**
   * Returns a refusal.
   *
   * @param solver who refuses
   * @param piece what it cannot take
   * @param reason why, and which solver can
   */
  public static Support refuse(String solver, String piece, String reason) {
    return new Support("solver '" + solver + "' does not take '" + piece + "': " + reason);
  }

  /** Returns whether the solver takes the problem. */
  public boolean isFull() {
    return refusal == null;
  }

  /** Returns why not. */
  public Optional<String> reason() {
    return Optional.ofNullable(refusal);
  }
}
