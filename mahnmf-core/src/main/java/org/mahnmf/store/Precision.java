package org.mahnmf.store;

import java.util.Locale;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;

/** How exactly a dense store keeps X, its weights and an ADMM dual. Factors are always doubles. */
public enum Precision {

  /** 53 bits. */
  DOUBLE(0, Double.POSITIVE_INFINITY) {
    @Override
    Cells<?> cells(int rows, int columns) {
      return new DoubleCells(new DenseMatrix(rows, columns));
    }
  },

  /** 24 bits: half the memory, and passes that are up to twice as fast. */
  FLOAT(Float.MIN_NORMAL, Float.MAX_VALUE) {
    @Override
    Cells<?> cells(int rows, int columns) {
      return new FloatCells(new FloatMatrix(rows, columns));
    }
  };

  private final double least;
  private final double most;

  Precision(double least, double most) {
    this.least = least;
    this.most = most;
  }

  /** Returns zeros. */
  abstract Cells<?> cells(int rows, int columns);

  /** Returns whether a positive number neither vanishes nor becomes infinite. */
  boolean holds(double positive) {
    return positive >= least && positive <= most;
  }

  /** Returns the name that options and run records use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
