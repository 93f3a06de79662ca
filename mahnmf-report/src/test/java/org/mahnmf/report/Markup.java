package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Judges pages. */
public final class Markup {

  private Markup() {}

  public static Document parse(String markup) {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
      return builder.parse(new InputSource(new StringReader(markup)));
    } catch (Exception e) {
      throw new AssertionError("the markup is not well-formed: " + e.getMessage(), e);
    }
  }

  /** Checks what every page must be, and returns it parsed. */
  static Document checkedPage(String page) {
    Document document = parse(page);
    assertTrue(page.startsWith("<!DOCTYPE html>"));
    assertEquals("en", document.getDocumentElement().getAttribute("lang"));
    assertFalse(page.contains("http://"), "a page must not point to the network");
    assertFalse(page.contains("https://"), "a page must not point to the network");
    assertTrue(page.length() < 3_000_000, "the page has " + page.length() + " characters");

    List<Element> all = elements(document, "*");
    int level = 0;
    Set<String> ids = new HashSet<>();
    for (Element element : all) {
      String name = element.getTagName();
      if (name.matches("h[1-6]")) {
        int next = name.charAt(1) - '0';
        assertTrue(next <= level + 1, "a heading is left out before " + element.getTextContent());
        level = next;
      }
      String id = element.getAttribute("id");
      assertTrue(id.isEmpty() || ids.add(id), "the id " + id + " is there twice");
    }
    for (Element picture : elements(document, "img")) {
      assertFalse(picture.getAttribute("alt").isEmpty(), "a picture has no alternative text");
      assertTrue(picture.getAttribute("src").startsWith("data:image/"));
    }
    for (Element drawing : elements(document, "svg")) {
      assertFalse(drawing.getAttribute("aria-label").isEmpty());
      assertEquals("title", drawing.getFirstChild().getNodeName());
    }
    for (Element table : elements(document, "table")) {
      assertEquals("caption", table.getFirstChild().getNodeName().trim());
    }
    for (Element head : elements(document, "th")) {
      assertFalse(head.getAttribute("scope").isEmpty());
    }
    for (Element link : elements(document, "a")) {
      assertTrue(ids.contains(link.getAttribute("href").substring(1)));
    }
    return document;
  }

  public static List<Element> elements(Document document, String name) {
    NodeList nodes = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int k = 0; k < nodes.getLength(); k++) {
      elements.add((Element) nodes.item(k));
    }
    return elements;
  }

  public static String text(Document document, String name) {
    return elements(document, name).get(0).getTextContent();
  }
}
