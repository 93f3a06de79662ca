package org.mahnmf.lab.cluster;

import java.util.Arrays;
import java.util.Comparator;

/** Numbers groups by their size, the largest first; of equals the earlier one. */
public final class SizeOrder {

  private final int[] labels;
  private final int[] places;

  private SizeOrder(int[] labels, int[] places) {
    this.labels = labels;
    this.places = places;
  }

  /**
   * Counts groups.
   *
   * @param labels the group of each sample, from 0 on; <em>kept</em>
   * @param groups how many there are
   */
  public static SizeOrder of(int[] labels, int groups) {
    int[] sizes = new int[groups];
    for (int label : labels) {
      sizes[label]++;
    }
    Integer[] order = new Integer[groups];
    Arrays.setAll(order, k -> k);
    Arrays.sort(order, Comparator.comparingInt(k -> -sizes[k]));
    int[] places = new int[groups];
    for (int k = 0; k < groups; k++) {
      places[order[k]] = k;
    }
    return new SizeOrder(labels, places);
  }

  /**
   * Returns the new number of a group.
   *
   * @param group its old number
   */
  public int place(int group) {
    return places[group];
  }

  /** Returns the labels in new numbers. */
  public int[] apply() {
    return Arrays.stream(labels).map(label -> places[label]).toArray();
  }
}
