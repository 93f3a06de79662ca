package org.mahnmf.internal.fit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.internal.encode.Encoder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.FactorizationLoop;

/** Ends a fit: the codes that a transform would find, the bound, and what the table says to it. */
final class Finish {

  /** Two ways to the same minimum differ by this much of the loss and of the sample. */
  private static final double OF_LOSS = 1e-12;

  private static final double OF_SAMPLE = 1e-15;

  private final Plan plan;
  private final Preparation prepared;
  private final Found found;
  private final Observations observations;
  private final List<String> notes;

  Finish(Plan plan, Preparation prepared, Found found) {
    this.plan = plan;
    this.prepared = prepared;
    this.found = found;
    this.observations = prepared.observations();
    this.notes = prepared.notes();
  }

  /** What is said where sums overflow; no step can be judged then. */
  static IllegalArgumentException beyondNumbers(ArithmeticException cause) {
    return new IllegalArgumentException(
        "the objective is not a finite number; bring the entries, bounds, weights and penalties nearer"
            + " to 1",
        cause);
  }

  Finished run(boolean lastStepWanted) {
    FactorizationLoop.Ending ending = found.ending();
    if (!(ending.objective().total() < Double.POSITIVE_INFINITY)) {
      throw beyondNumbers(null); // no point could be compared with another
    }
    boolean cancelled = plan.control().cancellation().getAsBoolean();
    String early = cancelled ? "interrupted" : "time limit of " + plan.limits().seconds() + " s";
    String reason = ending.stopReason().orElse(early);
    Units units = prepared.units();
    DenseMatrix basis = ending.factors().basis().times(units.basis());
    DenseMatrix codes = ending.factors().codes().transpose().times(units.codes());
    SampleRule rule = prepared.sides().codes().sampleRule();
    CodeProblem model = new CodeProblem(basis, plan.target().loss(), rule);
    double lowerBound = 0;
    if (lastStepWanted && model.loss().isKinked()) {
      OptionalDouble bound = lastStep(model, codes);
      cancelled = bound.isEmpty();
      lowerBound = bound.orElse(0);
    }
    found.choice().ifPresent(chosen -> notes.add(chosen.sentence()));
    plan.control()
        .checkpoint()
        .failure()
        .ifPresent(why -> notes.add("The run could not be saved: " + why + "."));
    Finished.Score score = score(model, codes, lowerBound);
    return new Finished(
        new Finished.Table(observations, prepared.facts(), prepared.store().precision()),
        model,
        codes,
        prepared.sides(),
        found,
        score,
        new Finished.End(reason, cancelled, prepared.clock().elapsed(), List.copyOf(notes)));
  }

  /** Judges the point by the table itself. */
  private Finished.Score score(CodeProblem model, DenseMatrix codes, double lowerBound) {
    Objective objective =
        Evaluation.of(observations, model, codes, plan.threads()).objective(prepared.sides());
    if (!(Math.abs(objective.total()) < Double.POSITIVE_INFINITY)) {
      throw beyondNumbers(null);
    }
    double weighted = DoubleStream.of(Evaluation.weightedSums(observations)).sum();
    List<Integer> dead = Evaluation.deadComponents(model.basis(), codes);
    if (!dead.isEmpty()) {
      notes.add(
          "Components "
              + dead
              + " are empty: X does not need them at this rank, or the start was poor; try a lower"
              + " rank or another seed.");
    }
    return new Finished.Score(
        objective,
        weighted > 0 ? objective.loss() / weighted : 0,
        lowerBound > 0 ? Math.min(lowerBound, objective.total()) : 0,
        dead);
  }

  /**
   * Ends the fit with the step that transform uses, keeps the better codes where samples are
   * independent, and returns the lower bound of the one-sided problem; nothing, and the codes as
   * they were, if it is interrupted.
   *
   * @param codes <em>modified</em>
   */
  private OptionalDouble lastStep(CodeProblem model, DenseMatrix codes) {
    Side codesSide = prepared.sides().codes();
    boolean asPublished = plan.method().solver().isAsPublished();
    boolean independent = codesSide.isSeparable() && !plan.target().symmetric();
    SampleRule rule = independent ? model.rule() : model.rule().boundsOnly();
    Optional<Encoder.Codes> better =
        new Encoder(model.with(rule), plan.method().exactCodes())
            .encode(
                observations, Optional.of(codes), plan.threads(), plan.control().cancellation());
    if (better.isEmpty()) {
      notes.add("The run was interrupted: this is the best point so far, without a lower bound.");
      return OptionalDouble.empty();
    }
    if (asPublished) {
      notes.add(
          "As published: the last point of the printed method in the units of X, not the best one"
              + " seen; another scale of X gives another answer.");
    }
    if (!codesSide.smooth().isEmpty()) {
      notes.add("New samples are not in the graph of the codes: transform leaves that term out.");
    }
    if (independent && !asPublished) {
      keepBetter(model, better.get().codes(), codes);
    }
    double ofBasis = prepared.sides().basis().penalty(model.basis());
    return OptionalDouble.of(better.get().lowerBound() + ofBasis);
  }

  /**
   * Replaces the codes of each sample whose loss and penalties are no higher with the candidate's,
   * up to rounding, so that a transform of the same data finds the very codes of the fit.
   *
   * @param codes <em>modified</em>
   */
  private void keepBetter(CodeProblem model, DenseMatrix candidate, DenseMatrix codes) {
    Observations capped = prepared.capped();
    Evaluation before = Evaluation.of(capped, model, codes, plan.threads());
    Evaluation after = Evaluation.of(capped, model, candidate, plan.threads());
    double[] sizes = Evaluation.weightedSums(capped);
    for (int i = 0; i < sizes.length; i++) {
      if (after.total(i) <= before.total(i) * (1 + OF_LOSS) + OF_SAMPLE * sizes[i]) {
        System.arraycopy(
            candidate.array(),
            candidate.offset(i),
            codes.array(),
            codes.offset(i),
            codes.columns());
      }
    }
  }
}
