package org.mahnmf.report;

import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/**
 * The exact median of more numbers than memory holds: they are shown three times, and each time 21
 * more of the 63 bits that order numbers from 0 on are known, by counting. Memory: 16 MB whatever
 * their count.
 */
final class CountedMedian {

  private static final int BITS = 21;
  private static final int LEVELS = 3;

  private final Consumer<DoubleConsumer> numbers;

  /**
   * Prepares to count.
   *
   * @param numbers shows all numbers, at least 0 and the same each time, to whom it is given
   */
  CountedMedian(Consumer<DoubleConsumer> numbers) {
    this.numbers = numbers;
  }

  /**
   * Returns the mean of the two in the middle, which are one if their count is odd; 0 if there are
   * none.
   *
   * @param count of the numbers
   */
  double of(long count) {
    if (count == 0) {
      return 0;
    }
    Place lower = new Place((count - 1) / 2);
    Place upper = new Place(count / 2);
    for (int level = 0; level < LEVELS; level++) {
      int shift = BITS * (LEVELS - 1 - level);
      // Nearly always both are on the same way, and one count serves them.
      lower.look(shift);
      if (upper.prefix == lower.prefix || level == 0) {
        upper.counts = lower.counts;
      } else {
        upper.look(shift);
      }
      lower.narrow();
      upper.narrow();
    }
    return .5 * (Double.longBitsToDouble(lower.prefix) + Double.longBitsToDouble(upper.prefix));
  }

  /** One of the numbers in order, as far as its bits are known. */
  private final class Place {

    private long rank;
    private long prefix;
    private long[] counts;

    Place(long rank) {
      this.rank = rank;
    }

    /** Counts the next bits of all numbers that begin as this one does. */
    void look(int shift) {
      long[] found = new long[1 << BITS];
      numbers.accept(
          number -> {
            // Adding 0 makes a negative zero positive.
            long bits = Double.doubleToRawLongBits(number + 0.0) >>> shift;
            if (bits >>> BITS == prefix) {
              found[(int) (bits & ((1 << BITS) - 1))]++;
            }
          });
      counts = found;
    }

    void narrow() {
      int next = 0;
      while (rank >= counts[next]) {
        rank -= counts[next];
        next++;
      }
      prefix = prefix << BITS | next;
    }
  }
}
