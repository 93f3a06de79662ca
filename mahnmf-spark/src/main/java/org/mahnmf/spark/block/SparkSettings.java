package org.mahnmf.spark.block;

import java.util.Optional;
import java.util.Set;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
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

  /** Takes ADMM alone, which {@code auto} is here, and no start but its own and random. */
  public static Support support(MahNmf plan) {
    String solver = plan.solver().name();
    if (!solver.equals("admm") && !solver.equals(AUTO)) {
      String reason =
          CHATTY.contains(solver)
              ? "it needs many exchanges with all samples per step; use 'admm'"
              : "only 'admm' runs there";
      return Support.refuse(solver, "spark", reason);
    }
    String start = plan.isStartChosen() ? plan.start().name() : RANDOM;
    return start.equals(RANDOM) || start.equals(SAMPLE)
        ? Support.full()
        : new Support("engine 'spark' does not take start '" + start + "'; use random, or none");
  }
}
