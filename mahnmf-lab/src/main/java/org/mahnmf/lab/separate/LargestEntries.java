package org.mahnmf.lab.separate;

/** Finds the largest sizes |x| among many numbers, by halving the range of their bits. */
final class LargestEntries {

  private LargestEntries() {}

  /**
   * Returns the size of the count-th largest number; infinite for none.
   *
   * @param values <em>not modified</em>
   * @param count from 0 to their number
   */
  static double level(double[] values, int count) {
    if (count == 0) {
      return Double.POSITIVE_INFINITY;
    }
    // Sizes are ordered as their bits are; 16 of them are settled in each round.
    long found = 0;
    int left = count;
    for (int shift = 48; shift >= 0; shift -= 16) {
      int[] histogram = new int[1 << 16];
      for (double value : values) {
        long bits = Double.doubleToRawLongBits(Math.abs(value));
        // Shifting by 64 would shift by 0.
        if (shift == 48 || bits >>> (shift + 16) == found) {
          histogram[(int) (bits >>> shift) & 0xFFFF]++;
        }
      }
      int bin = histogram.length - 1;
      while (histogram[bin] < left) {
        left -= histogram[bin];
        bin--;
      }
      found = found << 16 | bin;
    }
    return Double.longBitsToDouble(found);
  }

  /** Returns how many sizes are above a level. */
  static int above(double[] values, double level) {
    int count = 0;
    for (double value : values) {
      count += Math.abs(value) > level ? 1 : 0;
    }
    return count;
  }
}
