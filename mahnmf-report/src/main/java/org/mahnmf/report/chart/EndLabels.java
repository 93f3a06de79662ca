package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.Ink;
import org.mahnmf.report.html.Svg;

/** Names and last values right of the lines, pushed apart where they would overlap. */
final class EndLabels {

  /** From one label to the next. */
  private static final double SPACING = 15;

  /** From the end of a line to its label. */
  private static final double GAP = 9;

  /** How much wider than {@link Svg#width} bold letters are in the widest of the usual fonts. */
  private static final double BOLD = 1.25;

  private final List<Label> labels = new ArrayList<>();

  private record Label(int line, String text, double value) {}

  /** Adds the label of a line that ends at a value. */
  void add(int line, String text, double value) {
    labels.add(new Label(line, text, value));
  }

  /** Returns the room that they need, with that before them. */
  double width() {
    return GAP + labels.stream().mapToDouble(label -> BOLD * Svg.width(label.text)).max().orElse(0);
  }

  void draw(HtmlElement group, Axes axes, Ink ink) {
    labels.sort(Comparator.comparingDouble(label -> axes.y(label.value)));
    double[] places = new double[labels.size()];
    double floor = axes.top() - 6;
    for (int k = 0; k < places.length; k++) {
      places[k] = Math.max(axes.y(labels.get(k).value), floor);
      floor = places[k] + SPACING;
    }
    double ceiling = axes.bottom();
    for (int k = places.length - 1; k >= 0; k--) {
      places[k] = Math.min(places[k], ceiling);
      ceiling = places[k] - SPACING;
    }
    for (int k = 0; k < places.length; k++) {
      Label label = labels.get(k);
      String colour = ink.series(label.line);
      group.add(
          Svg.label(axes.right() + GAP, places[k] + 4, "start", colour, label.text)
              .attributes("font-weight", "600"));
    }
  }
}
