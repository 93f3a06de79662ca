package org.mahnmf.solver;

/** Watches a run; called on the thread of the run after the start and after every outer step. */
@FunctionalInterface
public interface IterationListener {

  /**
   * Sees where the run stands.
   *
   * @param progress valid during the call
   */
  void onIteration(Progress progress);

  /**
   * Sees how the trials go that a solver with a choice makes before its first outer step.
   *
   * @param progress where they stand
   */
  default void onTrial(TrialProgress progress) {}
}
