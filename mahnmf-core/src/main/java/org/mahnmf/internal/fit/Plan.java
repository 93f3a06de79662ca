package org.mahnmf.internal.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.internal.search.WeightUnits;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.solver.StoppingRule;
import org.mahnmf.term.Ridge;

/**
 * The settings of a fit as the machinery reads them; the API translates a user's settings into it.
 *
 * @param target what is minimised
 * @param method by what
 * @param limits when it ends
 * @param holdout which entries are hidden, if the user says so
 * @param precision of the copy of X
 * @param threads at least 1; the answer does not depend on it
 * @param control who watches, stops and saves it
 */
public record Plan(
    Target target,
    Method method,
    Limits limits,
    Optional<HoldoutPlan> holdout,
    Precision precision,
    int threads,
    Control control) {

  /**
   * What is minimised, in the user's units.
   *
   * @param rank number of components
   * @param loss of a residual
   * @param basis terms on W
   * @param codes terms on H
   * @param symmetric whether both factors are one matrix
   * @param ridge share of its natural weight on both factors; empty if hidden entries choose it
   */
  public record Target(
      int rank, Loss loss, Side basis, Side codes, boolean symmetric, OptionalDouble ridge) {}

  /**
   * By what it is minimised.
   *
   * @param solver the algorithm
   * @param start the starting point
   * @param startChosen whether the user named it
   * @param restarts number of starts
   * @param seed of every random choice
   * @param exactCodes whether the last codes are proven optima
   */
  public record Method(
      Solver solver,
      Start start,
      boolean startChosen,
      int restarts,
      long seed,
      boolean exactCodes) {}

  /**
   * When it ends.
   *
   * @param maxIterations most outer steps
   * @param tolerance relative change of the objective per outer step that counts as converged
   * @param seconds of wall time
   * @param objective that is good enough, in the user's units
   * @param rule of the user's own
   */
  public record Limits(
      int maxIterations, double tolerance, double seconds, double objective, StoppingRule rule) {}

  /**
   * Who watches, stops and saves it.
   *
   * @param listeners told about every outer step
   * @param cancellation true once the user wants it to end
   * @param checkpoint saves it
   */
  public record Control(
      List<FitListener> listeners, BooleanSupplier cancellation, Checkpoint checkpoint) {}

  /** Whether weights may become units, see {@link WeightUnits}. */
  boolean letsWeightsBeUnits() {
    return WeightUnits.areFree(target.loss, target.basis, target.codes)
        && !target.symmetric
        && !method.solver.isAsPublished();
  }

  /** The plan for a table whose weights have become units. */
  Plan in(WeightUnits taken) {
    if (!method.startChosen) {
      return this;
    }
    Method there =
        new Method(
            method.solver,
            taken.start(method.start),
            true,
            method.restarts,
            method.seed,
            method.exactCodes);
    return new Plan(target, there, limits, holdout, precision, threads, control);
  }

  /** Whether hidden entries are to choose the ridge; who gives a quadratic term has chosen. */
  boolean choosesRidge() {
    boolean hasOne = target.basis.quadratic() > 0 || target.codes.quadratic() > 0;
    return target.ridge.isEmpty() && !hasOne && !target.symmetric;
  }

  /** Whether the fit begins with a choice among starts, or among ridges as well. */
  public boolean hasPath() {
    return !target.symmetric && (choosesRidge() || method.solver.choosesRidge());
  }

  /** The given share of the ridge's natural weight, 0 if none is given. */
  double ridgeShare() {
    return target.ridge.orElse(0);
  }

  /** The weight of that ridge on a table, in the user's units. */
  double givenRidge(Store.Extent extent) {
    return ridgeShare() * Ridge.natural(extent);
  }
}
