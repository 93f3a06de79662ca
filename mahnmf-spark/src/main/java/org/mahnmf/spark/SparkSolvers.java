package org.mahnmf.spark;

import java.util.Set;
import org.mahnmf.solver.Support;

/** Which methods run on Spark. */
final class SparkSolvers {

  static final String ADMM = "admm";

  /** Names of methods that one machine has, and what speaks against them here. */
  private static final Set<String> CHATTY = Set.of("smoothing", "rri", "exact", "reweighted");

  private SparkSolvers() {}

  /** Refuses every method but ADMM, by name. */
  static void require(String name) {
    if (name.equals(ADMM)) {
      return;
    }
    String reason =
        CHATTY.contains(name)
            ? "it needs many exchanges with all samples per step; use '" + ADMM + "'"
            : "only '" + ADMM + "' runs there";
    throw new IllegalArgumentException(Support.refuse(name, "spark", reason).refusal());
  }
}
