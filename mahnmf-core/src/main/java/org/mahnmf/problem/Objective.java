package org.mahnmf.problem;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.checkpoint.State;

/**
 * Everything that is minimised, by term; the first is {@code loss}.
 *
 * @param terms values by name, in order
 */
public record Objective(Map<String, Double> terms) {

  /** Name of the term Σ weight·|X − WᵀH|. */
  public static final String LOSS = "loss";

  /** Copies the terms. */
  public Objective {
    terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
  }

  /**
   * Returns the objective of residuals alone.
   *
   * @param loss of a residual
   * @param absolute Σ weight·|residual|
   * @param rest what the loss adds to that, if it adds anything
   */
  public static Objective of(Loss loss, double absolute, double rest) {
    Objective plain = new Objective(Map.of(LOSS, absolute));
    return loss.restWeight() == 0 ? plain : plain.plus(Map.of(loss.name(), rest));
  }

  /**
   * Returns the objective with penalties besides.
   *
   * @param penalties by name, as {@link Side#penalties} gives them; <em>not modified</em>
   */
  public Objective plus(Map<String, Double> penalties) {
    Map<String, Double> all = new LinkedHashMap<>(terms);
    penalties.forEach((name, value) -> all.merge(name, value, Double::sum));
    return new Objective(all);
  }

  /**
   * Exchanges an objective with a checkpoint.
   *
   * @param state <em>modified</em>
   * @param now or null
   */
  public static Objective exchange(State state, Objective now) {
    List<String> names =
        state.list(now == null ? null : List.copyOf(now.terms.keySet()), state::text);
    Map<String, Double> terms = new LinkedHashMap<>();
    for (String name : names) {
      terms.put(name, state.number(now == null ? 0 : now.terms.getOrDefault(name, 0.)));
    }
    return new Objective(terms);
  }

  /** Returns the sum of the terms. */
  public double total() {
    return terms.values().stream().reduce(0., Double::sum);
  }

  /** Returns Σ weight·|X − WᵀH|. */
  public double loss() {
    return terms.get(LOSS);
  }

  /**
   * Returns the objective with every term multiplied.
   *
   * @param factor multiplies every term
   */
  public Objective times(double factor) {
    Map<String, Double> scaled = new LinkedHashMap<>();
    terms.forEach((name, value) -> scaled.put(name, value * factor));
    return new Objective(scaled);
  }
}
