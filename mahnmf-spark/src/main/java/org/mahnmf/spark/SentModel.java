package org.mahnmf.spark;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.mahnmf.Model;

/** A model on its way to the executors. */
final class SentModel implements Serializable {

  private static final long serialVersionUID = 1;

  final Command.Basis basis;
  private final TreeMap<String, Object> settings;
  private final boolean exact;

  /**
   * Packs a model.
   *
   * @param model <em>not modified</em>
   * @param exact whether its codes are to be proven optima
   */
  SentModel(Model model, boolean exact) {
    this.basis = new Command.Basis(model.basis());
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
