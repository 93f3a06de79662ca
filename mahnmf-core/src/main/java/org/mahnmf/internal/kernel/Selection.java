package org.mahnmf.internal.kernel;

/** Order statistics without sorting. */
public final class Selection {

  private Selection() {}

  /**
   * Returns the number that a share, from 0, the smallest, to 1, the largest, of a range comes
   * before in order: at .5 the upper median; of an empty range 0. The range is <em>modified</em>:
   * reordered.
   */
  public static double select(double[] values, int from, int count, double share) {
    if (count == 0) {
      return 0;
    }
    int wanted = from + Math.min(count - 1, (int) (share * count));
    int first = from;
    int last = from + count - 1;
    while (first < last) {
      // Hoare's selection: what is below the pivot goes left of what is above.
      double pivot = values[(first + last) >>> 1];
      int left = first;
      int right = last;
      while (left <= right) {
        while (values[left] < pivot) {
          left++;
        }
        while (values[right] > pivot) {
          right--;
        }
        if (left <= right) {
          double kept = values[left];
          values[left++] = values[right];
          values[right--] = kept;
        }
      }
      if (wanted <= right) {
        last = right;
      } else if (wanted >= left) {
        first = left;
      } else {
        break;
      }
    }
    return values[wanted];
  }
}
