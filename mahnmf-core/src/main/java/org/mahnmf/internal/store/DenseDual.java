package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Loss;

/** The dual of a dense X, in the layout and the precision of its table. */
final class DenseDual implements Dual {

  private final DenseTable table;
  private final Tiles dual;

  /**
   * Takes a dual.
   *
   * @param table <em>kept</em>
   * @param zeros of the same size; <em>kept</em>
   */
  DenseDual(DenseTable table, Tiles zeros) {
    this.table = table;
    this.dual = zeros;
  }

  @Override
  public void clear() {
    forEachRow((chunk, line, row) -> Arrays.fill(row, 0));
  }

  @Override
  public void scale(double factor) {
    forEachRow(
        (chunk, line, row) -> {
          for (int i = 0; i < row.length; i++) {
            row[i] *= factor;
          }
        });
  }

  @Override
  public void afterCodes(
      double tau,
      Loss loss,
      DenseMatrix basis,
      DenseMatrix solved,
      DenseMatrix codes,
      DenseMatrix product) {
    TilePass pass = table.take(basis.rows());
    pass.dual(dual, tau, loss, table.isAcross(Factor.CODES), basis, solved, codes, product);
    table.give(pass);
  }

  @Override
  public void afterBasis(
      double tau,
      Loss loss,
      DenseMatrix solved,
      DenseMatrix basis,
      DenseMatrix codes,
      DenseMatrix product) {
    TilePass pass = table.take(basis.rows());
    pass.dual(dual, tau, loss, table.isAcross(Factor.BASIS), codes, solved, basis, product);
    table.give(pass);
  }

  @Override
  public void product(DenseMatrix basis, DenseMatrix product) {
    TilePass pass = table.take(basis.rows());
    pass.multiply(
        table.isAcross(Factor.BASIS),
        basis,
        (tile, part, chunk, line, count) -> tile.load(dual, null, chunk, line, count),
        product);
    table.give(pass);
  }

  @Override
  public void exchange(SavedState state) {
    forEachRow((chunk, line, row) -> state.numbers(row));
  }

  private interface RowWork {
    /**
     * Looks at a row.
     *
     * @param row <em>modified</em>
     */
    void run(int chunk, int line, double[] row);
  }

  private void forEachRow(RowWork work) {
    Chunks chunks = dual.chunks();
    for (int c = 0; c < chunks.count(); c++) {
      double[] scratch = new double[chunks.length(c)];
      for (int j = 0; j < dual.lines(); j++) {
        double[] row = dual.row(c, j, scratch);
        work.run(c, j, row);
        dual.keep(c, j, row);
      }
    }
  }
}
