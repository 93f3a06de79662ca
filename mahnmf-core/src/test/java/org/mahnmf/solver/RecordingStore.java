package org.mahnmf.solver;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/** Keeps a copy of everything that a solver asks of its store. */
public final class RecordingStore implements Store {

  /** One pass: what was asked, and the gradient that was given, if any. */
  public record Call(
      Factor side,
      PassOperation operation,
      DenseMatrix fixed,
      DenseMatrix moving,
      DenseMatrix product) {

    /** Returns the smoothing parameter. */
    public double lambda() {
      return ((PassOperation.SmoothedSign) operation).lambda();
    }
  }

  private final Store store;
  private final List<Call> calls = new ArrayList<>();

  public RecordingStore(Store store) {
    this.store = store;
  }

  public List<Call> calls() {
    return calls;
  }

  /** The passes of a smoothing step that ask for a gradient. */
  public List<Call> gradients(Factor side) {
    return calls.stream()
        .filter(call -> call.side == side)
        .filter(call -> call.operation instanceof PassOperation.SmoothedSign)
        .filter(call -> call.product != null)
        .toList();
  }

  @Override
  public Extent extent() {
    return store.extent();
  }

  @Override
  public Workers workers() {
    return store.workers();
  }

  @Override
  public SideData side(Factor which) {
    SideData data = store.side(which);
    return new SideData() {

      @Override
      public int length() {
        return data.length();
      }

      @Override
      public int count() {
        return data.count();
      }

      @Override
      public void pass(
          PassOperation operation,
          DenseMatrix fixed,
          DenseMatrix moving,
          DenseMatrix product,
          PassSums sums) {
        data.pass(operation, fixed, moving, product, sums);
        DenseMatrix gradient = product == null ? null : product.copy();
        calls.add(new Call(which, operation, fixed.copy(), moving.copy(), gradient));
      }

      @Override
      public void product(DenseMatrix fixed, DenseMatrix product) {
        data.product(fixed, product);
      }

      @Override
      public void read(int column, double[] values) {
        data.read(column, values);
      }

      @Override
      public void readWeights(int column, double[] weights) {
        data.readWeights(column, weights);
      }
    };
  }
}
