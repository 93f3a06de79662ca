package org.mahnmf.report.html;

/** Small pieces that all drawings share. */
public final class Svg {

  /** Size of labels in pixels. */
  public static final double LABEL = 11.5;

  private Svg() {}

  /** Starts a drawing with its name and description for people who cannot see it. */
  public static HtmlElement drawing(double width, double height, String name, String description) {
    HtmlElement svg =
        HtmlElement.of("svg")
            .attribute(
                "viewBox", "0 0 " + Numbers.coordinate(width) + " " + Numbers.coordinate(height))
            .attribute("width", width)
            .attribute("height", height)
            .attribute("role", "img")
            .attribute("aria-label", name);
    svg.add(HtmlElement.of("title", name), HtmlElement.of("desc", description));
    return svg;
  }

  public static HtmlElement label(double x, double y, String anchor, String colour, String text) {
    return HtmlElement.of("text")
        .attribute("x", x)
        .attribute("y", y)
        .attribute("text-anchor", anchor)
        .attribute("font-size", LABEL)
        .attribute("style", "fill:" + colour)
        .text(text);
  }

  public static HtmlElement line(double x1, double y1, double x2, double y2, String colour) {
    return HtmlElement.of("line")
        .attribute("x1", x1)
        .attribute("y1", y1)
        .attribute("x2", x2)
        .attribute("y2", y2)
        .attribute("style", "stroke:" + colour);
  }

  public static HtmlElement rectangle(double x, double y, double width, double height) {
    return HtmlElement.of("rect")
        .attribute("x", x)
        .attribute("y", y)
        .attribute("width", width)
        .attribute("height", height);
  }

  /** Returns about how wide a label is; no font is measured, so that pages are always the same. */
  public static double width(String text) {
    double width = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\u202F') {
        width += 0.25;
      } else if ("iljt.,:;|!'·⁻".indexOf(c) >= 0) {
        width += 0.32;
      } else if ("mwMW@%".indexOf(c) >= 0 || c > 0x2E80) {
        width += 0.95;
      } else {
        width += Character.isUpperCase(c) ? 0.7 : 0.58;
      }
    }
    return width * LABEL;
  }

  /** Returns a text cut to a number of characters. */
  public static String shorten(String text, int most) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
