package org.mahnmf.lab.judge;

/** Hoyer's sparseness (eq5.4): 0 if all entries are as large, 1 if there is one only. */
public final class Sparseness {

  private Sparseness() {}

  /**
   * Returns (√N − ‖x‖₁/‖x‖₂)/(√N − 1).
   *
   * @param x at least two entries; <em>not modified</em>
   * @return from 0 to 1; 1 if all entries are 0
   */
  public static double of(double[] x) {
    double sum = 0;
    double squares = 0;
    for (double entry : x) {
      sum += Math.abs(entry);
      squares += entry * entry;
    }
    double root = Math.sqrt(x.length);
    return squares == 0 ? 1 : (root - sum / Math.sqrt(squares)) / (root - 1);
  }
}
