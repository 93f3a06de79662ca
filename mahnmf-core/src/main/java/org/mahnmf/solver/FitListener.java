package org.mahnmf.solver;

/**
 * Watches a run or a search; called on its thread. Of a run it sees the start and every outer step.
 */
@FunctionalInterface
public interface FitListener {

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

  /**
   * Sees that a search for a rank or a weight has fitted one of them with some entries hidden.
   *
   * @param point which one, such as {@code rank 3}
   * @param fold which set of entries was hidden, from 1
   * @param folds how many there are
   * @param error of the hidden entries, in the units of X
   */
  default void onFold(String point, int fold, int folds, double error) {}
}
