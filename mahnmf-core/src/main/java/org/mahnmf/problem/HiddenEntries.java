package org.mahnmf.problem;

/**
 * Entries of X that a fit does not see.
 *
 * @param samples row of the user's table of each, ascending
 * @param features column of each, ascending within a row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HiddenEntries(int[] samples, int[] features) {

  /**
   * Returns the number of hidden entries in the rows before this one.
   *
   * @param sample row of the user's table
   */
  public int before(int sample) {
    int low = 0;
    int high = samples.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (samples[middle] < sample) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
