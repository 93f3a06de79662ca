package org.mahnmf.internal.store;

import java.util.Arrays;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;

/** A dense X as one factor sees it. */
final class DenseSide implements SideData {

  private final DenseTable table;
  private final boolean columnsAreLines;

  DenseSide(DenseTable table, Factor moving) {
    this.table = table;
    this.columnsAreLines = table.isAcross(moving);
  }

  @Override
  public int length() {
    return columnsAreLines ? table.x.chunks().along() : table.x.lines();
  }

  @Override
  public int count() {
    return columnsAreLines ? table.x.lines() : table.x.chunks().along();
  }

  @Override
  public void pass(
      PassOperation operation,
      DenseMatrix fixed,
      DenseMatrix moving,
      DenseMatrix product,
      PassSums sums) {
    DoublePass pass = table.takeDoubles(fixed.rows());
    pass.face(columnsAreLines ? moving : fixed, columnsAreLines ? fixed : moving);
    ColumnSums found = new ColumnSums(pass, operation, columnsAreLines);
    pass.columns(found, fixed, product);
    found.finish(table.x.chunks(), sums);
    table.give(pass);
  }

  @Override
  public void product(DenseMatrix fixed, DenseMatrix product) {
    TilePass<?> pass = table.take(fixed.rows());
    pass.multiply(!columnsAreLines, fixed, table.x, table.weights, product);
    table.give(pass);
  }

  @Override
  public void read(int column, double[] values) {
    DenseTable.read(table.x, columnsAreLines, column, values);
  }

  @Override
  public void readWeights(int column, double[] out) {
    if (table.weights == null) {
      Arrays.fill(out, 0, length(), 1);
    } else {
      DenseTable.read(table.weights, columnsAreLines, column, out);
    }
  }
}
