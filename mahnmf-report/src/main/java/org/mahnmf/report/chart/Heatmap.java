package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.html.ColourMap;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.report.html.Svg;

/**
 * A matrix as a picture: one coloured cell per entry, or per block of entries where there are more
 * than pixels. NaN is a missing entry and is hatched. The colours end at the 99.5th percentile, so
 * that one huge entry does not leave all others alike; the scale says so where it matters.
 */
public final class Heatmap {

  private static final double PERCENTILE = 0.995;
  private static final int MOST_HOVERS = 1500;
  private static final int LARGEST_CELL = 44;
  private static final int WIDEST_STRETCH = 24;
  private static final double SCALE_WIDTH = 150;
  private static final String PIXELATED = "image-rendering:pixelated";

  private final Matrix matrix;
  private final ColourMap colours;
  private final DenseMatrix cells;
  private final List<Mark> marks = new ArrayList<>();
  private final double low;
  private final double high;
  private final double most;
  private final int cellWidth;
  private final int cellHeight;
  private List<String> rowNames = List.of();
  private List<String> columnNames = List.of();
  private String rowTitle = "row";
  private String columnTitle = "column";

  private Heatmap(Matrix matrix, ColourMap colours, int mostWidth, int mostHeight) {
    if (matrix.rows() == 0 || matrix.columns() == 0) {
      throw new IllegalArgumentException(
          "a matrix of " + matrix.rows() + "x" + matrix.columns() + " has nothing to show");
    }
    this.matrix = matrix;
    this.colours = colours;
    cells = Raster.reduce(matrix, mostHeight, mostWidth, colours == ColourMap.SIGNED);
    int wide = Math.max(1, Math.min(LARGEST_CELL, mostWidth / cells.columns()));
    int tall = Math.max(1, Math.min(LARGEST_CELL, mostHeight / cells.rows()));
    cellWidth = Math.min(wide, Math.max(tall, WIDEST_STRETCH));
    cellHeight = Math.min(tall, Math.max(wide, WIDEST_STRETCH));

    double[] sizes = new double[cells.array().length];
    int count = 0;
    double least = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (double value : cells.array()) {
      if (Double.isFinite(value)) {
        sizes[count] = colours == ColourMap.SIGNED ? Math.abs(value) : value;
        least = Math.min(least, sizes[count]);
        largest = Math.max(largest, sizes[count++]);
      }
    }
    most = count == 0 ? 0 : largest;
    double share = (Math.ceil(PERCENTILE * (count - 1)) + 0.5) / count;
    double limit = Selection.select(sizes, 0, count, share);
    // Where nearly all is zero, the percentile is too, and there would be no colour at all; where
    // it is near the largest, there is no reason to clip.
    double end = limit > 0 && limit < 0.8 * most ? limit : most;
    high = end;
    low = colours == ColourMap.SIGNED ? -end : least;
  }

  /** Shows sizes from dark to bright; a block has the colour of its mean. */
  public static Heatmap sequential(Matrix matrix, int mostWidth, int mostHeight) {
    return new Heatmap(matrix, ColourMap.SEQUENTIAL, mostWidth, mostHeight);
  }

  /**
   * Shows what is below zero in blue and above in red; a block has the colour of its entry farthest
   * from zero, so that no outlier is lost.
   */
  public static Heatmap signed(Matrix matrix, int mostWidth, int mostHeight) {
    return new Heatmap(matrix, ColourMap.SIGNED, mostWidth, mostHeight);
  }

  /**
   * Names rows and columns, or none of them; the names are written where there is room, else shown
   * on hovering.
   */
  public Heatmap names(List<String> rows, List<String> columns) {
    requireSize("rows", rows.size(), matrix.rows());
    requireSize("columns", columns.size(), matrix.columns());
    rowNames = List.copyOf(rows);
    columnNames = List.copyOf(columns);
    return this;
  }

  /** Says what rows and columns are, such as {@code part} and {@code feature}. */
  public Heatmap titles(String rows, String columns) {
    rowTitle = rows;
    columnTitle = columns;
    return this;
  }

  /** Circles an entry, with a label beside it, which may be empty, and words on hovering. */
  public Heatmap mark(int row, int column, String label, String hover) {
    marks.add(new Mark(row, column, label, hover));
    return this;
  }

  public boolean isReduced() {
    return cells.rows() < matrix.rows() || cells.columns() < matrix.columns();
  }

  /** Returns whether some entry is beyond the end of the colours. */
  boolean isClipped() {
    return most > high;
  }

  /** Returns whether some cell is hatched. */
  public boolean hasMissing() {
    return Arrays.stream(cells.array()).anyMatch(Double::isNaN);
  }

  /** Adds the picture as a figure that scrolls where the window is narrow, also by keys. */
  public void addTo(HtmlElement section, String name) {
    section.child("figure").attributes("tabindex", "0").add(toSvg(name));
  }

