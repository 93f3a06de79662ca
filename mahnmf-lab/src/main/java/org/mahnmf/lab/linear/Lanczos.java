package org.mahnmf.lab.linear;

import java.util.Arrays;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.internal.kernel.Dots;

/**
 * The largest eigenvalues of a large symmetric matrix and their vectors, by block Lanczos with full
 * orthogonalisation: the Krylov space of a random block as wide as the number of wanted vectors, so
 * that eigenvalues may be multiple, and a Rayleigh–Ritz step after each product.
 *
 * <p>Reference: Golub, Underwood, "The block Lanczos method for computing eigenvalues", 1977.
 */
public final class Lanczos {

  private static final double TOLERANCE = 1e-10;

  /** A symmetric matrix that is known by its products. */
  @FunctionalInterface
  public interface Operator {
    /**
     * Multiplies a vector.
     *
     * @param x <em>not modified</em>
     * @param out receives the product; <em>modified</em>
     */
    void apply(double[] x, double[] out);
  }

  /**
   * Eigenvalues, the largest first.
   *
   * @param values as many as were wanted
   * @param vectors the eigenvector of unit length of each value
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Pairs(double[] values, double[][] vectors) {}

  private Lanczos() {}

  /**
   * Finds the largest eigenvalues.
   *
   * @param matrix n x n
   * @param n its size
   * @param count how many, at least 1 and at most n
   * @param seed of the first block
   */
  public static Pairs largest(Operator matrix, int n, int count, long seed) {
    Draws draws = new Draws(Draws.mix(seed));
    double[][] basis = {};
    double[][] images = {};
    double[][] block = new double[count][n];
    for (double[] row : block) {
      Arrays.setAll(row, j -> draws.gaussian());
    }
    while (true) {
      int before = basis.length;
      basis = extended(basis, block, n);
      if (basis.length > before) {
        images = Arrays.copyOf(images, basis.length);
        for (int l = before; l < basis.length; l++) {
          images[l] = new double[n];
          matrix.apply(basis[l], images[l]);
        }
        block = new double[basis.length - before][];
        for (int l = before; l < basis.length; l++) {
          block[l - before] = images[l].clone();
        }
      }
      Pairs pairs = ritz(basis, images, Math.min(count, basis.length));
      // A space that no longer grows is invariant.
      if (basis.length == before || basis.length == n || isExact(pairs, matrix)) {
        return pairs;
      }
    }
  }

  private static double[][] extended(double[][] basis, double[][] block, int n) {
    int room = Math.min(block.length, n - basis.length);
    double[][] all = Arrays.copyOf(basis, basis.length + room);
    System.arraycopy(block, 0, all, basis.length, room);
    TallProducts.orthonormalize(all, basis.length);
    return Arrays.stream(all)
        .filter(row -> Dots.dot(row, row, n) > .5) // those that depend on others are 0
        .toArray(double[][]::new);
  }

  private static Pairs ritz(double[][] basis, double[][] images, int count) {
    int size = basis.length;
    int n = basis[0].length;
    double[][] small = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        small[i][j] = Dots.dot(basis[i], images[j], n);
        small[j][i] = small[i][j];
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(small);
    double[] values = new double[count];
    double[][] vectors = new double[count][n];
    for (int k = 0; k < count; k++) {
      values[k] = eigen.value(k);
      double[] mix = eigen.vector(k);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < n; j++) {
          vectors[k][j] += mix[i] * basis[i][j];
        }
      }
    }
    return new Pairs(values, vectors);
  }

  private static boolean isExact(Pairs pairs, Operator matrix) {
    double size = Math.abs(pairs.values[0]);
    double[] image = new double[pairs.vectors[0].length];
    for (int k = 0; k < pairs.values.length; k++) {
      matrix.apply(pairs.vectors[k], image);
      double rest = 0;
      for (int j = 0; j < image.length; j++) {
        double error = image[j] - pairs.values[k] * pairs.vectors[k][j];
        rest += error * error;
      }
      if (rest > TOLERANCE * TOLERANCE * size * size) {
        return false;
      }
    }
    return true;
  }
}
