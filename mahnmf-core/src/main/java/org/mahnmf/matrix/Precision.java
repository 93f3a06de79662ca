package org.mahnmf.matrix;

import java.util.Locale;

/** How exactly a dense store keeps X, its weights and an ADMM dual. Factors are always doubles. */
public enum Precision {

  /** 53 bits. */
  DOUBLE(0, Double.POSITIVE_INFINITY, Double.BYTES),

  /** 24 bits: half the memory, and passes that are up to twice as fast. */
  FLOAT(Float.MIN_NORMAL, Float.MAX_VALUE, Float.BYTES);

  private final double least;
  private final double most;
  private final int bytes;

  Precision(double least, double most, int bytes) {
    this.least = least;
    this.most = most;
    this.bytes = bytes;
  }

  /** Returns the bytes of a number in the heap. */
  public int bytes() {
    return bytes;
  }

  /** Returns whether a positive number neither vanishes nor becomes infinite. */
  public boolean holds(double positive) {
    return positive >= least && positive <= most;
  }

  /** Returns the name that options and run records use. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
