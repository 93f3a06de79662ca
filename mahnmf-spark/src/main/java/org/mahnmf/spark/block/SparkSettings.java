package org.mahnmf.spark.block;

import java.util.Optional;
import java.util.Set;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.base.Check;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.solver.Support;
import org.mahnmf.spark.file.SavedRun;

/**
 * What a fit on Spark is asked for beside the settings of any fit; numbers in the user's units.
 *
 * @param plan the settings of any fit
 * @param codes terms on the codes, in the place of those of the plan
 * @param storage {@code auto}, {@code dense} or {@code sparse}
 * @param zeroWeight weight of a zero that a sparse table does not store
 * @param checkpointInterval jobs between two checkpoints; 0 for none
 * @param checkpoints where the run is saved for another driver to resume; empty if it is not
 */
public record SparkSettings(
    MahNmf plan,
    CodesTerms codes,
    String storage,
    double zeroWeight,
    int checkpointInterval,
    Optional<Engine.Checkpoints> checkpoints) {

  public static final String SAMPLE = "sample";
  public static final String RANDOM = "random";
  public static final String AUTO = "auto";
  public static final String DENSE = "dense";
  public static final String SPARSE = "sparse";

  /** Names of methods that one machine has, and that exchange too much here. */
  private static final Set<String> CHATTY = Set.of("smoothing", "rri", "exact", "reweighted");

  /** Refuses what does not run on Spark, by name. */
  public SparkSettings {
    requireSolver(plan.solver().name());
    String start = plan.isStartChosen() ? plan.start().name() : SAMPLE;
    Check.that(
        "engine 'spark' does not take start '%s'; use random, or none",
        start.equals(SAMPLE) || start.equals(RANDOM), start);
  }

  /** Takes the settings of any fit, with defaults for what only Spark knows. */
  public static SparkSettings of(MahNmf plan) {
    return new SparkSettings(
        plan, CodesTerms.of(plan.codes()), AUTO, 1, SavedRun.DEFAULT_INTERVAL, Optional.empty());
  }

  public SparkSettings withCodes(CodesTerms newCodes) {
    return new SparkSettings(plan, newCodes, storage, zeroWeight, checkpointInterval, checkpoints);
  }

  public SparkSettings withStorage(String newStorage, double newZeroWeight) {
    return new SparkSettings(
        plan, codes, newStorage, newZeroWeight, checkpointInterval, checkpoints);
  }

  public SparkSettings withCheckpointInterval(int newInterval) {
    return new SparkSettings(plan, codes, storage, zeroWeight, newInterval, checkpoints);
  }

  public SparkSettings withCheckpoints(Optional<Engine.Checkpoints> newCheckpoints) {
    return new SparkSettings(plan, codes, storage, zeroWeight, checkpointInterval, newCheckpoints);
  }

  /** Returns the name of the starting point. */
  public String start() {
    return plan.isStartChosen() ? plan.start().name() : SAMPLE;
  }

  boolean isRandom() {
    return start().equals(RANDOM);
  }

  /** Returns the method as it was given, or else with the constants that suit the start. */
  public Admm solver() {
    if (plan.solver() instanceof Admm given) {
      return given;
    }
    return isRandom() ? farFromTheEnd() : new Admm();
  }

  /** See {@link Admm#with}. */
  static Admm farFromTheEnd() {
    return new Admm().with(1, 1e-4);
  }

  /** Refuses every method but ADMM, by name; {@code auto} is ADMM here. */
  public static void requireSolver(String name) {
    String reason =
        CHATTY.contains(name)
            ? "it needs many exchanges with all samples per step; use 'admm'"
            : "only 'admm' runs there";
    Check.that(
        "%s",
        name.equals("admm") || name.equals(AUTO), Support.refuse(name, "spark", reason).refusal());
  }
}
