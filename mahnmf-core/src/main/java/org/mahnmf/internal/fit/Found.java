package org.mahnmf.internal.fit;

import java.util.List;
import java.util.Optional;
import org.mahnmf.solver.FactorizationLoop;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.RidgeChoice;
import org.mahnmf.solver.Validation;

/**
 * What a search found, in the units of the store.
 *
 * @param ending the best point and how it was reached
 * @param history of the start that reached it
 * @param choice which ridge was chosen, if it was
 * @param validation how hidden entries fared that chose nothing
 * @param confidence of each component, if there were several starts
 */
public record Found(
    FactorizationLoop.Ending ending,
    List<HistoryPoint> history,
    Optional<RidgeChoice> choice,
    Optional<Validation> validation,
    List<Double> confidence) {

  static Found of(FactorizationLoop.Ending ending) {
    return new Found(ending, List.of(), Optional.empty(), Optional.empty(), List.of());
  }

  Found with(Validation told) {
    return new Found(ending, history, choice, Optional.of(told), confidence);
  }
}
