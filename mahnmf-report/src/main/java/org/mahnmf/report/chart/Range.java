package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.report.html.Numbers;

/** What an axis spans, and round numbers on it: 1, 2 or 5 times a power of ten. */
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
    return log ? logarithmic(low, high, most) : linear(low, high, most);
  }

  double share(double value) {
    return log
        ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
        : (value / 2 - low / 2) / (high / 2 - low / 2);
  }

  /** Returns about as many round numbers between two others as are wanted. */
  static List<Double> linear(double low, double high, int target) {
    double step = step((high - low) / Math.max(1, target));
    List<Double> ticks = new ArrayList<>();
    if (!(step > 0) || !Double.isFinite(step)) {
      return ticks;
    }
    double slack = 1e-9 * (high - low);
    double first = Math.ceil((low - slack) / step);
    for (int k = 0; k <= 4 * target + 4; k++) {
      double tick = (first + k) * step;
      if (tick > high + slack) {
        break;
      }
      // the product of a whole number and 0.1 is not round; the nearest short decimal is
      ticks.add(tick == 0 ? 0 : roundTo(tick, step));
    }
    return ticks;
  }

  /** The same for a logarithmic axis, between two numbers above 0. */
  static List<Double> logarithmic(double low, double high, int target) {
    // not log(high / low), which overflows first
    double decades = Math.log10(high) - Math.log10(low);
    if (decades < 0.7) {
      return linear(low, high, target);
    }
    boolean many = decades > 2.2;
    int[] digits = many ? new int[] {1} : new int[] {1, 2, 5};
    digits = decades < 1.2 ? new int[] {1, 2, 3, 5} : digits;
    int every = many ? Math.max(1, (int) Math.ceil(decades / Math.max(1, target))) : 1;
    List<Double> ticks = new ArrayList<>();
    int from = (int) Math.floor(Math.log10(low));
    int to = (int) Math.ceil(Math.log10(high));
    for (int exponent = from; exponent <= to; exponent++) {
      for (int digit : digits) {
        double tick = Double.parseDouble(digit + "e" + exponent);
        if (tick >= low * (1 - 1e-9)
            && tick <= high * (1 + 1e-9)
            && Math.floorMod(exponent, every) == 0) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** Returns labels that all have the decimals their step needs. */
  static List<String> labels(List<Double> ticks) {
    double largest = 0;
    double smallest = Double.POSITIVE_INFINITY;
    int decimals = 0;
    for (double tick : ticks) {
      largest = Math.max(largest, Math.abs(tick));
      smallest = tick == 0 ? smallest : Math.min(smallest, Math.abs(tick));
      decimals = Math.max(decimals, decimals(tick, smallest));
    }
    List<String> labels = new ArrayList<>();
    boolean scientific = largest >= 1e6 || smallest < 1e-3;
    for (double tick : ticks) {
      labels.add(scientific ? Numbers.scientific(tick, 3) : Numbers.fixed(tick, decimals));
    }
    return labels;
  }

  private static int decimals(double tick, double smallest) {
    int decimals = 0;
    double tolerance = 1e-6 * Math.min(Math.abs(tick), smallest);
    double scaled = tick;
    while (decimals < 9 && Math.abs(scaled - Math.rint(scaled)) > tolerance) {
      decimals++;
      scaled = tick * Math.pow(10, decimals);
      tolerance *= 10;
    }
    return decimals;
  }

  private static double step(double rough) {
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double ratio = rough / power;
    return power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
  }

  private static double roundTo(double tick, double step) {
    int decimals = (int) Math.max(0, 1 - Math.floor(Math.log10(step)));
    if (decimals > 15 || Math.abs(tick) > 1e15) {
      return tick;
    }
    double power = Math.pow(10, decimals);
    return Math.rint(tick * power) / power;
  }
}
