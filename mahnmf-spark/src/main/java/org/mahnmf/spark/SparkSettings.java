package org.mahnmf.spark;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.term.Manhattan;

/**
 * What a fit on Spark is asked for; numbers in the user's units.
 *
 * @param rank number of components
 * @param seed of every random choice
 * @param start {@code sample}, {@code random} or {@code given}
 * @param startBasis the given basis, rank x features
 * @param maxIterations most outer steps
 * @param tolerance relative change of the objective per outer step that counts as converged
 * @param loss price of a residual
 * @param basis terms on the basis
 * @param codes terms on the codes
 * @param storage {@code auto}, {@code dense} or {@code sparse}
 * @param zeroWeight weight of a zero that a sparse table does not store
 * @param checkpointInterval jobs between two checkpoints; 0 for none
 * @param listener who watches
 * @param stop true when the run is to end
 */
record SparkSettings(
    int rank,
    long seed,
    String start,
    Optional<DenseMatrix> startBasis,
    int maxIterations,
    double tolerance,
    Loss loss,
    Side basis,
    CodesTerms codes,
    String storage,
    double zeroWeight,
    int checkpointInterval,
    IterationListener listener,
    BooleanSupplier stop) {

  static final String SAMPLE = "sample";
  static final String RANDOM = "random";
  static final String GIVEN = "given";
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
        Optional.empty(),
        MahNmf.DEFAULT_MAX_ITERATIONS,
        MahNmf.DEFAULT_TOLERANCE,
        new Manhattan(),
        Side.nonNegative(),
        CodesTerms.nonNegative(),
        AUTO,
        1,
        DEFAULT_CHECKPOINT_INTERVAL,
        progress -> {},
        () -> false);
  }

  SparkSettings withCheckpointInterval(int newInterval) {
    return new SparkSettings(
        rank,
        seed,
        start,
        startBasis,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        storage,
        zeroWeight,
        newInterval,
        listener,
        stop);
  }

  SparkSettings withListener(IterationListener newListener) {
    return new SparkSettings(
        rank,
        seed,
        start,
        startBasis,
        maxIterations,
        tolerance,
        loss,
        basis,
        codes,
        storage,
        zeroWeight,
        checkpointInterval,
        newListener,
        stop);
  }
}
