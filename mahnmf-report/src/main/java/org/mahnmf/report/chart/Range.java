package org.mahnmf.report.chart;

import java.util.List;

/** What an axis spans. */
final class Range {

  private final boolean log;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  Range(boolean log) {
    this.log = log;
  }

  void include(double... values) {
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }

  boolean isEmpty() {
    return low > high;
  }

  void includeZeroIfNear() {
    low = !log && low > 0 && low < 0.15 * high ? 0 : low;
  }

  /** Makes room around the values, and a range of a single value. */
  void pad(double share) {
    if (!(low < high)) {
      double around = low == 0 ? 1 : Math.abs(low) * 0.1;
      low = log ? low / 2 : low - around;
      high = log ? high * 2 : high + around;
    } else if (log) {
      double factor = Math.exp(share * (Math.log(high) - Math.log(low)));
      low = Math.max(low / factor, Double.MIN_NORMAL);
      high = Math.min(high * factor, Double.MAX_VALUE);
    } else {
      double room = share * (high - low);
      // zero is the natural foot of a quantity that is never negative
      low = low >= 0 && low - room < 0 ? 0 : low - room;
      high += room;
    }
  }

  List<Double> ticks(double target) {
    int most = (int) Math.max(2, target);
    return log ? Ticks.logarithmic(low, high, most) : Ticks.linear(low, high, most);
  }

  double share(double value) {
    return log
        ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
        : (value / 2 - low / 2) / (high / 2 - low / 2);
  }
}
