package org.mahnmf.internal.fit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Side;

/**
 * What the result of a fit depends on: the data and all settings but threads, listeners, limits of
 * time and rules that a program adds. A checkpoint holds it.
 */
public final class FitIdentity {

  private FitIdentity() {}

  /** Returns the facts by name, as texts. */
  public static Map<String, String> of(Plan plan, TableFacts data) {
    Plan.Target target = plan.target();
    Plan.Method method = plan.method();
    Plan.Limits limits = plan.limits();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("the size of the table", data.samples() + "x" + data.features());
    facts.put("the hash of the table", data.hash());
    facts.put("the rank", target.rank());
    facts.put("the solver", method.solver().identity());
    facts.put("the start", method.start().identity());
    facts.put("the seed", method.seed());
    facts.put("the number of restarts", method.restarts());
    facts.put("the precision", plan.precision());
    facts.put("the tolerance", limits.tolerance());
    facts.put("the limit of iterations", limits.maxIterations());
    facts.put("the target", limits.objective());
    facts.put("the validation", plan.holdout().map(Object::toString).orElse("none"));
    facts.put("the ridge", plan.choosesRidge() ? "auto" : plan.ridgeShare());
    facts.put("the exactness of codes", method.exactCodes());
    facts.put("the symmetry", target.symmetric());
    facts.put("the loss", target.loss().name() + " with " + target.loss().curvature());
    facts.put("the basis", describe(target.basis(), target.rank(), data.features()));
    facts.put("the codes", describe(target.codes(), target.rank(), data.samples()));
    Map<String, String> texts = new LinkedHashMap<>();
    facts.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  /**
   * Names the terms on a factor, with a hash of what they do to it: no two graphs do the same.
   *
   * @param side the terms
   * @param rank rows of the factor
   * @param count its columns
   */
  public static String describe(Side side, int rank, int count) {
    side.terms().forEach(term -> term.check(rank, count));
    SplittableRandom random = new SplittableRandom(0);
    DenseMatrix probe = new DenseMatrix(rank, count);
    for (int i = 0; i < probe.array().length; i++) {
      probe.array()[i] = random.nextDouble();
    }
    Side resolved = side.resolved(probe);
    NumberHash hash = new NumberHash();
    hash.add(resolved.penalty(probe));
    DenseMatrix moved = probe.times(2);
    resolved.set().project(moved);
    for (double value : moved.array()) {
      hash.add(value);
    }
    return side.terms() + ", hash " + hash.digits();
  }
}
