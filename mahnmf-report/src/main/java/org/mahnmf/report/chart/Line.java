package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A named line of a chart.
 *
 * @param label may be empty
 * @param spread as many: how far a band around the line goes up and down
 * @param dashed whether another line can be seen below it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Line(String label, double[] x, double[] y, double[] spread, boolean dashed) {

  private static final int MOST_POINTS = 500;

  Line {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "the line " + label + " has " + x.length + " places but " + y.length + " heights");
    }
    if (spread.length != y.length) {
      throw new IllegalArgumentException(
          "the line " + label + " has " + y.length + " heights but " + spread.length + " spreads");
    }
    x = x.clone();
    y = y.clone();
    spread = spread.clone();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Points(double[] x, double[] y, double[] low, double[] high) {

    int count() {
      return x.length;
    }

    double last() {
      return y[y.length - 1];
    }
  }

  /** Returns the points that can be drawn; of very many, the ends and the extremes of each slot. */
  Points shown(boolean logX, boolean logY) {
    int[] fit =
        IntStream.range(0, x.length).filter(k -> fits(x[k], logX) && fits(y[k], logY)).toArray();
    int[] kept = fit.length > MOST_POINTS ? thinned(fit) : fit;
    return new Points(
        IntStream.of(kept).mapToDouble(k -> x[k]).toArray(),
        IntStream.of(kept).mapToDouble(k -> y[k]).toArray(),
        IntStream.of(kept).mapToDouble(k -> end(k, -spread[k], logY)).toArray(),
        IntStream.of(kept).mapToDouble(k -> end(k, spread[k], logY)).toArray());
  }

  /** A logarithmic axis has no place for a lower end at or below zero. */
  private double end(int point, double distance, boolean log) {
    double end = y[point] + distance;
    return fits(end, log) ? end : y[point];
  }

  private int[] thinned(int[] points) {
    List<Integer> kept = new ArrayList<>();
    int slots = MOST_POINTS / 4;
    for (int slot = 0; slot < slots; slot++) {
      int from = (int) ((long) slot * points.length / slots);
      int to = (int) ((long) (slot + 1) * points.length / slots) - 1;
      int low = from;
      int high = from;
      for (int k = from; k <= to; k++) {
        low = y[points[k]] < y[points[low]] ? k : low;
        high = y[points[k]] > y[points[high]] ? k : high;
      }
      IntStream.of(from, low, high, to).sorted().distinct().forEach(k -> kept.add(points[k]));
    }
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean fits(double value, boolean log) {
    return Double.isFinite(value) && (!log || value > 0);
  }
}
