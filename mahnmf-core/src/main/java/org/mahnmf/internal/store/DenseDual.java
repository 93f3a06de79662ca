package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.function.Consumer;
import org.mahnmf.checkpoint.SavedState;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Loss;

/** The dual of a dense X, in the layout and the precision of its table. */
final class DenseDual implements Dual {

  private final DenseTable table;
  private final Tiles dual;

  /** Takes zeros of the table's size; both are <em>kept</em>. */
  DenseDual(DenseTable table, Tiles zeros) {
    this.table = table;
    this.dual = zeros;
  }

  @Override
  public void clear() {
    forEachRow(row -> Arrays.fill(row, 0));
  }

  @Override
  public void scale(double factor) {
    forEachRow(row -> Loops.scale(factor, row));
  }

  @Override
  public void afterCodes(
      double tau,
      Loss loss,
      DenseMatrix basis,
      DenseMatrix solved,
      DenseMatrix codes,
      DenseMatrix product) {
    TilePass<?> pass = table.take(basis.rows());
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
    TilePass<?> pass = table.take(basis.rows());
    pass.dual(dual, tau, loss, table.isAcross(Factor.BASIS), codes, solved, basis, product);
    table.give(pass);
  }

  @Override
  public void product(DenseMatrix basis, DenseMatrix product) {
    TilePass<?> pass = table.take(basis.rows());
    pass.multiply(table.isAcross(Factor.BASIS), basis, dual, null, product);
    table.give(pass);
  }

  @Override
  public void exchange(SavedState state) {
    forEachRow(state::numbers);
  }

  /** Lets all rows be looked at and <em>modified</em>. */
  private void forEachRow(Consumer<double[]> work) {
    Chunks chunks = dual.chunks();
    for (int c = 0; c < chunks.count(); c++) {
      double[] scratch = new double[chunks.length(c)];
      for (int j = 0; j < dual.lines(); j++) {
        double[] row = dual.row(c, j, scratch);
        work.accept(row);
        dual.keep(c, j, row);
      }
    }
  }
}
