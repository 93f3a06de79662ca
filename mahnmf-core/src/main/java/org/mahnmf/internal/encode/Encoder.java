package org.mahnmf.internal.encode;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.mahnmf.base.Check;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.sparse.ColumnPanel;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.SideData;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/**
 * Finds codes of samples for a fixed basis (eq3.2), with a certified gap. Most often each is a
 * linear programme of its own, see {@link SampleEncoder}. With a ridge, a ball or a curved loss the
 * optimum is no vertex, and a walk over vertices would not find it: samples go through a
 * first-order method in blocks, see {@link BlockAdmm}, at the cost of some tens of products with
 * the basis.
 *
 * <p>The codes of a sample depend on the basis and on that sample alone, never on old codes or on
 * other samples, so a fit that ends with this step agrees with a later transform.
 *
 * @param model <em>kept</em>
 * @param exact whether every sample is solved to the optimum
 */
public record Encoder(CodeProblem model, boolean exact) {

  /**
   * Codes of samples for a given basis, with a proof of how good they are.
   *
   * @param codes samples x rank
   * @param objective loss and penalties of the codes by term
   * @param relativeError loss / Σ weight·|X|
   * @param lowerBound no codes for this basis have a lower objective
   * @param exactSamples samples whose codes are a proven optimum
   */
  public record Codes(
      DenseMatrix codes,
      Objective objective,
      double relativeError,
      double lowerBound,
      int exactSamples) {}

  /** Refuses a loss that does not suit. */
  public Encoder {
    Check.that(
        "codes of new samples ask for |e| + ½αe², but the loss is '%s'",
        model.loss().isKinked(), model.loss().name());
  }

  /**
   * Finds the codes.
   *
   * @param samples <em>not modified</em>
   * @param near codes near the best, samples x rank, where exact walks may begin; the optimum that
   *     they end at does not depend on it, but for ties, and with a ridge nothing does; <em>not
   *     modified</em>
   * @param threads at least 1; the answer does not depend on it
   * @param stop asked before each sample or step, by all threads
   * @return nothing if it was stopped
   */
  public Optional<Codes> encode(
      Observations samples, Optional<DenseMatrix> near, int threads, BooleanSupplier stop) {
    int count = samples.samples();
    DenseMatrix codes =
        near.map(DenseMatrix::copy).orElseGet(() -> new DenseMatrix(count, model.basis().rows()));
    SampleSource.Result[] results = new SampleSource.Result[count];
    try (Workers workers = new Workers(threads)) {
      Supplier<SampleSource> source = source(samples, workers);
      SampleEncoder.Shared shared =
          new SampleEncoder.Shared(new AtomicInteger(), codes, near.isPresent(), results, stop);
      workers.run(
          Math.min(threads, count),
          1,
          (worker, from, to) -> new SampleEncoder(source.get(), exact, shared).run());
    }
    return sumUp(codes, results);
  }

  private Optional<Codes> sumUp(DenseMatrix codes, SampleSource.Result[] results) {
    if (Arrays.asList(results).contains(null)) {
      return Optional.empty();
    }
    double loss = sum(results, SampleSource.Result::loss);
    double linear = sum(results, SampleSource.Result::linear);
    double bound = sum(results, SampleSource.Result::bound);
    double total = sum(results, SampleSource.Result::absoluteSum);
    Map<String, Double> penalties = new LinkedHashMap<>();
    SampleRule rule = model.rule();
    if (rule.penalty() > 0) {
      penalties.put("group", linear * (rule.penalty() / rule.linear()));
    }
    if (rule.sparsity() > 0) {
      penalties.put(Sparsity.NAME, linear * (rule.sparsity() / rule.linear()));
    }
    if (rule.ridge() > 0) {
      penalties.put(Ridge.NAME, sum(results, SampleSource.Result::ridge));
    }
    double quadratic = sum(results, SampleSource.Result::quadratic);
    Objective objective = Objective.of(model.loss(), loss, quadratic).plus(penalties);
    return Optional.of(
        new Codes(
            codes,
            objective,
            total > 0 ? loss / total : 0,
            objective.total() < bound ? objective.total() : bound,
            (int) Arrays.stream(results).filter(SampleSource.Result::proven).count()));
  }

  private static double sum(
      SampleSource.Result[] results, ToDoubleFunction<SampleSource.Result> part) {
    return Arrays.stream(results).mapToDouble(part).reduce(0, Double::sum);
  }

  /** Returns what makes a reader of samples for each thread. */
  private Supplier<SampleSource> source(Observations samples, Workers workers) {
    double curvature = model.loss().curvature();
    if (samples.values() instanceof SparseMatrix) {
      SideData data = SparseStore.bySample(samples, workers);
      ColumnPanel panel = new ColumnPanel(model.basis(), curvature > 0, workers);
      return () -> new StoredSamples(data, panel, model.rule(), curvature);
    }
    ScaledBasis basis = new ScaledBasis(model.basis(), model.rule(), curvature);
    return () -> new SampleSource(samples, basis, basis.rank, model.rule(), curvature);
  }
}
