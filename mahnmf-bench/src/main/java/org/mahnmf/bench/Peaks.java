package org.mahnmf.bench;

import java.util.Arrays;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_nolapack;

/** What one core of the machine can do at most, as OpenBLAS shows it. */
final class Peaks {

  private static final int SIZE = 768;

  /** Entries of an array that no cache holds. */
  private static final int LONG = 16_000_000;

  private final DoublePointer a = doubles(SIZE * SIZE);
  private final DoublePointer b = doubles(SIZE * SIZE);
  private final DoublePointer c = doubles(SIZE * SIZE);
  private final FloatPointer fa = floats();
  private final FloatPointer fb = floats();
  private final FloatPointer fc = floats();
  private final DoublePointer x = doubles(LONG);
  private final DoublePointer y = doubles(LONG);

  Peaks() {
    openblas_nolapack.blas_set_num_threads(1);
  }

  private static DoublePointer doubles(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return new DoublePointer(ones);
  }

  private static FloatPointer floats() {
    float[] ones = new float[SIZE * SIZE];
    Arrays.fill(ones, 1);
    return new FloatPointer(ones);
  }

  static double gemmFlops() {
    return 2.0 * SIZE * SIZE * SIZE;
  }

  static double readBytes() {
    return 8.0 * LONG;
  }

  static double updateBytes() {
    return 24.0 * LONG;
  }

  // spotless:off: fourteen arguments, a line each, would hide what is the same in both

  /** OpenBLAS, one thread. */
  double gemm() {
    openblas_nolapack.cblas_dgemm(
        openblas_nolapack.CblasRowMajor, openblas_nolapack.CblasNoTrans, openblas_nolapack.CblasNoTrans,
        SIZE, SIZE, SIZE, 1, a, SIZE, b, SIZE, 0, c, SIZE);
    return c.get(0);
  }

  /** OpenBLAS with floats, one thread. */
  double floatGemm() {
    openblas_nolapack.cblas_sgemm(
        openblas_nolapack.CblasRowMajor, openblas_nolapack.CblasNoTrans, openblas_nolapack.CblasNoTrans,
        SIZE, SIZE, SIZE, 1, fa, SIZE, fb, SIZE, 0, fc, SIZE);
    return fc.get(0);
  }

  // spotless:on

  /** Reads memory that is in no cache. */
  double read() {
    return openblas_nolapack.cblas_ddot(LONG, x, 1, x, 1);
  }

  /** Reads two arrays and writes one of them, as a half-step of ADMM does with table and dual. */
  double update() {
    openblas_nolapack.cblas_daxpy(LONG, 1e-300, x, 1, y, 1);
    return y.get(0);
  }
}
