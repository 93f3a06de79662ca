import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes docs/dependencies.md from the CycloneDX list of the build:
 *
 * <pre>
 * mvn -q -Psbom -Dmahnmf.build=launcher package
 * java config/DependencyList.java target/launcher/bom.xml docs/dependencies.md
 * </pre>
 *
 * <p>Only the table between the two marks is replaced; the text around it is written by hand.
 */
final class DependencyList {

  private static final String BEGIN = "<!-- begin of the generated table -->";
  private static final String END = "<!-- end of the generated table -->";

  /** Names of licences by which libraries call the same thing. */
  private static final Map<String, String> SHORT =
      Map.of(
          "Apache License, Version 2.0", "Apache-2.0",
          "The Apache License, Version 2.0", "Apache-2.0",
          "The Apache Software License, Version 2.0", "Apache-2.0",
          "MIT License", "MIT",
          "The MIT License", "MIT",
          "The BSD License", "BSD-3-Clause",
          "BSD-3-Clause License", "BSD-3-Clause");

  private DependencyList() {}

  public static void main(String[] args) throws Exception {
    Map<String, String> rows = rows(Path.of(args[0]));
    Path page = Path.of(args[1]);
    String old = Files.readString(page);
    int from = old.indexOf(BEGIN);
    int to = old.indexOf(END);
    if (from < 0 || to < from) {
      throw new IOException(page + " has no marks " + BEGIN + " and " + END);
    }
    StringBuilder table = new StringBuilder(BEGIN).append("\n\n");
    table.append("| library | version | licence |\n|---|---|---|\n");
    rows.values().forEach(row -> table.append(row).append('\n'));
    Files.writeString(page, old.substring(0, from) + table + "\n" + old.substring(to));
  }

  private static Map<String, String> rows(Path bom) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document document = factory.newDocumentBuilder().parse(bom.toFile());
    Map<String, String> rows = new TreeMap<>();
    for (Element component : children(child(document.getDocumentElement(), "components"))) {
      String group = child(component, "group").getTextContent();
      if (group.equals("org.mahnmf")) {
        continue;
      }
      String name = group + ":" + child(component, "name").getTextContent();
      List<String> licences = new ArrayList<>();
      Element all = child(component, "licenses");
      for (Element licence : all == null ? List.<Element>of() : children(all)) {
        licences.add(licence(licence));
      }
      if (licences.isEmpty()) {
        throw new IOException(name + " names no licence");
      }
      String version = child(component, "version").getTextContent();
      rows.put(
          name, "| `" + name + "` | " + version + " | " + String.join(" or ", licences) + " |");
    }
    return rows;
  }

  private static String licence(Element licence) {
    if (licence.getTagName().equals("expression")) {
      return licence.getTextContent();
    }
    Element id = child(licence, "id");
    String text = (id == null ? child(licence, "name") : id).getTextContent().strip();
    return SHORT.getOrDefault(text, text);
  }

  private static List<Element> children(Element parent) {
    List<Element> elements = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static Element child(Element parent, String name) {
    for (Element element : children(parent)) {
      if (element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }
}
