package org.mahnmf.variant;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.term.Groups;

/**
 * A table whose features come in three views, and whose components live in one, two or all of them:
 * the setting of the paper's Sections 4.3 and 5.5.
 */
final class ThreeViews {

  static final int SAMPLES = 120;
  static final int VIEW = 14;

  /** Which views a component lives in. */
  static final boolean[][] PATTERN = {
    {true, false, false},
    {false, true, false},
    {false, false, true},
    {true, true, false},
    {false, true, true},
    {true, true, true},
  };

  private final double[][] basis;
  private final Observations observations;
  private final Groups groups;

  ThreeViews(long seed) {
    Generator random = new Generator(seed);
    int features = 3 * VIEW;
    basis = new double[PATTERN.length][features];
    List<String> labels = new ArrayList<>();
    for (int j = 0; j < features; j++) {
      labels.add("view " + "ABC".charAt(j / VIEW));
      for (int l = 0; l < basis.length; l++) {
        if (PATTERN[l][j / VIEW] && random.chance(.7)) {
          basis[l][j] = .2 + .8 * random.uniform();
        }
      }
    }
    double[][] codes = new double[SAMPLES][PATTERN.length];
    for (double[] row : codes) {
      for (int l = 0; l < row.length; l++) {
        row[l] = random.chance(.4) ? random.uniform() : 0;
      }
    }
    double[][] table = TestProblems.multiply(codes, basis);
    for (double[] row : table) {
      for (int j = 0; j < features; j++) {
        row[j] = random.chance(.05) ? 3 * random.uniform() : row[j] + .02 * random.uniform();
      }
    }
    observations = Observations.of(table);
    groups = Groups.ofLabels(labels);
  }

  Observations observations() {
    return observations;
  }

  Groups groups() {
    return groups;
  }

  /**
   * Returns, for each planted component, how much each view weighs in the found component that
   * points most nearly the same way, relative to its heaviest view.
   */
  double[][] weights(DenseMatrix found) {
    int[] match = match(found);
    double[][] out = new double[PATTERN.length][3];
    for (int l = 0; l < out.length; l++) {
      double heaviest = 0;
      for (int j = 0; j < found.columns(); j++) {
        out[l][j / VIEW] += found.get(match[l], j);
      }
      for (double view : out[l]) {
        heaviest = Math.max(heaviest, view);
      }
      for (int v = 0; v < 3; v++) {
        out[l][v] = heaviest > 0 ? out[l][v] / heaviest : 0;
      }
    }
    return out;
  }

  /** Returns the number of the 18 blocks that are there though not planted, or the reverse. */
  int wrongBlocks(DenseMatrix found, double threshold) {
    double[][] weights = weights(found);
    int wrong = 0;
    for (int l = 0; l < weights.length; l++) {
      for (int v = 0; v < 3; v++) {
        wrong += weights[l][v] > threshold != PATTERN[l][v] ? 1 : 0;
      }
    }
    return wrong;
  }

  /** Returns the weight of views that a component was not planted in, over all components. */
  double weightOutside(DenseMatrix found) {
    double[][] weights = weights(found);
    double sum = 0;
    for (int l = 0; l < weights.length; l++) {
      for (int v = 0; v < 3; v++) {
        sum += PATTERN[l][v] ? 0 : weights[l][v];
      }
    }
    return sum;
  }

  /** The best one-to-one match by the sum of cosines, over all orders. */
  private int[] match(DenseMatrix found) {
    int rank = basis.length;
    double[][] cosine = new double[rank][rank];
    for (int l = 0; l < rank; l++) {
      for (int k = 0; k < rank; k++) {
        double inner = 0;
        double left = 0;
        double right = 0;
        for (int j = 0; j < found.columns(); j++) {
          inner += basis[l][j] * found.get(k, j);
          left += basis[l][j] * basis[l][j];
          right += found.get(k, j) * found.get(k, j);
        }
        cosine[l][k] = right > 0 ? inner / Math.sqrt(left * right) : 0;
      }
    }
    int[] best = new int[rank];
    search(cosine, new int[rank], 0, 0, new double[] {-1}, best);
    return best;
  }

  private static void search(
      double[][] cosine, int[] order, int depth, double sum, double[] most, int[] best) {
    if (depth == order.length) {
      if (sum > most[0]) {
        most[0] = sum;
        System.arraycopy(order, 0, best, 0, order.length);
      }
      return;
    }
    for (int k = 0; k < order.length; k++) {
      boolean free = true;
      for (int d = 0; d < depth; d++) {
        free &= order[d] != k;
      }
      if (free) {
        order[depth] = k;
        search(cosine, order, depth + 1, sum + cosine[depth][k], most, best);
      }
    }
  }
}
