package org.mahnmf.lab.study;

import java.util.Arrays;

/**
 * A line of a {@link Panel}: a mean with its deviation over the trials.
 *
 * @param label what tells it from the other lines
 * @param x places, ascending; <em>kept</em>
 * @param mean as many; <em>kept</em>
 * @param deviation as many; <em>kept</em>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Curve(String label, double[] x, double[] mean, double[] deviation) {

  private static final char AT = '@';

  /**
   * Returns the name of a trial's value that is a point of a curve, named as "heights over places",
   * and no column of the table. All trials of a group need the same places.
   */
  public static String point(String curve, double x) {
    return curve + AT + x;
  }

  /** Returns a line at the height of the first point. */
  public Curve level(double[] places) {
    double[] heights = Arrays.stream(places).map(x -> mean[0]).toArray();
    double[] spreads = Arrays.stream(places).map(x -> deviation[0]).toArray();
    return new Curve(label, places, heights, spreads);
  }

  static boolean isPoint(String value) {
    return value.indexOf(AT) >= 0;
  }

  static String nameOf(String point) {
    return point.substring(0, point.indexOf(AT));
  }

  static double placeOf(String point) {
    return Double.parseDouble(point.substring(point.indexOf(AT) + 1));
  }
}
