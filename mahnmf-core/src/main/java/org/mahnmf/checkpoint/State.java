package org.mahnmf.checkpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A state on its way into a checkpoint or out of it. Every method takes the current value and
 * returns the one to continue with: the same while saving, the saved one while restoring, see
 * {@link Stateful}. Arrays and matrices are filled in place and must have the size they were saved
 * with.
 *
 * <p>Numbers keep every bit.
 */
public abstract class State {

  State() {}

  /** Exchanges the bits of a number. */
  public abstract long bits(long value);

  /** Exchanges doubles in place; returns whether they were filled in, as while restoring. */
  public abstract boolean numbers(double[] array);

  /** Exchanges a text, or null. */
  public abstract String text(String value);

  /** Exchanges a number. */
  public final double number(double value) {
    return Double.longBitsToDouble(bits(Double.doubleToRawLongBits(value)));
  }

  /** Exchanges a whole number. */
  public final int count(int value) {
    return Math.toIntExact(bits(value));
  }

  /** Exchanges a truth. */
  public final boolean flag(boolean value) {
    return bits(value ? 1 : 0) != 0;
  }

  /** Exchanges an array of whole numbers, in place. */
  public final void counts(int[] array) {
    for (int i = 0; i < array.length; i++) {
      array[i] = count(array[i]);
    }
  }

  /** Exchanges a list item by item, all null while restoring; the result can be added to. */
  public final <T> List<T> list(List<T> list, UnaryOperator<T> item) {
    int size = count(list == null ? 0 : list.size());
    List<T> result = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      result.add(item.apply(list != null && i < list.size() ? list.get(i) : null));
    }
    return result;
  }

  /** Exchanges texts by name, or null. */
  public final Map<String, String> texts(Map<String, String> map) {
    List<String> names = list(map == null ? null : List.copyOf(map.keySet()), this::text);
    Map<String, String> result = new LinkedHashMap<>();
    names.forEach(name -> result.put(name, text(map == null ? null : map.get(name))));
    return result;
  }

  /** Exchanges a matrix, in place; if it is null, a new one is made. */
  public final DenseMatrix matrix(DenseMatrix matrix) {
    int rows = count(matrix == null ? 0 : matrix.rows());
    int columns = count(matrix == null ? 0 : matrix.columns());
    DenseMatrix result = matrix == null ? new DenseMatrix(rows, columns) : matrix;
    if (result.rows() != rows || result.columns() != columns) {
      throw new IllegalStateException(
          "the checkpoint has a matrix of %sx%s where the run has one of %sx%s"
              .formatted(rows, columns, result.rows(), result.columns()));
    }
    numbers(result.array());
    return result;
  }
}
