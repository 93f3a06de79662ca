package org.mahnmf.lab.linear;

import java.util.Arrays;
import java.util.stream.Stream;
import org.mahnmf.data.synthetic.Draws;

/**
 * The largest eigenvalues of a large symmetric matrix and their vectors, by block Lanczos with full
 * orthogonalisation: the Krylov space of a random block as wide as the number of wanted vectors, so
 * that eigenvalues may be multiple, and a Rayleigh–Ritz step after each product.
 *
 * <p>Reference: Golub, Underwood, "The block Lanczos method for computing eigenvalues", 1977.
 */
public final class Lanczos {

  private static final double TOLERANCE = 1e-10;

  /** Eigenvalues, the largest first, and the eigenvector of unit length of each. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Pairs(double[] values, double[][] vectors) {}

  private Lanczos() {}

  /**
   * Finds the largest eigenvalues.
   *
   * @param matrix symmetric, n x n; <em>not modified</em>
   * @param count how many, at least 1 and at most n
   * @param seed of the first block
   */
  public static Pairs largest(double[][] matrix, int count, long seed) {
    int n = matrix.length;
    Draws draws = new Draws(Draws.mix(seed));
    double[][] basis = {};
    double[][] images = {};
    double[][] block = new double[count][n];
    for (double[] row : block) {
      Arrays.setAll(row, j -> draws.gaussian());
    }
    while (true) {
      int before = basis.length;
      basis = joined(basis, Arrays.copyOf(block, Math.min(block.length, n - before)));
      Rows.orthonormalize(basis, before);
      basis =
          Arrays.stream(basis)
              .filter(row -> Rows.length(row) > .5) // those that depend on others are 0
              .toArray(double[][]::new);
      block = Rows.times(Arrays.copyOfRange(basis, before, basis.length), matrix);
      images = joined(images, Arrays.stream(block).map(double[]::clone).toArray(double[][]::new));
      Pairs pairs = ritz(basis, images, Math.min(count, basis.length));
      // A space that no longer grows is invariant.
      if (basis.length == before || basis.length == n || isExact(pairs, matrix)) {
        return pairs;
      }
    }
  }

  private static double[][] joined(double[][] above, double[][] below) {
    return Stream.of(above, below).flatMap(Arrays::stream).toArray(double[][]::new);
  }

  private static Pairs ritz(double[][] basis, double[][] images, int count) {
    SymmetricEigen eigen = new SymmetricEigen(Rows.times(basis, Rows.transposed(images)));
    double[] values = new double[count];
    Arrays.setAll(values, eigen::value);
    return new Pairs(values, Rows.times(eigen.vectors(count), basis));
  }

  private static boolean isExact(Pairs pairs, double[][] matrix) {
    double most = TOLERANCE * Math.abs(pairs.values[0]);
    double[][] images = Rows.times(pairs.vectors, matrix);
    for (int k = 0; k < images.length; k++) {
      double value = pairs.values[k];
      double[] expected = Arrays.stream(pairs.vectors[k]).map(x -> value * x).toArray();
      if (Rows.squaredDistance(images[k], expected) > most * most) {
        return false;
      }
    }
    return true;
  }
}
