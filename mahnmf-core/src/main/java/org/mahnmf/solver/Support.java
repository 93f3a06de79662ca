package org.mahnmf.solver;

import java.util.function.Predicate;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Term;

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

  /**
   * Refuses terms on either factor.
   *
   * @param solver who refuses
   * @param problem <em>not modified</em>
   * @param takes whether it takes a term
   * @param reason why it does not, and which solver does
   */
  public static Support ofTerms(
      String solver, Problem problem, Predicate<Term> takes, String reason) {
    for (Factor which : Factor.values()) {
      for (Term term : problem.side(which).terms()) {
        if (!takes.test(term)) {
          return refuse(solver, term.name(), reason);
        }
      }
    }
    return FULL;
  }

  /**
   * Refuses a symmetric problem as well, for solvers of two factors.
   *
   * @param solver who refuses
   * @param problem <em>not modified</em>
   * @param takes whether it takes a term
   * @param reason why it does not, and which solver does
   */
  public static Support ofTwoFactors(
      String solver, Problem problem, Predicate<Term> takes, String reason) {
    return problem.isSymmetric()
        ? refuse(solver, "symmetric", "its factors are one matrix; use 'symmetric'")
        : ofTerms(solver, problem, takes, reason);
  }

  /** Returns whether the solver takes the problem. */
  public boolean isFull() {
    return refusal == null;
  }
}
