package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.checkpoint.SavedState;

/**
 * What {@link Auto} chose and why.
 *
 * @param solver name of the chosen solver
 * @param start name of the chosen start
 * @param reason one sentence for a person
 * @param heldOutError of the chosen candidate, if hidden entries decided; else NaN
 * @param candidates everything that was tried, in the order of the trials; empty if there was
 *     nothing to choose from
 */
public record AutoChoice(
    String solver,
    String start,
    String reason,
    double heldOutError,
    List<AutoChoice.Candidate> candidates) {

  /** Keeps a list of its own. */
  public AutoChoice {
    candidates = List.copyOf(candidates);
  }

  /**
   * One trial.
   *
   * @param solver name of the solver
   * @param start name of the start
   * @param data what it ran on: {@code all}, {@code sample} of the lines, or {@code rest} of the
   *     entries, some being hidden
   * @param objective the lowest, in the user's units, on these data
   * @param heldOutError lowest mean absolute error of the hidden entries, in the user's units; NaN
   *     if none were hidden
   * @param steps outer steps to that point
   * @param products work in products of 2·m·n·rank flops, m x n being all of X
   */
  public record Candidate(
      String solver,
      String start,
      String data,
      double objective,
      double heldOutError,
      int steps,
      double products) {

    private static Candidate exchange(SavedState state, Candidate now) {
      return new Candidate(
          state.text(now == null ? null : now.solver),
          state.text(now == null ? null : now.start),
          state.text(now == null ? null : now.data),
          state.number(now == null ? 0 : now.objective),
          state.number(now == null ? 0 : now.heldOutError),
          state.count(now == null ? 0 : now.steps),
          state.number(now == null ? 0 : now.products));
    }

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("solver", solver);
      map.put("start", start);
      map.put("data", data);
      map.put("objective", objective);
      if (!Double.isNaN(heldOutError)) {
        map.put("heldOutError", heldOutError);
      }
      map.put("steps", steps);
      map.put("products", products);
      return map;
    }
  }

  /**
   * Exchanges a choice with a checkpoint.
   *
   * @param state <em>modified</em>
   * @param now or null while restoring
   */
  public static AutoChoice exchange(SavedState state, AutoChoice now) {
    return new AutoChoice(
        state.text(now == null ? null : now.solver),
        state.text(now == null ? null : now.start),
        state.text(now == null ? null : now.reason),
        state.number(now == null ? 0 : now.heldOutError),
        state.list(now == null ? null : now.candidates, one -> Candidate.exchange(state, one)));
  }

  /** Returns whether hidden entries decided, and not the objective. */
  public boolean isHeldOut() {
    return !Double.isNaN(heldOutError);
  }

  /** Returns the choice as a sentence for a person. */
  public String sentence() {
    return "Solver auto took '" + solver + "' from the start '" + start + "': " + reason + ".";
  }

  /** Returns the choice as nested maps, lists, numbers and texts, as in run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("solver", solver);
    map.put("start", start);
    map.put("reason", reason);
    if (isHeldOut()) {
      map.put("heldOutError", heldOutError);
    }
    List<Object> lines = new ArrayList<>();
    candidates.forEach(candidate -> lines.add(candidate.toMap()));
    map.put("candidates", lines);
    return map;
  }
}
