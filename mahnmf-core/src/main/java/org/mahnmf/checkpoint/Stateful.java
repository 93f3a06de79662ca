package org.mahnmf.checkpoint;

/** Something whose state goes into a checkpoint and comes back from it. */
@FunctionalInterface
public interface Stateful {

  /**
   * Hands every piece of state to the checkpoint and takes back what it returns, always in the same
   * order: {@code theta = state.number(theta);}. While saving, that is what was handed over; while
   * restoring, what was saved. One method for both cannot forget a field on one way only.
   *
   * <p>Needed is all that later steps depend on; scratch memory and what follows from the problem
   * is not.
   *
   * @param state <em>modified</em>
   */
  void exchange(State state);
}
