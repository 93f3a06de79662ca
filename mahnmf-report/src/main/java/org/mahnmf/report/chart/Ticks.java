package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.report.html.Numbers;

/** Round numbers on an axis: 1, 2 or 5 times a power of ten. */
final class Ticks {

  private Ticks() {}

  /**
   * Returns round numbers between two others.
   *
   * @param low lowest value shown
   * @param high highest value shown, above low
   * @param target about how many ticks are wanted, at least 1
   */
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

  /**
   * Returns round numbers for a logarithmic axis.
   *
   * @param low lowest value shown, above 0
   * @param high highest value shown, above low
   * @param target about how many ticks are wanted, at least 1
   */
  static List<Double> logarithmic(double low, double high, int target) {
    // not log(high / low), which overflows first
    double decades = Math.log10(high) - Math.log10(low);
    if (decades < 0.7) {
      return linear(low, high, target);
    }
    int[] digits = decades < 1.2 ? new int[] {1, 2, 3, 5} : new int[] {1, 2, 5};
    if (decades > 2.2) {
      digits = new int[] {1};
    }
    int every = decades > 2.2 ? Math.max(1, (int) Math.ceil(decades / Math.max(1, target))) : 1;
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
