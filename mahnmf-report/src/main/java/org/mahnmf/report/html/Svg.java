package org.mahnmf.report.html;

/** Small pieces that all drawings share. */
public final class Svg {

  /** Size of labels in pixels. */
  public static final double LABEL = 11.5;

  private Svg() {}

  /** Starts a drawing with its name and description for people who cannot see it. */
  public static HtmlElement drawing(double width, double height, String name, String description) {
    String box = "0 0 " + Numbers.coordinate(width) + " " + Numbers.coordinate(height);
    return HtmlElement.of("svg")
        .attributes("viewBox", box, "width", width, "height", height)
        .attributes("role", "img", "aria-label", name)
        .add(HtmlElement.of("title", name), HtmlElement.of("desc", description));
  }

  public static HtmlElement label(double x, double y, String anchor, String colour, String text) {
    return HtmlElement.of("text", text)
        .attributes("x", x, "y", y, "text-anchor", anchor)
        .attributes("font-size", LABEL, "style", "fill:" + colour);
  }

  public static HtmlElement line(double x1, double y1, double x2, double y2, String colour) {
    return HtmlElement.of("line")
        .attributes("x1", x1, "y1", y1, "x2", x2, "y2", y2, "style", "stroke:" + colour);
  }

  public static HtmlElement rectangle(double x, double y, double width, double height) {
    return HtmlElement.of("rect").attributes("x", x, "y", y, "width", width, "height", height);
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

  public static String shorten(String text, int most) {
    if (text.codePointCount(0, text.length()) <= most) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
