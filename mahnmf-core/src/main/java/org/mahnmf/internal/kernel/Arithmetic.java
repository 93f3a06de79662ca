package org.mahnmf.internal.kernel;

/**
 * How this machine multiplies and adds. Every product of the kernels is a chain of {@link #mad} in
 * one fixed order, so machines with a fused multiply-add give the same bytes on every JDK.
 *
 * <p>Without that instruction {@link Math#fma} goes through {@code BigDecimal}, a thousand times
 * slower; such a machine multiplies and adds instead, and its bytes differ in the last digits.
 */
public final class Arithmetic {

  /** Whether {@link Math#fma} is an instruction. */
  static final boolean FUSED = isFused();

  /**
   * Whether C2 keeps four outputs of a loop in vectors. Measured, four outputs and four inputs, one
   * thread: JDK 25 51 GFlop/s, JDK 17 14 (scalar code) where one output has 22. The order of the
   * operations is the same in both forms.
   */
  static final boolean WIDE = Runtime.version().feature() >= 25;

  private static final int TRIES = 10;
  private static final int CALLS = 20;

  private Arithmetic() {}

  /** Returns the name that run records show. */
  public static String name() {
    return FUSED ? "fused" : "multiply-add";
  }

  /** Returns x·y + z. */
  static double mad(double x, double y, double z) {
    return FUSED ? Math.fma(x, y, z) : x * y + z;
  }

  /** Returns x·y + z. */
  static float mad(float x, float y, float z) {
    return FUSED ? Math.fma(x, y, z) : x * y + z;
  }

  /**
   * Times both forms. The quickest of many tries is compared, so a busy machine does not change the
   * answer, and the limit is far from both: the ratio is about 1 with the instruction and beyond 50
   * without it, also in the interpreter.
   */
  private static boolean isFused() {
    long fused = Long.MAX_VALUE;
    long plain = Long.MAX_VALUE;
    double sum = 1;
    for (int k = 0; k < TRIES; k++) {
      long begin = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sum = Math.fma(sum, .5, .1);
      }
      long middle = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        sum = sum * .5 + .1;
      }
      long end = System.nanoTime();
      fused = Math.min(fused, middle - begin);
      plain = Math.min(plain, end - middle);
    }
    return sum > 0 && fused < 12 * Math.max(100, plain);
  }
}
