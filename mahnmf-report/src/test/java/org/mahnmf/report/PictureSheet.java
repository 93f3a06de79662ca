package org.mahnmf.report;

import java.util.ArrayList;
import java.util.List;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.chart.Raster;
import org.mahnmf.report.html.ColourMap;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.report.html.Svg;

/** Panels side by side on white, so that they can be read on dark pages as well. */
final class PictureSheet {

  private static final double MARGIN = 20;
  private static final double HEADING = 26;
  private static final double NOTE = 19;

  private final String name;
  private final String description;
  private final List<HtmlElement> panels = new ArrayList<>();
  private double top = MARGIN;
  private double right = MARGIN;
  private double widest;
  private double below;

  PictureSheet(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /** Adds a chart. */
  PictureSheet add(LineChart chart, double width, double height) {
    panels.add(at(right, top).add(chart.ink(Ink.PAPER).size(width, height).drawing()));
    right += width + MARGIN;
    below = Math.max(below, top + height);
    return this;
  }

  /**
   * Adds a matrix, one rectangle per entry.
   *
   * @param breaks columns before which a gap is left
   * @param notes lines below the picture
   */
  PictureSheet add(
      String heading,
      Matrix matrix,
      ColourMap colours,
      double high,
      int cellWidth,
      int cellHeight,
      List<Integer> breaks,
      List<String> notes) {
    int gap = 6;
    int width = matrix.columns() * cellWidth + breaks.size() * gap;
    int height = matrix.rows() * cellHeight;
    double low = colours == ColourMap.SIGNED ? -high : 0;
    HtmlElement panel = at(right, top);
    panel.add(
        Svg.label(0, 13, "start", Ink.PAPER.text(), heading)
            .attributes("font-size", 14)
            .attributes("font-weight", "600"));
    int from = 0;
    double x = 0;
    List<Integer> ends = new ArrayList<>(breaks);
    ends.add(matrix.columns());
    for (int end : ends) {
      Raster raster = new Raster((end - from) * cellWidth, height, colours);
      for (int i = 0; i < matrix.rows(); i++) {
        for (int j = from; j < end; j++) {
          raster.fill(
              (j - from) * cellWidth,
              i * cellHeight,
              cellWidth,
              cellHeight,
              matrix.get(i, j),
              low,
              high);
        }
      }
      panel.add(
          HtmlElement.of("image")
              .attributes("href", raster.pngUri())
              .attributes("x", x)
              .attributes("y", HEADING)
              .attributes("width", raster.width())
              .attributes("height", height)
              .attributes("style", "image-rendering:pixelated"),
          Svg.rectangle(x - 0.5, HEADING - 0.5, raster.width() + 1, height + 1)
              .attributes("style", "fill:none;stroke:" + Ink.PAPER.line()));
      x += raster.width() + gap;
      from = end;
    }
    double wide = Math.max(width, Svg.width(heading) * 14 / Svg.LABEL * 1.08);
    for (int k = 0; k < notes.size(); k++) {
      double y = HEADING + height + 18 + k * NOTE;
      panel.add(Svg.label(0, y, "start", Ink.PAPER.muted(), notes.get(k)));
      wide = Math.max(wide, Svg.width(notes.get(k)));
    }
    panels.add(panel);
    right += wide + MARGIN;
    below = Math.max(below, top + HEADING + height + 6 + notes.size() * NOTE);
    return this;
  }

  /** Moves on to the right. */
  PictureSheet space(double width) {
    right += width;
    return this;
  }

  /** Moves on to the next row. */
  PictureSheet row() {
    widest = Math.max(widest, right);
    right = MARGIN;
    top = below + MARGIN;
    return this;
  }

  private static HtmlElement at(double x, double y) {
    return HtmlElement.of("g")
        .attributes(
            "transform", "translate(" + Numbers.coordinate(x) + " " + Numbers.coordinate(y) + ")");
  }

  /** Returns the file. */
  String render() {
    double width = Math.max(widest, right);
    double height = below + MARGIN;
    HtmlElement svg =
        Svg.drawing(width, height, name, description)
            .attributes("xmlns", "http://www.w3.org/2000/svg")
            .attributes("font-family", Ink.FONTS)
            .add(
                Svg.rectangle(0, 0, width, height)
                    .attributes("rx", 8)
                    .attributes("fill", Ink.PAPER.surface()));
    for (HtmlElement panel : panels) {
      svg.add(panel);
    }
    return svg.render();
  }
}
