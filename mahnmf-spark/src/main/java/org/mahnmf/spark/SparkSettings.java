package org.mahnmf.spark;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.Ridge;

/**
 * What a fit on Spark is asked for; numbers in the user's units.
 *
 * @param rank number of components
 * @param seed of every random choice
 * @param start {@code sample} or {@code random}
 * @param maxIterations most outer steps
 * @param tolerance relative change of the objective per outer step that counts as converged
 * @param loss price of a residual
 * @param basis terms on the basis
 * @param codes terms on the codes
 * @param ridge on both factors besides, as a share of {@link Ridge#natural}; 0 for none
 * @param storage {@code auto}, {@code dense} or {@code sparse}
 * @param zeroWeight weight of a zero that a sparse table does not store
 * @param checkpointInterval jobs between two checkpoints; 0 for none
 * @param saving where the run is saved for another driver to go on with; empty if it is not
 * @param listener who watches
 * @param timeLimit seconds, may be infinite
 * @param cancelled true when the user wants the run to end
 */
record SparkSettings(
    int rank,
    long seed,
    String start,
    int maxIterations,
    double tolerance,
    Loss loss,
    Side basis,
    CodesTerms codes,
    double ridge,
    String storage,
    double zeroWeight,
    int checkpointInterval,
    Optional<Engine.Saving> saving,
    IterationListener listener,
    double timeLimit,
    BooleanSupplier cancelled) {

  static final String SAMPLE = "sample";
  static final String RANDOM = "random";
  static final String AUTO = "auto";
  static final String DENSE = "dense";
  static final String SPARSE = "sparse";

  /** Jobs between two checkpoints. */
  static final int DEFAULT_CHECKPOINT_INTERVAL = 20;

  static SparkSettings withRank(int rank) {
    return new SparkSettings(
        rank,
        0,
        SAMPLE,
        MahNmf.DEFAULT_MAX_ITERATIONS,
        MahNmf.DEFAULT_TOLERANCE,
        new Manhattan(),
        Side.nonNegative(),
        CodesTerms.nonNegative(),
        0,
        AUTO,
        1,
        DEFAULT_CHECKPOINT_INTERVAL,
        Optional.empty(),
        progress -> {},
        Double.POSITIVE_INFINITY,
        () -> false);
  }

  SparkSettings withRidge(double newRidge) {
    return new SparkSettings(
        rank,
        seed,
        start,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        newRidge,
        storage,
        zeroWeight,
        checkpointInterval,
        saving,
        listener,
        timeLimit,
        cancelled);
  }

  SparkSettings withCheckpointInterval(int newInterval) {
    return new SparkSettings(
        rank,
        seed,
        start,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        ridge,
        storage,
        zeroWeight,
        newInterval,
        saving,
        listener,
        timeLimit,
        cancelled);
  }

  SparkSettings withSaving(Engine.Saving newSaving) {
    return new SparkSettings(
        rank,
        seed,
        start,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        ridge,
        storage,
        zeroWeight,
        checkpointInterval,
        Optional.of(newSaving),
        listener,
        timeLimit,
        cancelled);
  }

  SparkSettings withListener(IterationListener newListener) {
    return new SparkSettings(
        rank,
        seed,
        start,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        ridge,
        storage,
        zeroWeight,
        checkpointInterval,
        saving,
        newListener,
        timeLimit,
        cancelled);
  }
}
