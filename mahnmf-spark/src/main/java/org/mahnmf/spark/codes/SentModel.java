package org.mahnmf.spark.codes;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.mahnmf.Model;
import org.mahnmf.spark.block.SentBasis;

/** A model on its way to the executors. */
public final class SentModel implements Serializable {

  private static final long serialVersionUID = 1;

  final SentBasis basis;
  private final TreeMap<String, Object> settings;
  private final boolean exact;

  /**
   * Packs a model.
   *
   * @param model <em>not modified</em>
   * @param exact whether its codes are to be proven optima
   */
  public SentModel(Model model, boolean exact) {
    this.basis = new SentBasis(model.basis());
    this.settings = new TreeMap<>(model.settings());
    this.exact = exact;
  }

  /**
   * Unpacks it.
   *
   * @param threads to encode with
   */
  Model open(int threads) {
    Map<String, Object> known = settings;
    return Model.of(basis.matrix()).withSettings(known).withExact(exact).withThreads(threads);
  }
}
