package org.mahnmf.solver;

import org.mahnmf.checkpoint.State;

/**
 * One line of a run's history.
 *
 * @param iteration outer steps taken; 0 is the start
 * @param seconds since the run began
 * @param objective in the user's units
 */
public record HistoryPoint(int iteration, double seconds, double objective) {

  /**
   * Exchanges a line with a checkpoint.
   *
   * @param state <em>modified</em>
   * @param now or null while restoring
   */
  public static HistoryPoint exchange(State state, HistoryPoint now) {
    return new HistoryPoint(
        state.count(now == null ? 0 : now.iteration),
        state.number(now == null ? 0 : now.seconds),
        state.number(now == null ? 0 : now.objective));
  }
}
