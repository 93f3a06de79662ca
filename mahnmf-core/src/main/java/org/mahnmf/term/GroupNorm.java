package org.mahnmf.term;

import java.util.Arrays;
import org.mahnmf.internal.kernel.Projections;

/**
 * The norm p within a group: ‖F^[ρ]‖_{1,p} = Σ_l ‖F(l, ρ)‖_p (eq4.9, eq4.10). Each constant carries
 * the algorithms of its p; all act on entries that are at least 0.
 */
public enum GroupNorm {

  /** p = 2: members of a group share their zeros. */
  TWO("2") {
    @Override
    double norm(double[] block, int from, int length) {
      return Projections.euclidean(block, from, length);
    }

    /** After eq4.21: the row is scaled by (1 − weight/‖row‖)₊, O(n). */
    @Override
    void prox(double[] row, int length, double weight, double[] scratch) {
      double norm = norm(row, 0, length);
      scale(row, 0, length, norm > weight ? (norm - weight) / norm : 0);
    }

    /**
     * Before eq4.15: the row norms are projected onto the l1 ball and the rows scaled to them (van
     * den Berg et al. 2008), O(n).
     */
    @Override
    void project(double[] block, int rows, int length, double radius) {
      double[] norms = new double[rows];
      Arrays.setAll(norms, l -> norm(block, l * length, length));
      double[] target = norms.clone();
      Projections.l1Ball(target, rows, radius, new double[rows]);
      for (int l = 0; l < rows; l++) {
        scale(block, l * length, length, target[l] > 0 ? target[l] / norms[l] : 0);
      }
      // Rounding may leave the sum an ulp above; then a second projection would move the point.
      double sum = sum(block, rows, length);
      for (int attempt = 1; attempt <= 8 && sum > radius; attempt++) {
        scale(block, 0, rows * length, radius / sum * (1 - attempt * 0x1p-51));
        sum = sum(block, rows, length);
      }
    }
  },

  /** p = ∞: a group pays for its largest member only, so members share zeros and ceilings. */
  INFINITY("inf") {
    @Override
    double norm(double[] block, int from, int length) {
      double max = 0;
      for (int i = from; i < from + length; i++) {
        max = Math.max(max, block[i]);
      }
      return max;
    }

    /** After eq4.21: the dual is a projection onto the l1 ball (Duchi et al. 2008), O(n). */
    @Override
    void prox(double[] row, int length, double weight, double[] scratch) {
      cut(row, 0, length, Projections.maxProxLevel(row, length, weight, scratch));
    }

    /** Before eq4.15: Quattoni et al. (2009), O(n log n). */
    @Override
    void project(double[] block, int rows, int length, double radius) {
      double[] levels = new double[rows];
      double[] areas = new double[rows * length];
      Projections.l1InfinityBall(block.clone(), rows, length, radius, areas, levels);
      for (int l = 0; l < rows; l++) {
        cut(block, l * length, length, levels[l]);
      }
    }
  };

  private final String label;

  GroupNorm(String label) {
    this.label = label;
  }

  /** Finds a norm by its label, {@code 2} or {@code inf}. */
  public static GroupNorm parse(String text) {
    for (GroupNorm norm : values()) {
      if (norm.label.equals(text)) {
        return norm;
      }
    }
    throw new IllegalArgumentException("the group norm p is '" + text + "' but must be 2 or inf");
  }

  /** Returns the label that {@link #parse} takes. */
  public String label() {
    return label;
  }

  /** Returns ‖·‖_p of part of an array of entries at least 0. */
  abstract double norm(double[] block, int from, int length);

  /**
   * Takes a row, at least 0, to the minimiser of ½‖· − row‖² + weight · ‖·‖_p; row and scratch, as
   * long, are <em>modified</em>.
   */
  abstract void prox(double[] row, int length, double weight, double[] scratch);

  /**
   * Projects a block of rows, at least 0 and outside the ball, onto Σ_rows ‖row‖_p ≤ radius; it is
   * <em>modified</em>, and then its {@link #sum} is at most the radius.
   */
  abstract void project(double[] block, int rows, int length, double radius);

  /** Returns Σ_rows ‖row‖_p. */
  final double sum(double[] block, int rows, int length) {
    double sum = 0;
    for (int l = 0; l < rows; l++) {
      sum += norm(block, l * length, length);
    }
    return sum;
  }

  private static void scale(double[] block, int from, int length, double factor) {
    for (int i = from; i < from + length; i++) {
      block[i] *= factor;
    }
  }

  private static void cut(double[] block, int from, int length, double level) {
    for (int i = from; i < from + length; i++) {
      block[i] = Math.min(block[i], level);
    }
  }
}
