package org.mahnmf;

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
  static Map<String, String> of(MahNmf settings, RunRecord.Data data) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("the size of the table", data.samples() + "x" + data.features());
    facts.put("the hash of the table", data.hash());
    facts.put("the rank", settings.rank());
    facts.put("the solver", settings.solver().identity());
    facts.put("the start", settings.start().identity());
    facts.put("the seed", settings.seed());
    facts.put("the number of restarts", settings.restarts());
    facts.put("the precision", settings.precision());
    facts.put("the tolerance", settings.tolerance());
    facts.put("the limit of iterations", settings.maxIterations());
    facts.put("the target", settings.target());
    facts.put("the validation", settings.validation().map(Object::toString).orElse("none"));
    facts.put("the ridge", settings.remaining().get("ridge"));
    facts.put("the exactness of codes", settings.exactCodes());
    facts.put("the symmetry", settings.isSymmetric());
    facts.put("the loss", settings.loss().name() + " with " + settings.loss().curvature());
    facts.put("the basis", describe(settings.basis(), settings.rank(), data.features()));
    facts.put("the codes", describe(settings.codes(), settings.rank(), data.samples()));
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
    hash.add(resolved.price(probe));
    DenseMatrix moved = probe.times(2);
    resolved.set().project(moved);
    for (double value : moved.array()) {
      hash.add(value);
    }
    return side.terms() + ", hash " + hash.digits();
  }
}