  /** Returns the picture with axes, scale and circles, and its name for those who cannot see it. */
  HtmlElement toSvg(String name) {
    Raster picture = raster();
    boolean namedRows = !rowNames.isEmpty() && matrix.rows() == cells.rows() && cellHeight >= 13;
    boolean namedColumns =
        !columnNames.isEmpty() && matrix.columns() == cells.columns() && cellWidth >= 13;
    double number = Svg.width(Integer.toString(matrix.rows()));
    double left = 12 + (namedRows ? Math.max(number, widest(rowNames, 22)) : number);
    if (namedColumns && !columnNamesFit()) {
      // slanted names reach to the left of their column
      left = Math.max(left, columnNameHeight() - 22 - 0.5 * cellWidth + 8);
    }
    double below = namedColumns ? columnNameHeight() : 24;
    double top = 22;
    double width = Math.max(picture.width(), SCALE_WIDTH + 200) + left + 16;
    double height = picture.height() + top + below + 34;
    HtmlElement svg = Svg.drawing(width, height, name, description()).styled("heatmap");
    String titles = rowTitle + " ↓\u00A0\u00A0\u00A0" + columnTitle + " →";
    svg.add(label(0, 13, "start", titles));
    image(svg, picture, left, top, picture.width(), picture.height(), "style", PIXELATED);
    rowAxis(svg, namedRows, left, top);
    columnAxis(svg, namedColumns, left, top + picture.height());
    hovers(svg, left, top);
    for (Mark mark : marks) {
      circle(svg, mark, left, top);
    }
    scale(svg, left, top + picture.height() + below + 12);
    return svg;
  }

  Raster raster() {
    Raster picture = new Raster(cells.columns() * cellWidth, cells.rows() * cellHeight, colours);
    picture.draw(0, 0, cells, cellWidth, cellHeight, low, high);
    return picture;
  }

  private String description() {
    return String.format(
        "A picture of %s rows (%s) and %s columns (%s); colours from %s to %s%s",
        matrix.rows(),
        rowTitle,
        matrix.columns(),
        columnTitle,
        Numbers.format(low),
        Numbers.format(high),
        marks.isEmpty() ? "." : "; circles mark the largest differences.");
  }

  private static double widest(List<String> names, int most) {
    return names.stream().mapToDouble(name -> Svg.width(Svg.shorten(name, most))).max().orElse(0);
  }

  private double columnNameHeight() {
    return columnNamesFit() ? 24 : 0.71 * widest(columnNames, 16) + 22;
  }

  private boolean columnNamesFit() {
    return columnNames.stream().allMatch(name -> Svg.width(name) <= cellWidth - 4);
  }

  private void rowAxis(HtmlElement svg, boolean named, double left, double top) {
    if (named || matrix.rows() == 1) {
      for (int i = 0; i < matrix.rows(); i++) {
        String text = Svg.shorten(rowName(i), 22);
        double y = top + (i + 0.5) * cellHeight + 4;
        svg.add(label(left - 8, y, "end", text));
      }
      return;
    }
    for (double tick : indexTicks(matrix.rows(), cells.rows() * cellHeight / 40 + 1)) {
      double y = top + (tick - 0.5) / matrix.rows() * cells.rows() * cellHeight;
      svg.add(
          label(left - 8, y + 4, "end", Numbers.fixed(tick, 0)),
          Svg.line(left - 4, y, left - 1, y, Ink.PAGE.muted()));
    }
  }

  private void columnAxis(HtmlElement svg, boolean named, double left, double y) {
    if (named && !columnNamesFit()) {
      for (int j = 0; j < matrix.columns(); j++) {
        double x = left + (j + 0.5) * cellWidth + 4;
        String place = Numbers.coordinate(x) + " " + Numbers.coordinate(y + 12);
        svg.add(
            label(x, y + 12, "end", Svg.shorten(columnNames.get(j), 16))
                .attributes("transform", "rotate(-45 " + place + ")"));
      }
      return;
    }
    if (named || matrix.columns() == 1) {
      for (int j = 0; j < matrix.columns(); j++) {
        double x = left + (j + 0.5) * cellWidth;
        svg.add(label(x, y + 16, "middle", columnName(j)));
      }
      return;
    }
    for (double tick : indexTicks(matrix.columns(), cells.columns() * cellWidth / 70 + 1)) {
      double x = left + (tick - 0.5) / matrix.columns() * cells.columns() * cellWidth;
      svg.add(
          label(x, y + 18, "middle", Numbers.fixed(tick, 0)),
          Svg.line(x, y + 1, x, y + 4, Ink.PAGE.muted()));
    }
  }

