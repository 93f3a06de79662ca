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
}
