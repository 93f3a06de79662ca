package org.mahnmf.online;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The latest samples of a stream with their codes, the oldest first; a new one replaces it. */
final class SampleWindow {

  private final Sample[] ring;
  private final int features;
  private final int rank;
  private int first;
  private int size;

  /** A sample, as floats, and its codes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sample(float[] values, double[] codes) {}

  SampleWindow(int most, int features, int rank) {
    this.ring = new Sample[most];
    this.features = features;
    this.rank = rank;
  }

  int features() {
    return features;
  }

  int size() {
    return size;
  }

  /** Returns a sample by age, 0 for the oldest. */
  Sample get(int age) {
    return ring[(first + age) % ring.length];
  }

  Sample last() {
    return get(size - 1);
  }

  /** Takes a sample in, with the codes of the one before. */
  void add(double[] values) {
    double[] before = size == 0 ? new double[rank] : last().codes.clone();
    if (size == ring.length) {
      first = (first + 1) % ring.length;
    } else {
      size++;
    }
    int slot = (first + size - 1) % ring.length;
    float[] kept = ring[slot] == null ? new float[features] : ring[slot].values;
    for (int j = 0; j < features; j++) {
      kept[j] = (float) values[j];
    }
    ring[slot] = new Sample(kept, before);
  }

  /** Forgets all samples but so many of given ages, ascending. */
  void keep(int count, IntUnaryOperator age) {
    Sample[] kept = new Sample[count];
    Arrays.setAll(kept, i -> get(age.applyAsInt(i)));
    // What is forgotten is left to the collector: memory shrinks, and grows again to its limit.
    Arrays.fill(ring, null);
    System.arraycopy(kept, 0, ring, 0, count);
    first = 0;
    size = count;
  }

  /** Copies some features of a sample. */
  void copyRange(int age, int from, int to, double[] out) {
    float[] values = get(age).values;
    for (int j = from; j < to; j++) {
      out[j - from] = values[j];
    }
  }
}
