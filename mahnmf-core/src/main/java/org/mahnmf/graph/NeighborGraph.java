package org.mahnmf.graph;

import java.util.Locale;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * The graph of nearest neighbours of samples or features, for the manifold term (eq4.6): two are
 * joined if either is among the k nearest of the other.
 *
 * <p>Distances are Euclidean, see {@link NearestNeighbors}. Missing entries, NaN or of weight 0,
 * are replaced by the mean of the observed entries of their feature (samples) or sample (features);
 * other weights are not used. Multiplying the table by a number changes neither edges nor weights.
 */
public final class NeighborGraph {

  /** How heavy an edge is. */
  public enum Weighting {

    /** Every edge weighs 1. */
    BINARY,
    /**
     * exp(−d²/σ²), where σ² is the mean of d² over all samples and their k neighbours, so that it
     * has no unit.
     */
    HEAT,
    /** The cosine of the angle; 1 between two zero rows, 0 (no edge) if one of them is zero. */
    COSINE;

    /** Finds a weighting by name: {@code binary}, {@code heat} or {@code cosine}. */
    public static Weighting parse(String text) {
      for (Weighting weighting : values()) {
        if (weighting.label().equals(text)) {
          return weighting;
        }
      }
      throw new IllegalArgumentException(
          "the weighting is '" + text + "' but must be binary, heat or cosine");
    }

    /** Returns the name that {@link #parse} takes. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Weighs the edge between two rows; the square is d²/σ². */
    double weight(double relativeSquare, DenseMatrix table, int p, int q) {
      return switch (this) {
        case BINARY -> 1;
        case HEAT -> StrictMath.exp(-relativeSquare);
        case COSINE -> cosine(table, p, q);
      };
    }

    private static double cosine(DenseMatrix table, int p, int q) {
      double inner = 0;
      double left = 0;
      double right = 0;
      for (int j = 0; j < table.columns(); j++) {
        inner += table.get(p, j) * table.get(q, j);
        left += table.get(p, j) * table.get(p, j);
        right += table.get(q, j) * table.get(q, j);
      }
      if (left == 0 || right == 0) {
        return left == 0 && right == 0 ? 1 : 0;
      }
      return Math.min(1, inner / (Math.sqrt(left) * Math.sqrt(right)));
    }
  }

  private NeighborGraph() {}

  /**
   * Joins samples.
   *
   * @param neighbors k, at least 1 and less than the number of samples
   * @param threads at least 1; does not change the result
   */
  public static Graph of(
      Observations observations, int neighbors, Weighting weighting, int threads) {
    return of(withoutUnseen(observations), neighbors, weighting, threads);
  }

  /**
   * Joins features, for a manifold term on the basis.
   *
   * @param neighbors k, at least 1 and less than the number of features
   * @param threads at least 1; does not change the result
   */
  public static Graph ofFeatures(
      Observations observations, int neighbors, Weighting weighting, int threads) {
    return of(withoutUnseen(observations).transpose(), neighbors, weighting, threads);
  }

  private static Graph of(DenseMatrix table, int neighbors, Weighting weighting, int threads) {
    NearestNeighbors nearest = NearestNeighbors.of(table, neighbors, threads);
    int count = table.rows();
    double sum = 0;
    for (int i = 0; i < count; i++) {
      for (int place = 0; place < neighbors; place++) {
        sum += nearest.relativeSquare(i, place);
      }
    }
    double mean = sum / ((double) count * neighbors);
    NearestNeighbors.normalize(table);
    int[] from = new int[count * neighbors];
    int[] to = new int[count * neighbors];
    double[] weight = new double[count * neighbors];
    for (int i = 0, e = 0; i < count; i++) {
      for (int place = 0; place < neighbors; place++, e++) {
        int other = nearest.index(i, place);
        from[e] = i;
        to[e] = other;
        double square = mean == 0 ? 0 : nearest.relativeSquare(i, place) / mean;
        weight[e] = weighting.weight(square, table, i, other);
      }
    }
    return Graph.ofEdges(count, from, to, weight);
  }

  /** A copy of the table with NaN where the weight is 0. */
  private static DenseMatrix withoutUnseen(Observations observations) {
    DenseMatrix table = DenseMatrix.copyOf(observations.values());
    double[] row = new double[table.columns()];
    for (int i = 0; observations.weights().isPresent() && i < table.rows(); i++) {
      observations.weights().get().copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (row[j] == 0) {
          table.set(i, j, Double.NaN);
        }
      }
    }
    return table;
  }
}
