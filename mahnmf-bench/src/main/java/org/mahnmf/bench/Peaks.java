package org.mahnmf.bench;

import java.util.Arrays;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.openblas.global.openblas_nolapack;

/** What one core of the machine can do at most. */
final class Peaks {

  private static final int SIZE = 768;
  private static final double[] MEMORY = new double[16_000_000];

  private final DoublePointer a = matrix();
  private final DoublePointer b = matrix();
  private final DoublePointer c = matrix();
  private final FloatPointer fa = floatMatrix();
  private final FloatPointer fb = floatMatrix();
  private final FloatPointer fc = floatMatrix();

  Peaks() {
    openblas_nolapack.blas_set_num_threads(1);
    Arrays.fill(MEMORY, 1);
  }

  private static DoublePointer matrix() {
    double[] ones = new double[SIZE * SIZE];
    Arrays.fill(ones, 1);
    return new DoublePointer(ones);
  }

  private static FloatPointer floatMatrix() {
    float[] ones = new float[SIZE * SIZE];
    Arrays.fill(ones, 1);
    return new FloatPointer(ones);
  }

  static double gemmFlops() {
    return 2.0 * SIZE * SIZE * SIZE;
  }

  static double streamBytes() {
    return 8.0 * MEMORY.length;
  }

  /** OpenBLAS, one thread. */
  double gemm() {
    openblas_nolapack.cblas_dgemm(
        openblas_nolapack.CblasRowMajor,
        openblas_nolapack.CblasNoTrans,
        openblas_nolapack.CblasNoTrans,
        SIZE,
        SIZE,
        SIZE,
        1,
        a,
        SIZE,
        b,
        SIZE,
        0,
        c,
        SIZE);
    return c.get(0);
  }

  /** OpenBLAS with floats, one thread. */
  double floatGemm() {
    openblas_nolapack.cblas_sgemm(
        openblas_nolapack.CblasRowMajor,
        openblas_nolapack.CblasNoTrans,
        openblas_nolapack.CblasNoTrans,
        SIZE,
        SIZE,
        SIZE,
        1,
        fa,
        SIZE,
        fb,
        SIZE,
        0,
        fc,
        SIZE);
    return fc.get(0);
  }

  /** Reads memory that is in no cache; eight sums hide the latency of an addition. */
  double stream() {
    double[] x = MEMORY;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int i = 0; i < x.length; i += 8) {
      s0 += x[i];
      s1 += x[i + 1];
      s2 += x[i + 2];
      s3 += x[i + 3];
      s4 += x[i + 4];
      s5 += x[i + 5];
      s6 += x[i + 6];
      s7 += x[i + 7];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }
}
