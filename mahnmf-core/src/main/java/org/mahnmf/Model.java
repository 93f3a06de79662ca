package org.mahnmf;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.internal.encode.Encoder;
import org.mahnmf.internal.store.ReadOnlyMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Manhattan;

/**
 * A basis and how samples are matched to it: min over codes of loss(x − Wᵀh) + penalties(h) under a
 * {@link SampleRule} (eq3.2). The codes of a sample depend on the basis and that sample alone.
 * Immutable.
 *
 * <pre>{@code
 * Model model = MahNmf.ofRank(2).fit(Observations.of(table)).model();
 * Matrix codes = model.withThreads(1).transform(Observations.of(newRows)).codes();
 * }</pre>
 */
public final class Model implements Serializable {

  private static final long serialVersionUID = 1;

  private final CodeProblem problem;
  private final boolean exact;
  private final int threads;

  private Model(CodeProblem problem, boolean exact, int threads) {
    this.problem = problem;
    this.exact = exact;
    this.threads = threads;
  }

  /** Makes the model of a fit, or refuses a basis that is none. */
  static Model of(CodeProblem problem, boolean exact, int threads) {
    return new Model(
        of(problem.basis()).problem.with(problem.loss()).with(problem.rule()), exact, threads);
  }

  /**
   * Makes a model of a bare basis with the Manhattan loss and non-negative codes.
   *
   * @param basis rank x features, finite and at least 0; <em>kept</em>
   */
  public static Model of(DenseMatrix basis) {
    for (int i = 0; i < basis.rows(); i++) {
      for (int j = 0; j < basis.columns(); j++) {
        double value = basis.get(i, j);
        if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
          throw new InvalidEntryException(i, j, value, "a basis must be finite and at least 0");
        }
      }
    }
    CodeProblem problem = new CodeProblem(basis, new Manhattan(), SampleRule.NON_NEGATIVE);
    return new Model(problem, false, Workers.defaultThreads());
  }

  /**
   * Returns a model with another loss.
   *
   * @param newLoss in the units of the samples
   */
  public Model with(Loss newLoss) {
    return new Model(problem.with(newLoss), exact, threads);
  }

  /**
   * Returns a model with another rule for the codes.
   *
   * @param newRule in the units of the samples
   */
  public Model with(SampleRule newRule) {
    return new Model(problem.with(newRule), exact, threads);
  }

  /**
   * Returns a model whose codes have another ridge: ½ ridge Σ h² for each sample.
   *
   * @param newRidge in the units of the samples; 0 for none
   */
  public Model withRidge(double newRidge) {
    return with(rule().withRidge(newRidge));
  }

  /**
   * Returns a model that solves each sample to the proven optimum (relative gap 1e-9) or not.
   *
   * @param newExact default false: within 0.01 % where there is no linear programme
   */
  public Model withExact(boolean newExact) {
    return new Model(problem, newExact, threads);
  }

  /**
   * Returns a model that uses a number of threads; the answer does not depend on it.
   *
   * @param newThreads at least 1
   */
  public Model withThreads(int newThreads) {
    return new Model(problem, exact, newThreads);
  }

  /** The newest layout of saved settings that this version reads. */
  private static final int FORMAT = 2;

  /**
   * The layout to write: the oldest that says it all. A version that knows format 1 alone calls the
   * penalty on groups by another name and would leave it, ridge and sparsity out without a word, so
   * a model that has any of them is of format 2, which it refuses; any other model it may read.
   */
  private int format() {
    SampleRule rule = rule();
    return rule.penalty() > 0 || rule.ridge() > 0 || rule.sparsity() > 0 ? FORMAT : 1;
  }

  /** Returns everything but the basis as numbers and texts, for {@link #withSettings}. */
  public Map<String, Object> settings() {
    Loss loss = loss();
    SampleRule rule = rule();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("format", format());
    map.put("loss", loss.name());
    map.put("curvature", loss.curvature());
    map.put("lower", rule.lower());
    if (rule.upper() < Double.POSITIVE_INFINITY) {
      map.put("upper", rule.upper());
    }
    map.put("penalty", rule.penalty());
    if (rule.ball() < Double.POSITIVE_INFINITY) {
      map.put("ball", rule.ball());
    }
    map.put("sparsity", rule.sparsity());
    map.put("ridge", rule.ridge());
    return Collections.unmodifiableMap(map);
  }

  /**
   * Returns a model with the settings of another.
   *
   * @param settings as {@link #settings()} of this version or an older one gives them; what is
   *     absent keeps its default
   * @throws IllegalArgumentException if a newer version made them, which may mean what this one
   *     does not know, or if they are damaged
   */
  public Model withSettings(Map<?, ?> settings) {
    double format = number(settings, "format", FORMAT);
    Check.that(
        "the format of the model is %s but this version knows formats up to %s; use the"
            + " version of mahnmf that made it, or a newer one",
        format <= FORMAT, Math.round(format), FORMAT);
    double curvature = number(settings, "curvature", 0);
    SampleRule saved =
        new SampleRule(
            number(settings, "lower", 0),
            number(settings, "upper", Double.POSITIVE_INFINITY),
            number(settings, "penalty", number(settings, "price", 0)), // as 0.1 called it
            number(settings, "ball", Double.POSITIVE_INFINITY),
            number(settings, "sparsity", 0),
            number(settings, "ridge", 0));
    return with(curvature > 0 ? new ElasticNet(curvature) : new Manhattan()).with(saved);
  }

  @Override
  public String toString() {
    return "model of %s parts x %s features, %s"
        .formatted(basis().rows(), basis().columns(), loss().name());
  }

  private static double number(Map<?, ?> settings, String name, double absent) {
    Object value = settings.get(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "setting '" + name + "' of the model is '" + value + "' but must be a number");
  }

  /** Returns the parts, rank x features; they cannot be written to. */
  public Matrix basis() {
    return ReadOnlyMatrix.of(problem.basis());
  }

  /** Returns the loss. */
  public Loss loss() {
    return problem.loss();
  }

  /** Returns what the codes of a sample must obey. */
  public SampleRule rule() {
    return problem.rule();
  }

  /**
   * Finds the codes of samples: without a ridge an optimum of each sample's linear programme where
   * that is cheap, and else codes within the gap that {@link #withExact} names.
   *
   * @param samples with the basis's features
   * @throws IllegalArgumentException if the widths differ
   */
  public Encoding transform(Observations samples) {
    Check.that(
        "the samples have %s columns but the basis has %s",
        samples.features() == basis().columns(), samples.features(), basis().columns());
    long begin = System.nanoTime();
    Encoder.Codes found =
        new Encoder(problem, exact)
            .encode(samples, Optional.empty(), threads, () -> false)
            .orElseThrow();
    return new Encoding(
        found.codes(),
        found.objective(),
        found.relativeError(),
        found.lowerBound(),
        found.exactSamples(),
        (System.nanoTime() - begin) * 1e-9);
  }
}
