package org.mahnmf.internal.start;

import java.util.Arrays;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Start;

/**
 * Factors that the user gives, in the user's orientation and units: X ≈ codes · basis. A component
 * that is zero in both stays as given. The seed plays no part.
 *
 * @param basis rank x features, at least 0
 * @param codes samples x rank, at least 0
 */
public record GivenStart(DenseMatrix basis, DenseMatrix codes) implements Start {

  /** Takes copies. */
  public GivenStart {
    Check.that(
        "the given basis has %s rows but the given codes have %s columns; both must be the"
            + " rank: give the basis as rank x features and the codes as samples x rank",
        basis.rows() == codes.columns(), basis.rows(), codes.columns());
    basis = basis.copy();
    codes = codes.copy();
    check("basis", basis);
    check("codes", codes);
  }

  /** Takes factors of any kind. */
  public GivenStart(Matrix basis, Matrix codes) {
    this(basis.toDense(), codes.toDense());
  }

  @Override
  public String name() {
    return "given";
  }

  @Override
  public String identity() {
    return "given, hash "
        + Integer.toHexString(31 * Arrays.hashCode(basis.array()) + Arrays.hashCode(codes.array()));
  }

  @Override
  public String description() {
    return "factors given by the user";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    int features = problem.extent().features();
    int samples = problem.extent().samples();
    Check.that(
        "the given factors have rank %s but the rank of the fit is %s; give factors of that"
            + " rank or set the rank to %s",
        basis.rows() == problem.rank(), basis.rows(), problem.rank(), basis.rows());
    Check.that(
        "the given basis has %s columns but the table has %s; give one column per feature",
        basis.columns() == features, basis.columns(), features);
    Check.that(
        "the given codes have %s rows but the table has %s; give one row per sample",
        codes.rows() == samples, codes.rows(), samples);
    // Dividing by powers of two is exact.
    Units units = Units.of(problem.extent().scale());
    return new Factors(basis.times(1 / units.basis()), codes.transpose().times(1 / units.codes()));
  }

  /** Returns the factors with samples' codes divided by rows and features' basis by columns. */
  public GivenStart divided(double[] rows, double[] columns) {
    double[] ones = new double[basis.rows()];
    Arrays.fill(ones, 1);
    return rows.length == codes.rows() && columns.length == basis.columns()
        ? new GivenStart(ScaledMatrix.of(basis, ones, columns), ScaledMatrix.of(codes, rows, ones))
        : this; // of another size: it is refused when it is used
  }

  private static void check(String which, DenseMatrix matrix) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        double value = matrix.get(i, j);
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              ("the given %s has %s in row %s, column %s but entries must be finite and at"
                      + " least 0; replace it, for instance by 0")
                  .formatted(which, value, i + 1, j + 1));
        }
      }
    }
  }
}
