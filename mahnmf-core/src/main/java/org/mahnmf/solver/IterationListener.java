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
   * Sees how the choice of the ridge goes, before the first outer step.
   *
   * @param progress where it stands
   */
  default void onPath(PathProgress progress) {}
}
