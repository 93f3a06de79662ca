package org.mahnmf.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
  private final HtmlElement footer = HtmlElement.of("footer");
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

  /**
   * Adds an element above the sections.
   *
   * @param element any
   */
  public HtmlPage add(HtmlElement element) {
    header.add(element);
    return this;
  }

  /**
   * Starts a section and lists it in the contents.
   *
   * @param heading of the section
   * @return where its content goes
   */
  public HtmlElement section(String heading) {
    sections++;
    String id = "s" + sections;
    contents.add(
        HtmlElement.of("li").add(HtmlElement.of("a", heading).attribute("href", "#" + id)));
    HtmlElement section =
        main.child("section").attribute("id", id).attribute("aria-labelledby", id + "h");
    section.add(HtmlElement.of("h2", heading).attribute("id", id + "h"));
    return section;
  }

  /**
   * Sets the line at the end.
   *
   * @param text such as the program that wrote the page
   */
  public HtmlPage footer(String text) {
    footer.add(HtmlElement.of("p", text));
    return this;
  }

  /** Adds a script that belongs to this package. */
  public HtmlPage script(String resource) {
    script = resource(resource);
    return this;
  }

  /** Returns the page. */
  public String render() {
    HtmlElement head = HtmlElement.of("head");
    head.add(
        HtmlElement.of("meta").attribute("charset", "utf-8"),
        HtmlElement.of("meta")
            .attribute("http-equiv", "Content-Security-Policy")
            .attribute("content", POLICY),
        HtmlElement.of("meta")
            .attribute("name", "viewport")
            .attribute("content", "width=device-width, initial-scale=1"),
        HtmlElement.of("meta").attribute("name", "color-scheme").attribute("content", "light dark"),
        HtmlElement.of("title", title),
        HtmlElement.of("style").verbatim(resource("page.css")));
    HtmlElement body = HtmlElement.of("body").add(header);
    if (sections > 2) {
      body.add(HtmlElement.of("nav").attribute("aria-label", "Contents").add(contents));
    }
    body.add(main);
    if (!footer.isEmpty()) {
      body.add(footer);
    }
    if (!script.isEmpty()) {
      body.add(HtmlElement.of("script").verbatim(script));
    }
    return "<!DOCTYPE html>\n"
        + HtmlElement.of("html").attribute("lang", "en").add(head, body).render()
        + "\n";
  }

  /**
   * Writes the page.
   *
   * @param file where to; its folder is created if it does not exist
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, render());
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
