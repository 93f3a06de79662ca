package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.spark.file.Sample;

/**
 * What must be known of all samples before the first block is made: how many there are in each
 * partition, their mean, how many entries are zero. One pass; sums are added in the order of the
 * partitions.
 */
public final class Survey implements Serializable {

  private static final long serialVersionUID = 1;

  /** A table with a smaller share of entries other than zero is kept sparse. */
  private static final double FEW_ENTRIES = .1;

  /** Stands for a row whose number is not known yet. */
  private static final String ROW = "{row}";

  private static final String UNOBSERVED =
      " has no observed entry; remove it or give it at least one";

  long samples;
  int features = -1;

  /** Entries other than zero; missing ones among them. */
  long stored;

  double largest;

  /** The least and the largest weight given to a zero. */
  private double leastZero = Double.POSITIVE_INFINITY;

  private double mostZero;

  /** Σ weight·x and Σ weight over all and over the stored entries, each x divided by a power. */
  private double sum;

  /** Entries of the last sample that count. */
  private long observed;

  private int exponent = Double.MIN_EXPONENT;
  private double weightSum;
  private double storedWeight;

  /** Of all samples in their order. */
  long hash;

  /** What is wrong with the data, or null; {@link #ROW} stands for the row. */
  private String complaint;

  /** Samples of each feature that are missing if zeros count, else those that are observed. */
  private int[] counts;

  private final boolean zerosCount;

  private Survey(boolean zerosCount) {
    this.zerosCount = zerosCount;
  }

  /**
   * Looks at the samples of a partition.
   *
   * @param zerosCount whether zeros that are not stored have a weight
   */
  static Survey of(boolean zerosCount, Iterator<Sample> samples) {
    Survey survey = new Survey(zerosCount);
    NumberHash hash = new NumberHash();
    while (samples.hasNext() && survey.complaint == null) {
      Sample sample = samples.next();
      survey.add(sample);
      if (survey.complaint == null) {
        sample.hashInto(hash);
      }
    }
    survey.hash = hash.value();
    return survey;
  }

  /** Returns how many samples there are. */
  public long samples() {
    return samples;
  }

  /** Returns how many features each of them has. */
  public int features() {
    return features;
  }

  private void add(Sample sample) {
    samples++;
    if (sample.features == null) {
      complaint = ROW + " is null but every row needs numbers";
      return;
    }
    int length = sample.features.size();
    if (features >= 0 && length != features) {
      complaint = otherWidth(ROW, length, features);
      return;
    }
    if (features < 0) {
      counts = new int[length];
    }
    features = length;
    if (sample.weights != null && sample.weights.size() != length) {
      complaint =
          ROW + " has " + length + " features but " + sample.weights.size() + " weights of them";
      return;
    }
    long storedBefore = stored;
    observed = 0;
    Sample.forNonZeros(sample.features, (index, value) -> addEntry(sample, index, value));
    if (sample.weights == null) {
      long zeros = length - (stored - storedBefore);
      weightSum += zeros;
      observed += zerosCount ? zeros : 0;
    } else {
      for (int i = 0; i < length; i++) {
        if (sample.features.apply(i) == 0) {
          addZero(i, sample.weights.apply(i));
        }
      }
    }
    if (observed == 0 && complaint == null) {
      complaint = ROW + UNOBSERVED;
    }
  }

  private static String otherWidth(String row, int length, int usual) {
    return "%s has %s features but another has %s; all need as many".formatted(row, length, usual);
  }

  private void addZero(int index, double weight) {
    count(index, weight > 0);
    weightSum += weight;
    leastZero = Math.min(leastZero, weight);
    mostZero = Math.max(mostZero, weight);
  }

