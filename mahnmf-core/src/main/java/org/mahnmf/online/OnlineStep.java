package org.mahnmf.online;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.picture.Thresholds;

/** What is known of a sample. It can be looked at until the next sample comes. */
public final class OnlineStep {

  private final SampleWindow.Sample sample;
  private final long number;
  private final boolean change;
  private final DenseMatrix basis;
  private final Thresholds thresholds;
  private final BooleanSupplier valid;
  private final double growth;

  OnlineStep(
      SampleWindow.Sample sample,
      long number,
      boolean change,
      DenseMatrix basis,
      Thresholds thresholds,
      BooleanSupplier valid) {
    this.sample = sample;
    this.number = number;
    this.change = change;
    this.basis = basis;
    this.thresholds = thresholds;
    this.valid = valid;
    this.growth =
        thresholds.growth(
            j -> {
              double expected = 0;
              for (int l = 0; l < basis.rows(); l++) {
                expected += sample.codes()[l] * basis.get(l, j);
              }
              return sample.values()[j] - expected;
            });
  }

  /** Returns which sample of the stream it is, from 1. */
  public long number() {
    return number;
  }

  /** Returns whether the parts were learned anew at this sample, because the light has changed. */
  public boolean isChange() {
    return change;
  }

  /**
   * Returns how many times its noise most of the sample differs from what is expected, at least 1;
   * the thresholds of the sample grow as much.
   */
  public double growth() {
    return growth;
  }

  /** Returns a copy of the codes. */
  public double[] codes() {
    requireValid();
    return sample.codes().clone();
  }

  /** Computes codes·basis, the sample without what stands out. */
  public double[] background() {
    requireValid();
    double[] background = new double[basis.columns()];
    expect(sample.codes(), basis, 0, background.length, background);
    return background;
  }

  /** Computes the sparse part, sample − background. */
  public double[] difference() {
    double[] difference = background();
    for (int j = 0; j < difference.length; j++) {
      difference[j] = sample.values()[j] - difference[j];
    }
    return difference;
  }

  /** Returns the sample itself, in floats. */
  public float[] sample() {
    requireValid();
    return sample.values().clone();
  }

  /** Finds which pixels, or features if samples are no pictures, stand out of the background. */
  public boolean[] mask() {
    return mask(difference());
  }

  /** Finds the same from the {@link #difference()} at hand. */
  public boolean[] mask(double[] difference) {
    requireValid();
    return thresholds.mask(difference, growth);
  }

  /** Returns the largest |{@link #difference()}| among the channels of each pixel. */
  public double[] size(double[] difference) {
    return thresholds.size(difference);
  }

  private void requireValid() {
    if (!valid.getAsBoolean()) {
      throw new IllegalStateException(
          "sample %s is no longer known: look at a step before the next sample".formatted(number));
    }
  }

  /** Computes codes·basis for some features. */
  static void expect(double[] codes, DenseMatrix basis, int from, int count, double[] out) {
    Arrays.fill(out, 0, count, 0);
    for (int l = 0; l < basis.rows(); l++) {
      addScaled(codes[l], basis.array(), basis.offset(l) + from, count, out);
    }
  }

  private static void addScaled(double code, double[] array, int from, int count, double[] to) {
    for (int k = 0; k < count; k++) {
      to[k] += code * array[from + k];
    }
  }
}
