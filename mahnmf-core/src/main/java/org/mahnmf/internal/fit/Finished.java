package org.mahnmf.internal.fit;

import java.util.List;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.internal.search.WeightUnits;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Sides;

/**
 * A fit that is over, in the user's units.
 *
 * @param table what was factored
 * @param model the basis, and what codes minimise
 * @param codes samples x rank
 * @param sides the terms on both factors, complete
 * @param found how the point was reached
 * @param score how good it is
 * @param ending how it ended
 */
public record Finished(
    Table table,
    CodeProblem model,
    DenseMatrix codes,
    Sides sides,
    Found found,
    Score score,
    End ending) {

  /** The same for the table as it was given, before its weights became units. */
  Finished outOf(WeightUnits units, Observations given) {
    CodeProblem there = new CodeProblem(units.basis(model.basis()), model.loss(), model.rule());
    Table all = new Table(given, table.facts, table.precision);
    return new Finished(all, there, units.codes(codes), sides, found, score, ending);
  }

  /**
   * What was factored.
   *
   * @param observations values and weights
   * @param facts what the record says of them
   * @param precision of the copy of X
   */
  public record Table(Observations observations, TableFacts facts, Precision precision) {}

  /**
   * How good the point is.
   *
   * @param objective everything minimised, by term
   * @param relativeError loss / Σ weight·|X|
   * @param lowerBound no codes for this basis have a lower objective; 0 if unknown
   * @param dead components, from 1, whose basis or codes are all zero
   */
  public record Score(
      Objective objective, double relativeError, double lowerBound, List<Integer> dead) {}

  /**
   * How it ended.
   *
   * @param reason why
   * @param interrupted whether somebody asked for it
   * @param seconds of the whole fit
   * @param notes what a person should know, one sentence each
   */
  public record End(String reason, boolean interrupted, double seconds, List<String> notes) {}
}
