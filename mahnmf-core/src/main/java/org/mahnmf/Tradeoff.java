package org.mahnmf;

/**
 * A piece of the problem whose weight is to be chosen, such as
 *
 * <pre>{@code
 * Tradeoff elastic = (settings, weight) -> settings.with(new ElasticNet(weight));
 * }</pre>
 */
@FunctionalInterface
public interface Tradeoff {

  /**
   * Adds the piece.
   *
   * @param settings without it
   * @param weight positive, in the units of X
   */
  MahNmf with(MahNmf settings, double weight);

  /**
   * Adds the piece unless its weight is 0.
   *
   * @param settings without it
   * @param weight at least 0, in the units of X
   */
  default MahNmf at(MahNmf settings, double weight) {
    return weight == 0 ? settings : with(settings, weight);
  }
}