  /** Returns round row or column numbers, and always the first. */
  private static List<Double> indexTicks(int size, int target) {
    if (size <= 2 * target) {
      return IntStream.rangeClosed(1, size).asDoubleStream().boxed().toList();
    }
    List<Double> ticks = new ArrayList<>();
    ticks.add(1.0);
    double step = 0;
    for (double tick : Range.linear(0, size, Math.max(1, Math.min(10, target)))) {
      step = step == 0 ? tick : step;
      if (tick == Math.rint(tick) && tick > 1 && tick - 1 >= 0.6 * step) {
        ticks.add(tick);
      }
    }
    return ticks;
  }

  /** Lays invisible rectangles over the picture, which name what the pointer is on. */
  private void hovers(HtmlElement svg, double left, double top) {
    if (isReduced()) {
      return;
    }
    HtmlElement group = HtmlElement.of("g").attributes("fill", "transparent");
    if (matrix.rows() * matrix.columns() <= MOST_HOVERS) {
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = 0; j < matrix.columns(); j++) {
          double value = cells.get(i, j);
          String number = Double.isNaN(value) ? "missing" : Numbers.format(value);
          hover(group, left + j * cellWidth, top + i * cellHeight, cellWidth, cellHeight)
              .text(rowName(i) + ", " + columnName(j) + ": " + number);
        }
      }
      svg.add(group);
    } else if (!columnNames.isEmpty() && matrix.columns() <= MOST_HOVERS) {
      for (int j = 0; j < matrix.columns(); j++) {
        double tall = (double) matrix.rows() * cellHeight;
        hover(group, left + j * cellWidth, top, cellWidth, tall).text(columnName(j));
      }
      svg.add(group);
    }
  }

  private static HtmlElement hover(
      HtmlElement group, double x, double y, double width, double height) {
    HtmlElement rectangle = Svg.rectangle(x, y, width, height);
    group.add(rectangle);
    return rectangle.child("title");
  }

  private void circle(HtmlElement svg, Mark mark, double left, double top) {
    double x = left + (mark.column + 0.5) / matrix.columns() * cells.columns() * cellWidth;
    double y = top + (mark.row + 0.5) / matrix.rows() * cells.rows() * cellHeight;
    double radius = Math.max(5.5, Math.min(cellWidth, cellHeight) * 0.5 + 2);
    HtmlElement group = svg.child("g").styled("mark");
    group.add(HtmlElement.of("title", mark.hover));
    group.child("circle").attributes("cx", x, "cy", y, "r", radius);
    if (!mark.label.isEmpty()) {
      double edge = left + cells.columns() * cellWidth;
      boolean before = x + radius + 14 > edge;
      group
          .child("text")
          .attributes("x", before ? x - radius - 3 : x + radius + 3, "y", y + 4)
          .attributes("text-anchor", before ? "end" : "start")
          .text(mark.label);
    }
  }

  private void scale(HtmlElement svg, double left, double y) {
    if (!(high > low)) {
      svg.add(label(left, y + 9, "start", "all entries are " + Numbers.format(high, 3)));
      return;
    }
    Raster bar = new Raster(ColourMap.LEVELS, 1, colours);
    for (int k = 0; k < bar.width(); k++) {
      bar.fill(k, 0, 1, 1, k, 0, bar.width() - 1);
    }
    boolean bothClipped = colours == ColourMap.SIGNED && isClipped();
    String lowest = (bothClipped ? "≤ " : "") + Numbers.format(low, 3);
    String highest = Numbers.format(high, 3);
    double x = left + Svg.width(lowest) + 13;
    svg.add(label(left, y + 9, "start", lowest));
    image(svg, bar, x, y, SCALE_WIDTH, 10, "preserveAspectRatio", "none");
    String end = isClipped() ? "≥ " + highest + ", the 99.5th percentile" : highest;
    svg.add(label(x + SCALE_WIDTH + 8, y + 9, "start", end));
  }

  private static HtmlElement label(double x, double y, String anchor, String text) {
    return Svg.label(x, y, anchor, Ink.PAGE.muted(), text);
  }

  /** Adds a picture in a frame, with one more attribute. */
  private static void image(
      HtmlElement svg,
      Raster picture,
      double x,
      double y,
      double width,
      double height,
      Object... more) {
    svg.child("image")
        .attributes("href", picture.pngUri(), "x", x, "y", y, "width", width, "height", height)
        .attributes(more);
    svg.add(
        Svg.rectangle(x - 0.5, y - 0.5, width + 1, height + 1)
            .attributes("style", "fill:none;stroke:var(--line)"));
  }

  private String rowName(int row) {
    return rowNames.isEmpty() ? Numbers.fixed(row + 1, 0) : rowNames.get(row);
  }

  private String columnName(int column) {
    return columnNames.isEmpty() ? Numbers.fixed(column + 1, 0) : columnNames.get(column);
  }

  private static void requireSize(String what, int names, int size) {
    if (names != 0 && names != size) {
      throw new IllegalArgumentException(
          "there are " + names + " names for " + size + " " + what + "; give one for each or none");
    }
  }

  private record Mark(int row, int column, String label, String hover) {}
}
