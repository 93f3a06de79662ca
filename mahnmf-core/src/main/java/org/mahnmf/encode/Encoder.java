package org.mahnmf.encode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.store.ColumnPanel;
import org.mahnmf.store.SideData;
import org.mahnmf.store.SparseStore;
import org.mahnmf.store.Workers;

/**
 * Finds codes of samples for a fixed basis, one sample at a time (eq3.2), with a certified gap: a
 * first-order method, then an exact finish from the nearest vertex where its cost allows or where
 * the first-order method fell short.
 *
 * <p>The codes of a sample depend on the basis and on that sample alone, never on old codes or on
 * other samples, so a fit that ends with this step agrees with a later transform.
 */
public final class Encoder {

  private final Model model;
  private final boolean exact;

  /**
   * Prepares the step.
   *
   * @param model basis, loss and rule; <em>kept</em>
   * @param exact whether every sample is solved to the optimum
   */
  public Encoder(Model model, boolean exact) {
    this.model = model;
    this.exact = exact;
  }

  /**
   * Finds the codes.
   *
   * @param samples <em>not modified</em>
   * @param near codes near the best, samples x rank, where exact walks may begin; the optimum that
   *     they end at does not depend on it, but for ties; <em>not modified</em>
   * @param threads at least 1; the answer does not depend on it
   * @param stop asked before each sample, by all threads
   * @return nothing if it was stopped
   */
  public Optional<Encoding> encode(
      Observations samples, Optional<DenseMatrix> near, int threads, BooleanSupplier stop) {
    long begin = System.nanoTime();
    int count = samples.samples();
    DenseMatrix codes =
        near.map(DenseMatrix::copy).orElseGet(() -> new DenseMatrix(count, model.basis().rows()));
    SampleEncoder.Result[] results = new SampleEncoder.Result[count];
    try (Workers workers = new Workers(threads)) {
      Supplier<SampleSource> source = source(samples, workers);
      SampleEncoder[] lanes = new SampleEncoder[threads];
      workers.run(
          count,
          1,
          (worker, from, to) -> {
            if (lanes[worker] == null) {
              lanes[worker] = new SampleEncoder(source.get(), model, exact);
            }
            for (int j = from; j < to && !stop.getAsBoolean(); j++) {
              results[j] = lanes[worker].solve(j, near.isPresent(), codes.array(), codes.offset(j));
            }
          });
    }
    double loss = 0;
    double quadratic = 0;
    double price = 0;
    double bound = 0;
    double total = 0;
    int proven = 0;
    for (SampleEncoder.Result result : results) {
      if (result == null) {
        return Optional.empty();
      }
      loss += result.loss();
      quadratic += result.quadratic();
      price += result.price();
      bound += result.bound();
      total += result.absoluteSum();
      proven += result.proven() ? 1 : 0;
    }
    Map<String, Double> terms = new LinkedHashMap<>();
    terms.put(Objective.LOSS, loss);
    if (model.loss().curvature() > 0) {
      terms.put(model.loss().name(), quadratic);
    }
    if (model.rule().price() > 0) {
      terms.put("group", price);
    }
    Objective objective = new Objective(terms);
    return Optional.of(
        new Encoding(
            codes,
            objective,
            total > 0 ? loss / total : 0,
            objective.total() < bound ? objective.total() : bound,
            proven,
            (System.nanoTime() - begin) * 1e-9));
  }

  /** Returns what makes a reader of samples for each thread. */
  private Supplier<SampleSource> source(Observations samples, Workers workers) {
    double curvature = model.loss().curvature();
    if (samples.values() instanceof SparseMatrix) {
      SideData data = SparseStore.bySample(samples, workers);
      ColumnPanel panel = new ColumnPanel(model.basis(), curvature > 0, workers);
      return () -> new StoredSamples(data, panel, model.rule(), curvature);
    }
    ScaledBasis basis = new ScaledBasis(model.basis(), model.rule());
    return () -> new WholeSamples(samples, basis, curvature);
  }
}
