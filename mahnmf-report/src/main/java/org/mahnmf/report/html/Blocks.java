package org.mahnmf.report.html;

import java.util.List;
import java.util.Map;

/** Pieces that pages share: cards, tables, paragraphs and figures. */
public final class Blocks {

  private Blocks() {}

  /** Starts a list of cards. */
  public static HtmlElement cards() {
    return HtmlElement.of("dl").styled("cards");
  }

  /** Adds a card: a name, a number or word, and a remark, which may be empty. */
  public static void card(
      HtmlElement cards, String name, String value, String remark, String style) {
    HtmlElement card = cards.child("div").styled("card" + style);
    card.add(HtmlElement.of("dt", name), HtmlElement.of("dd", value));
    if (!remark.isEmpty()) {
      card.add(HtmlElement.of("dd", remark).styled("remark"));
    }
  }

  /**
   * Adds a table that scrolls by itself where the window is narrow.
   *
   * @param parent gets the table
   * @param caption of the table
   * @param heads of the columns; one that begins with # is over numbers
   * @param style names of styles, or nothing
   * @return the table's body, for rows
   */
  public static HtmlElement table(
      HtmlElement parent, String caption, List<String> heads, String style) {
    HtmlElement table =
        parent
            .child("div")
            .styled("scroll")
            .attribute("tabindex", "0")
            .attribute("role", "region")
            .attribute("aria-label", caption)
            .child("table");
    if (!style.isEmpty()) {
      table.styled(style);
    }
    table.add(HtmlElement.of("caption", caption));
    HtmlElement line = table.child("thead").child("tr");
    for (String head : heads) {
      boolean number = head.startsWith("#");
      HtmlElement cell = line.child("th").attribute("scope", "col");
      cell.text(number ? head.substring(1) : head);
      if (number) {
        cell.styled("number");
      }
    }
    return table.child("tbody");
  }

  /**
   * Returns a cell with a number in a table.
   *
   * @param text the number
   */
  public static HtmlElement numberCell(String text) {
    return HtmlElement.of("td", text).styled("number");
  }

  /**
   * Returns the first cell of a row.
   *
   * @param text the name of the row
   */
  public static HtmlElement rowHead(String text) {
    return HtmlElement.of("th", text).attribute("scope", "row");
  }

  /**
   * Returns a paragraph.
   *
   * @param text of it
   */
  public static HtmlElement paragraph(String text) {
    return HtmlElement.of("p", text);
  }

  /**
   * Returns a paragraph that warns.
   *
   * @param text of it
   */
  public static HtmlElement note(String text) {
    return HtmlElement.of("p", text).styled("note");
  }

  /**
   * Adds a table of names and values.
   *
   * @param section gets the table
   * @param caption of the table
   * @param values by name
   */
  public static void record(HtmlElement section, String caption, Map<String, String> values) {
    HtmlElement body = table(section, caption, List.of("Name", "Value"), "record");
    values.forEach(
        (name, value) -> body.child("tr").add(rowHead(name), HtmlElement.of("td", value)));
  }

  /**
   * Returns a figure that scrolls by itself where the window is narrow, also by keys.
   *
   * @param drawing in it
   */
  public static HtmlElement figure(HtmlElement drawing) {
    return HtmlElement.of("figure").attribute("tabindex", "0").add(drawing);
  }
}