  private void addEntry(Sample sample, int index, double value) {
    if (value < 0 || value == Double.POSITIVE_INFINITY) {
      complaint =
          "%s, column %s: %s: entries must be finite and at least 0 (NaN marks a missing one)"
              .formatted(ROW, index + 1, value);
    }
    double weight = sample.weight(index, value);
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      complaint =
          "the weight of %s, column %s: %s: weights must be finite and at least 0"
              .formatted(ROW, index + 1, weight);
    }
    stored++;
    count(index, weight > 0);
    if (weight > 0) {
      raise(value);
      sum += weight * Math.scalb(value, -exponent);
      weightSum += weight;
      storedWeight += weight;
    }
  }

  private void count(int index, boolean isObserved) {
    observed += isObserved ? 1 : 0;
    counts[index] += isObserved == zerosCount ? 0 : 1;
  }

  private void raise(double value) {
    largest = Math.max(largest, value);
    int next = Math.max(Double.MIN_EXPONENT, Math.getExponent(value));
    if (next > exponent) {
      sum = Math.scalb(sum, exponent - next);
      exponent = next;
    }
  }

  /**
   * Puts the surveys of all partitions together.
   *
   * @param inOrder whether the order of the samples is that in which their owner sees them
   * @throws IllegalArgumentException in the words of one machine, if there is something wrong
   */
  static Survey total(List<Survey> parts, boolean inOrder) {
    Survey total = new Survey(parts.isEmpty() || parts.get(0).zerosCount);
    NumberHash hash = new NumberHash();
    for (Survey part : parts) {
      hash.add(part.samples);
      hash.add(part.hash);
      if (part.complaint != null) {
        long row = total.samples + part.samples;
        throw new IllegalArgumentException(
            part.complaint.replace(ROW, inOrder ? "row " + row : "a row"));
      }
      if (part.features >= 0) {
        if (total.features >= 0 && part.features != total.features) {
          throw new IllegalArgumentException(otherWidth("a row", part.features, total.features));
        }
        total.addCounts(part);
      }
      total.samples += part.samples;
      total.stored += part.stored;
      total.leastZero = Math.min(total.leastZero, part.leastZero);
      total.mostZero = Math.max(total.mostZero, part.mostZero);
      if (part.largest > 0) {
        total.raise(part.largest);
        total.sum += Math.scalb(part.sum, part.exponent - total.exponent);
      }
      total.weightSum += part.weightSum;
      total.storedWeight += part.storedWeight;
    }
    total.hash = hash.value();
    if (total.samples == 0 || total.features <= 0) {
      throw new IllegalArgumentException("the table is empty: it has no samples or no features");
    }
    if (total.samples > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the table has " + total.samples + " samples but at most 2^31 - 1 are possible");
    }
    for (int i = 0; i < total.features; i++) {
      if (total.counts[i] == (total.zerosCount ? total.samples : 0)) {
        throw new IllegalArgumentException("column " + (i + 1) + UNOBSERVED);
      }
    }
    return total;
  }

  private void addCounts(Survey part) {
    features = part.features;
    counts = counts == null ? new int[features] : counts;
    for (int i = 0; i < features; i++) {
      counts[i] += part.counts[i];
    }
  }

  boolean isMostlyZero() {
    return stored < FEW_ENTRIES * samples * features;
  }

  /**
   * Returns the weight of a zero that has another one than it would have if it were not stored.
   *
   * @param weight of zeros that are not stored
   */
  OptionalDouble otherZero(double weight) {
    boolean same = leastZero > mostZero || (leastZero == weight && mostZero == weight);
    return same
        ? OptionalDouble.empty()
        : OptionalDouble.of(leastZero == weight ? mostZero : leastZero);
  }

  /**
   * Returns the power of two nearest the mean of what a store would keep, as core's stores do.
   *
   * @param sparse whether zeros are not kept
   */
  double scale(boolean sparse) {
    double weight = sparse ? storedWeight : weightSum;
    return largest == 0 ? 1 : Math.scalb(nearestPower(sum / weight), exponent);
  }

  private static double nearestPower(double positive) {
    double power = Math.scalb(1.0, Math.max(Double.MIN_EXPONENT, Math.getExponent(positive)));
    return positive / power > 1.5 ? 2 * power : power;
  }
}
