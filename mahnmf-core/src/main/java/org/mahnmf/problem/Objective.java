package org.mahnmf.problem;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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

  /** Returns the sum of the terms. */
  public double total() {
    double sum = 0;
    for (double value : terms.values()) {
      sum += value;
    }
    return sum;
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
