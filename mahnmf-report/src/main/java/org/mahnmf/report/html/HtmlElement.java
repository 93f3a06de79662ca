package org.mahnmf.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An HTML or SVG element under construction. Text and attributes are escaped here and nowhere else,
 * so that no page concatenates strings. What comes out is HTML5 and well-formed XML at once.
 */
public final class HtmlElement {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");
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
  private final List<Content> content = new ArrayList<>();

  private HtmlElement(String name) {
    this.name = checked(name);
  }

  /**
   * Creates an element.
   *
   * @param name of the element, such as {@code div}
   */
  public static HtmlElement of(String name) {
    return new HtmlElement(name);
  }

  /**
   * Creates an element that holds a text.
   *
   * @param name of the element, such as {@code p}
   * @param text any text; escaped
   */
  public static HtmlElement of(String name, String text) {
    return new HtmlElement(name).text(text);
  }

  /**
   * Sets an attribute.
   *
   * @param key name of the attribute
   * @param value any text; escaped
   */
  public HtmlElement attribute(String key, String value) {
    attributes.put(checked(key), value);
    return this;
  }

  /**
   * Sets an attribute to a number, with at most two decimals.
   *
   * @param key name of the attribute
   * @param value a finite number
   */
  public HtmlElement attribute(String key, double value) {
    return attribute(key, Numbers.coordinate(value));
  }

  /**
   * Sets the class attribute.
   *
   * @param names class names, separated by blanks
   */
  public HtmlElement styled(String names) {
    return attribute("class", names);
  }

  /**
   * Adds a text.
   *
   * @param text any text; escaped
   */
  public HtmlElement text(String text) {
    content.add(out -> escape(text, false, out));
    return this;
  }

  /**
   * Adds a style sheet or a script as it is.
   *
   * @param text must do without {@code <} and {@code &}, so that it means the same in HTML and XML
   * @throws IllegalArgumentException if it does not
   */
  public HtmlElement verbatim(String text) {
    if (text.indexOf('<') >= 0 || text.indexOf('&') >= 0) {
      throw new IllegalArgumentException("a style sheet or script must not contain < or &");
    }
    content.add(out -> out.append(text));
    return this;
  }

  /**
   * Adds elements.
   *
   * @param children in order
   */
  public HtmlElement add(HtmlElement... children) {
    for (HtmlElement child : children) {
      content.add(child::write);
    }
    return this;
  }

  /**
   * Creates an element and adds it to this one.
   *
   * @param childName of the new element
   * @return the new element
   */
  public HtmlElement child(String childName) {
    HtmlElement child = of(childName);
    content.add(child::write);
    return child;
  }

  /** Returns whether nothing was added yet. */
  public boolean isEmpty() {
    return content.isEmpty();
  }

  /** Returns the markup. */
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
      for (Content part : content) {
        part.write(out);
      }
      out.append("</").append(name).append('>');
    }
    if (OWN_LINE.contains(name)) {
      out.append('\n');
    }
  }

  private static void escape(String text, boolean inAttribute, StringBuilder out) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      switch (point) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append(inAttribute ? "&quot;" : "\"");
        case '\'' -> out.append(inAttribute ? "&#39;" : "'");
        case '\t', '\n' -> {
          if (inAttribute) {
            out.append("&#").append(point).append(';');
          } else {
            out.append((char) point);
          }
        }
        default -> out.appendCodePoint(isAllowed(point) ? point : 0xFFFD);
      }
    }
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
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" is no name of an element or attribute");
    }
    return name;
  }

  /** A text or an element, ready to be written. */
  @FunctionalInterface
  private interface Content {
    void write(StringBuilder out);
  }
}
