package org.mahnmf.data.text;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Tells a first row of numbers with a bad cell among them, such as {@code ERR,56.5,12.1,48.9}, from
 * a header. Most of it must be numbers, which do not go up or down throughout, as years and
 * wavelengths do, and are about as large as those below, which numbers that are names seldom are.
 *
 * @param rest rows below of the usual length
 * @param from the first cell that is no name
 */
record BadFirstRow(CellParser parser, List<String> first, List<List<String>> rest, int from) {

  /** Returns whether it is a row of numbers with a bad cell in it. */
  boolean isOne() {
    int cells = first.size();
    if (rest.isEmpty() || rest.get(0).size() != cells) {
      return false;
    }
    int[] numbers = IntStream.range(from, cells).filter(j -> isNumber(first.get(j))).toArray();
    double[] values = IntStream.of(numbers).mapToDouble(j -> value(first.get(j))).toArray();
    return 2 * numbers.length > cells - from
        && numbers.length < cells - from
        && !isMonotone(values)
        && !areNames(numbers, values)
        && 2 * IntStream.of(numbers).filter(this::isLikeThoseBelow).count() > numbers.length;
  }

  private boolean isNumber(String cell) {
    return parser.parse(cell) == CellParser.Kind.NUMBER;
  }

  private double value(String cell) {
    return isNumber(cell) ? parser.value() : Double.NaN;
  }

  private static boolean isMonotone(double[] values) {
    boolean up = true;
    boolean down = true;
    for (int k = 1; k < values.length; k++) {
      up &= values[k] > values[k - 1];
      down &= values[k] < values[k - 1];
    }
    return up || down;
  }

  /** Different whole numbers beside a single word may be the names of columns in any order. */
  private boolean areNames(int[] numbers, double[] values) {
    boolean isCorner = from == 0 && numbers[0] == 1 && numbers.length == first.size() - 1;
    return isCorner
        && DoubleStream.of(values).allMatch(value -> value == Math.rint(value))
        && DoubleStream.of(values).distinct().count() == values.length;
  }

  /** Whether a number is in the range of its column, made wider by itself on either side. */
  private boolean isLikeThoseBelow(int column) {
    double[] below =
        rest.stream()
            .map(row -> row.get(column))
            .filter(this::isNumber)
            .mapToDouble(this::value)
            .sorted()
            .toArray();
    if (below.length == 0) {
      return false;
    }
    double least = below[0];
    double most = below[below.length - 1];
    double room = most - least;
    double value = value(first.get(column));
    return value >= least - room && value <= most + room;
  }
}
