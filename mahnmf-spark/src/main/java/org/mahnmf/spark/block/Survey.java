package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import org.mahnmf.base.Check;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.problem.Units;
import org.mahnmf.spark.file.Sample;

/**
 * What must be known of all samples before the first block is made: how many there are in each
 * partition, their mean, how many entries are zero. One pass; sums are added in the order of the
 * partitions.
 */
final class Survey implements Serializable {

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
   * Looks at the samples of a partition; zeros count if those that are not stored have a weight.
   */
  static Survey of(boolean zerosCount, Iterator<Sample> samples) {
    Survey survey = new Survey(zerosCount);
    NumberHash hash = new NumberHash();
    while (samples.hasNext() && survey.complaint == null) {
      Sample sample = samples.next();
      try {
        survey.add(sample);
        sample.hashInto(hash);
      } catch (IllegalArgumentException e) {
        survey.complaint = e.getMessage();
      }
    }
    survey.hash = hash.value();
    return survey;
  }

  private void add(Sample sample) {
    samples++;
    Check.that(ROW + " is null but every row needs numbers", sample.features != null);
    int length = sample.features.size();
    requireWidth(ROW, length);
    if (features < 0) {
      counts = new int[length];
    }
    features = length;
    int weights = sample.weights == null ? length : sample.weights.size();
    Check.that(ROW + " has %s features but %s weights of them", weights == length, length, weights);
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
    Check.that(ROW + UNOBSERVED, observed > 0);
  }

  private void requireWidth(String row, int length) {
    Check.that(
        "%s has %s features but another has %s; all need as many",
        features < 0 || length == features, row, length, features);
  }

  private void addZero(int index, double weight) {
    count(index, weight > 0);
    weightSum += weight;
    leastZero = Math.min(leastZero, weight);
    mostZero = Math.max(mostZero, weight);
  }

  private void addEntry(Sample sample, int index, double value) {
    if (value < 0 || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s, column %s: %s: entries must be finite and at least 0 (NaN marks a missing one)"
              .formatted(ROW, index + 1, value));
    }
    double weight = sample.weight(index, value);
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the weight of %s, column %s: %s: weights must be finite and at least 0"
              .formatted(ROW, index + 1, weight));
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
        total.requireWidth("a row", part.features);
        total.features = part.features;
        total.counts = total.counts == null ? new int[part.features] : total.counts;
        Arrays.setAll(total.counts, i -> total.counts[i] + part.counts[i]);
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
    Check.that(
        "the table is empty: it has no samples or no features",
        total.samples > 0 && total.features > 0);
    Check.that(
        "the table has %s samples but at most 2^31 - 1 are possible",
        total.samples <= Integer.MAX_VALUE, total.samples);
    for (int i = 0; i < total.features; i++) {
      Check.that(
          "column %s" + UNOBSERVED,
          total.counts[i] != (total.zerosCount ? total.samples : 0),
          i + 1);
    }
    return total;
  }

  boolean isMostlyZero() {
    return stored < FEW_ENTRIES * samples * features;
  }

  /** Returns the weight of a zero that has another one than zeros that are not stored. */
  OptionalDouble otherZero(double weight) {
    boolean same = leastZero > mostZero || (leastZero == weight && mostZero == weight);
    return same
        ? OptionalDouble.empty()
        : OptionalDouble.of(leastZero == weight ? mostZero : leastZero);
  }

  /** Returns the power of two nearest the mean of what a store would keep, as core's stores do. */
  double scale(boolean sparse) {
    double weight = sparse ? storedWeight : weightSum;
    return largest == 0 ? 1 : Units.ofMean(Math.scalb(1.0, exponent), sum / weight);
  }
}
