package org.mahnmf.simd;

import static org.mahnmf.simd.Tiles.L;
import static org.mahnmf.simd.Tiles.S;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import org.mahnmf.kernel.Kernels;

/**
 * Compares and adds whole vectors; only the elements inside are touched one by one.
 *
 * <p>Measured on a Zen 4 with 512 bits, 1000 elements of which a fifth is inside: .5 ns per element
 * on OpenJDK 25, 1.5 on 17, against 3.0 of the plain twin.
 */
final class VectorSieve implements Kernels.Sieve {

  private static final long ALL = (1L << L) - 1;

  @Override
  public int worthwhileFrom() {
    return 100;
  }

  @Override
  public int inside(
      double[] p,
      double[] a,
      int count,
      double from,
      double to,
      double[] pInside,
      double[] aInside,
      double[] outside) {
    DoubleVector left = DoubleVector.zero(S);
    DoubleVector right = DoubleVector.zero(S);
    int inside = 0;
    int k = 0;
    for (; k <= count - L; k += L) {
      DoubleVector pk = DoubleVector.fromArray(S, p, k);
      DoubleVector ak = DoubleVector.fromArray(S, a, k);
      VectorMask<Double> below = pk.compare(VectorOperators.LE, from);
      VectorMask<Double> above = pk.compare(VectorOperators.GT, to);
      left = left.add(ak, below);
      right = right.add(ak, above);
      for (long bits = ALL & ~below.or(above).toLong(); bits != 0; bits &= bits - 1) {
        int at = k + Long.numberOfTrailingZeros(bits);
        pInside[inside] = p[at];
        aInside[inside] = a[at];
        inside++;
      }
    }
    double leftRest = left.reduceLanes(VectorOperators.ADD);
    double rightRest = right.reduceLanes(VectorOperators.ADD);
    for (; k < count; k++) {
      if (p[k] <= from) {
        leftRest += a[k];
      } else if (p[k] > to) {
        rightRest += a[k];
      } else {
        pInside[inside] = p[k];
        aInside[inside] = a[k];
        inside++;
      }
    }
    outside[0] = leftRest;
    outside[1] = rightRest;
    return inside;
  }
}
