package org.mahnmf.problem;

/** Which entries a part of a store has: all but a list of hidden ones. */
public final class EntryFilter {

  private final int[] samples;
  private final int[] features;
  private int next;

  private EntryFilter(int[] samples, int[] features) {
    this.samples = samples;
    this.features = features;
  }

  /**
   * Returns a filter that hides some entries.
   *
   * @param samples row of each, ascending; <em>kept</em>
   * @param features column of each, ascending within a row; <em>kept</em>
   */
  public static EntryFilter without(int[] samples, int[] features) {
    return new EntryFilter(samples, features);
  }

  /**
   * Returns whether the entry is seen. Quick if the entries are asked for row by row.
   *
   * @param sample row of the user's table
   * @param feature column of the user's table
   */
  public boolean test(int sample, int feature) {
    if (next > 0 && compare(next - 1, sample, feature) >= 0) {
      next = 0;
    }
    while (next < samples.length && compare(next, sample, feature) < 0) {
      next++;
    }
    return next == samples.length || compare(next, sample, feature) != 0;
  }

  private int compare(int k, int sample, int feature) {
    int rows = Integer.compare(samples[k], sample);
    return rows != 0 ? rows : Integer.compare(features[k], feature);
  }

  /** The number of hidden entries in the rows before this one. */
  public int first(int sample) {
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

  /** The column of a hidden entry. */
  public int feature(int k) {
    return features[k];
  }
}
