package org.mahnmf.report.html;

import java.util.Map;

/** A table that scrolls by itself where the window is narrow. */
public final class HtmlTable {

  private final String[] heads;
  private final HtmlElement body;

  /**
   * Adds a table.
   *
   * @param style names of styles, or nothing
   * @param heads of the columns; one that begins with # is over numbers
   */
  public HtmlTable(HtmlElement parent, String caption, String style, String... heads) {
    this.heads = heads;
    HtmlElement table =
        parent
            .child("div")
            .styled("scroll")
            .attributes("tabindex", "0", "role", "region", "aria-label", caption)
            .child("table");
    if (!style.isEmpty()) {
      table.styled(style);
    }
    table.add(HtmlElement.of("caption", caption));
    HtmlElement line = table.child("thead").child("tr");
    for (String head : heads) {
      HtmlElement cell = line.child("th").attributes("scope", "col");
      cell.text(head.startsWith("#") ? head.substring(1) : head);
      if (head.startsWith("#")) {
        cell.styled("number");
      }
    }
    this.body = table.child("tbody");
  }

  public static void record(HtmlElement parent, String caption, Map<String, String> values) {
    HtmlTable table = new HtmlTable(parent, caption, "record", "Name", "Value");
    values.forEach(table::row);
  }

  /**
   * Adds a row.
   *
   * @param cells texts, of which the first that is no number names the row, or elements
   */
  public HtmlElement row(Object... cells) {
    HtmlElement row = body.child("tr");
    boolean named = false;
    for (int k = 0; k < cells.length; k++) {
      boolean number = heads[k].startsWith("#");
      if (cells[k] instanceof HtmlElement element) {
        row.add(element);
      } else if (number) {
        row.add(number((String) cells[k], ""));
      } else {
        HtmlElement cell = HtmlElement.of(named ? "td" : "th", (String) cells[k]);
        row.add(named ? cell : cell.attributes("scope", "row"));
      }
      named |= !number;
    }
    return row;
  }

  /** Returns a cell with a number, in one more style. */
  public static HtmlElement number(String text, String style) {
    return HtmlElement.of("td", text).styled(style.isEmpty() ? "number" : "number " + style);
  }
}
