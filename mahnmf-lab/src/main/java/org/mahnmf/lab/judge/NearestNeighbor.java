package org.mahnmf.lab.judge;

import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Gives a sample the class of the known sample that is most like it; of two that are equally like
 * it, the first.
 */
public final class NearestNeighbor {

  /** How much two samples are like each other. */
  @FunctionalInterface
  private interface Likeness {
    /** Returns a number that grows with the likeness, from ⟨a, b⟩, ⟨a, a⟩ and ⟨b, b⟩. */
    double of(double inner, double known, double fresh);
  }

  private final DenseMatrix known;
  private final int[] classes;
  private final double[] squares;
  private final Likeness likeness;

  private NearestNeighbor(DenseMatrix known, int[] classes, Likeness likeness) {
    if (known.rows() != classes.length || classes.length == 0) {
      throw new IllegalArgumentException(
          "there are %s samples and %s classes but must be as many, and at least one"
              .formatted(known.rows(), classes.length));
    }
    this.known = known;
    this.classes = classes;
    this.likeness = likeness;
    squares = new double[known.rows()];
    for (int j = 0; j < squares.length; j++) {
      squares[j] = inner(known, j, known, j);
    }
  }

  /**
   * Compares with known samples by the Euclidean distance (Algorithm 4); both are <em>kept</em>.
   */
  public static NearestNeighbor euclidean(DenseMatrix known, int[] classes) {
    return new NearestNeighbor(known, classes, (inner, a, b) -> 2 * inner - a - b);
  }

  /**
   * Compares by the cosine of the angle, the larger the nearer (Algorithm 5; it prints argmin, see
   * errata 12). A zero vector has cosine 0 with any other. Both arguments are <em>kept</em>.
   */
  public static NearestNeighbor cosine(DenseMatrix known, int[] classes) {
    return new NearestNeighbor(
        known, classes, (inner, a, b) -> a > 0 && b > 0 ? inner / Math.sqrt(a * b) : 0);
  }

  /** Returns the classes of samples, one in each row. */
  public int[] classify(DenseMatrix samples) {
    int[] found = new int[samples.rows()];
    for (int i = 0; i < found.length; i++) {
      double square = inner(samples, i, samples, i);
      double most = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < classes.length; j++) {
        double like = likeness.of(inner(known, j, samples, i), squares[j], square);
        if (like > most) {
          most = like;
          found[i] = classes[j];
        }
      }
    }
    return found;
  }

  /** Returns the share of samples that get their true class. */
  public double accuracy(DenseMatrix samples, int[] truth) {
    int[] found = classify(samples);
    int right = 0;
    for (int i = 0; i < found.length; i++) {
      right += found[i] == truth[i] ? 1 : 0;
    }
    return (double) right / found.length;
  }

  private static double inner(DenseMatrix a, int i, DenseMatrix b, int j) {
    return Loops.dot(a.array(), a.offset(i), b.array(), b.offset(j), a.columns());
  }
}
