package org.mahnmf.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An HTML or SVG element under construction. Text and attributes are escaped here and nowhere else,
 * so that no page concatenates strings. What comes out is HTML5 and well-formed XML at once.
 */
public final class HtmlElement {

  private static final Set<String> EMPTY_IN_HTML =
      Set.of("br", "col", "hr", "img", "input", "meta");
  private static final Set<String> EMPTY_IN_SVG =
      Set.of("circle", "image", "line", "path", "polyline", "rect");
  private static final Set<String> OWN_LINE =
      Set.of(
          "body", "caption", "details", "dl", "div", "figure", "footer", "g", "h1", "h2", "h3",
          "head", "header", "main", "meta", "nav", "ol", "p", "script", "section", "style", "svg",
          "table", "tbody", "thead", "title", "tr", "ul");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Consumer<StringBuilder>> content = new ArrayList<>();

  private HtmlElement(String name) {
    this.name = checked(name);
  }

  /** Creates an element, such as a {@code div}. */
  public static HtmlElement of(String name) {
    return new HtmlElement(name);
  }

  /** Creates an element that holds a text, which is escaped. */
  public static HtmlElement of(String name, String text) {
    return new HtmlElement(name).text(text);
  }

  /**
   * Sets attributes.
   *
   * @param namesAndValues in turn; a value is any text, which is escaped, or a finite number, which
   *     gets at most two decimals
   */
  public HtmlElement attributes(Object... namesAndValues) {
    for (int k = 0; k < namesAndValues.length; k += 2) {
      Object value = namesAndValues[k + 1];
      attributes.put(
          checked((String) namesAndValues[k]),
          value instanceof Number n ? Numbers.coordinate(n.doubleValue()) : (String) value);
    }
    return this;
  }

  /** Sets the class attribute: names, separated by blanks. */
  public HtmlElement styled(String names) {
    return attributes("class", names);
  }

  /** Adds a text, which is escaped. */
  public HtmlElement text(String text) {
    content.add(out -> escape(text, false, out));
    return this;
  }

  public HtmlElement paragraph(String text) {
    return add(of("p", text));
  }

  /**
   * Adds a style sheet or a script as it is. It must do without {@code <} and {@code &}, so that it
   * means the same in HTML and XML.
   */
  public HtmlElement verbatim(String text) {
    if (text.indexOf('<') >= 0 || text.indexOf('&') >= 0) {
      throw new IllegalArgumentException("a style sheet or script must not contain < or &");
    }
    content.add(out -> out.append(text));
    return this;
  }

  public HtmlElement add(HtmlElement... children) {
    for (HtmlElement child : children) {
      content.add(child::write);
    }
    return this;
  }

  /** Creates an element, adds it to this one and returns it. */
  public HtmlElement child(String childName) {
    HtmlElement child = of(childName);
    add(child);
    return child;
  }

  public String render() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  @Override
  public String toString() {
    return render();
  }

  private void write(StringBuilder out) {
    out.append('<').append(name);
    attributes.forEach(
        (key, value) -> {
          out.append(' ').append(key).append("=\"");
          escape(value, true, out);
          out.append('"');
        });
    boolean isVoid = EMPTY_IN_HTML.contains(name);
    if (isVoid && !content.isEmpty()) {
      throw new IllegalStateException("<" + name + "> cannot hold anything");
    }
    if (isVoid || (content.isEmpty() && EMPTY_IN_SVG.contains(name))) {
      out.append("/>");
    } else {
      out.append('>');
      content.forEach(part -> part.accept(out));
      out.append("</").append(name).append('>');
    }
    if (OWN_LINE.contains(name)) {
      out.append('\n');
    }
  }

  private static void escape(String text, boolean inAttribute, StringBuilder out) {
    int i = 0;
    while (i < text.length() && isPlain(text.charAt(i))) {
      i++; // pictures are long texts of letters and digits
    }
    out.append(text, 0, i);
    while (i < text.length()) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      switch (point) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append(inAttribute ? "&quot;" : "\"");
        case '\'' -> out.append(inAttribute ? "&#39;" : "'");
        case '\t', '\n' -> out.append(inAttribute ? "&#" + point + ";" : Character.toString(point));
        default -> out.appendCodePoint(isAllowed(point) ? point : 0xFFFD);
      }
    }
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c <= '~' && c != '<' && c != '>' && c != '&' && c != '"' && c != '\'';
  }

  /** Control characters and halves of surrogate pairs are allowed neither in XML nor in HTML. */
  private static boolean isAllowed(int point) {
    return point >= 0x20
        && !(point >= 0x7F && point < 0xA0)
        && !(point >= 0xD800 && point < 0xE000)
        && (point & 0xFFFE) != 0xFFFE
        && !(point >= 0xFDD0 && point < 0xFDF0);
  }

  private static String checked(String name) {
    if (name.isEmpty()
        || !Character.isLetter(name.charAt(0))
        || !name.chars().allMatch(c -> c == '-' || (c < 0x80 && Character.isLetterOrDigit(c)))) {
      throw new IllegalArgumentException("\"" + name + "\" is no name of an element or attribute");
    }
    return name;
  }
}
