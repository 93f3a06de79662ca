package org.mahnmf.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * One HTML file that needs nothing else: styles, drawings, pictures and scripts are inside, and its
 * content policy forbids the browser to ask the network for anything.
 */
public final class HtmlPage {

  private static final String POLICY =
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

  private final String title;
  private final HtmlElement header = HtmlElement.of("header");
  private final HtmlElement contents = HtmlElement.of("ul");
  private final HtmlElement main = HtmlElement.of("main");
  private HtmlElement cards;
  private String footer = "";
  private String script = "";
  private int sections;

  /**
   * Starts a page.
   *
   * @param kind of page, in small letters above the heading
   * @param title heading, and title of the window
   * @param lead the one sentence to read if no other
   */
  public HtmlPage(String kind, String title, String lead) {
    this.title = title;
    header.add(
        HtmlElement.of("p", kind).styled("kind"),
        HtmlElement.of("h1", title),
        HtmlElement.of("p", lead).styled("lead"));
  }

  /** Adds a paragraph above the sections that warns. */
  public void note(String text) {
    header.add(HtmlElement.of("p", text).styled("note"));
  }

  /** Adds a card above the sections: a name, a number, and a remark, which may be empty. */
  public HtmlPage card(String name, String value, String remark) {
    return card(name, value, remark, "card");
  }

  /** Adds a card with a word, in the given style. */
  public HtmlPage card(String name, String value, String remark, String style) {
    if (cards == null) {
      cards = header.child("dl").styled("cards");
    }
    HtmlElement card = cards.child("div").styled(style);
    card.add(HtmlElement.of("dt", name), HtmlElement.of("dd", value));
    if (!remark.isEmpty()) {
      card.add(HtmlElement.of("dd", remark).styled("remark"));
    }
    return this;
  }

  /** Starts a section, lists it in the contents, and returns where its content goes. */
  public HtmlElement section(String heading) {
    sections++;
    String id = "s" + sections;
    contents.child("li").add(HtmlElement.of("a", heading).attributes("href", "#" + id));
    return main.child("section")
        .attributes("id", id, "aria-labelledby", id + "h")
        .add(HtmlElement.of("h2", heading).attributes("id", id + "h"));
  }

  /** Sets the line at the end, such as the program that wrote the page. */
  public HtmlPage footer(String text) {
    footer = text;
    return this;
  }

  /** Adds a script that belongs to this package. */
  public HtmlPage script(String resource) {
    script = resource(resource);
    return this;
  }

  public String render() {
    HtmlElement html = HtmlElement.of("html").attributes("lang", "en");
    HtmlElement head = html.child("head");
    head.child("meta").attributes("charset", "utf-8");
    head.child("meta").attributes("http-equiv", "Content-Security-Policy", "content", POLICY);
    head.child("meta")
        .attributes("name", "viewport", "content", "width=device-width, initial-scale=1");
    head.child("meta").attributes("name", "color-scheme", "content", "light dark");
    head.add(HtmlElement.of("title", title));
    head.child("style").verbatim(resource("page.css"));
    HtmlElement body = html.child("body").add(header);
    if (sections > 2) {
      body.child("nav").attributes("aria-label", "Contents").add(contents);
    }
    body.add(main);
    if (!footer.isEmpty()) {
      body.child("footer").paragraph(footer);
    }
    if (!script.isEmpty()) {
      body.child("script").verbatim(script);
    }
    return "<!DOCTYPE html>\n" + html.render() + "\n";
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing beside HtmlPage");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + name + " cannot be read", e);
    }
  }
}
