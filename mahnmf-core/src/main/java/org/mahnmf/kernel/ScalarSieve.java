package org.mahnmf.kernel;

/** Sieves without a branch that depends on the data. */
final class ScalarSieve implements Kernels.Sieve {

  @Override
  public int worthwhileFrom() {
    return 4000; // below, halving partitions are as quick
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
    double left = 0;
    double right = 0;
    double otherLeft = 0;
    double otherRight = 0;
    int inside = 0;
    for (int k = 0; k < count; k++) {
      double pk = p[k];
      double ak = a[k];
      pInside[inside] = pk;
      aInside[inside] = ak;
      // All bits set where the element is above the end.
      long aboveFrom = Double.doubleToRawLongBits(from - pk) >> 63;
      long aboveTo = Double.doubleToRawLongBits(to - pk) >> 63;
      inside += (int) (aboveFrom & ~aboveTo) & 1;
      long bits = Double.doubleToRawLongBits(ak);
      // Two chains of sums take turns.
      double nextLeft = otherLeft + Double.longBitsToDouble(bits & ~aboveFrom);
      double nextRight = otherRight + Double.longBitsToDouble(bits & aboveTo);
      otherLeft = left;
      otherRight = right;
      left = nextLeft;
      right = nextRight;
    }
    outside[0] = left + otherLeft;
    outside[1] = right + otherRight;
    return inside;
  }
}
