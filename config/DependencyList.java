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
 * Writes the tables of docs/dependencies.md from the CycloneDX lists of the build:
 *
 * <pre>
 * mvn -q -Psbom -Dmahnmf.build=launcher package
 * java config/DependencyList.java docs/dependencies.md
 * </pre>
 *
 * <p>The first table is what the program and its video module consist of, the second what Spark
 * brings besides. Only what is between the marks is replaced; the text around is written by hand.
 */
final class DependencyList {

  private static final String BEGIN = "<!-- begin of the generated %s -->";
  private static final String END = "<!-- end of the generated %s -->";

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
    Map<String, String> program = licences("cli");
    program.putAll(licences("video"));
    StringBuilder table = new StringBuilder("| library | version | licence |\n|---|---|---|\n");
    program.forEach(
        (library, licence) -> {
          int version = library.lastIndexOf(':');
          table.append("| `").append(library, 0, version).append("` | ");
          table.append(library.substring(version + 1)).append(" | ").append(licence).append(" |\n");
        });
    Map<String, List<String>> byLicence = new TreeMap<>();
    licences("spark")
        .forEach(
            (library, licence) -> {
              if (!program.containsKey(library)) {
                String name = library.substring(library.indexOf(':') + 1).replace(':', ' ');
                byLicence.computeIfAbsent(licence, key -> new ArrayList<>()).add(name);
              }
            });
    StringBuilder spark = new StringBuilder("| licence | number | libraries |\n|---|---|---|\n");
    byLicence.forEach(
        (licence, names) ->
            spark
                .append("| " + licence + " | " + names.size() + " | ")
                .append(String.join(", ", names) + " |\n"));
    Path page = Path.of(args[0]);
    String text = Files.readString(page);
    text = replaced(text, "table", table);
    Files.writeString(page, replaced(text, "table of Spark", spark));
  }

  private static String replaced(String page, String what, CharSequence table) throws IOException {
    String begin = BEGIN.formatted(what);
    int from = page.indexOf(begin);
    int to = page.indexOf(END.formatted(what));
    if (from < 0 || to < from) {
      throw new IOException("the page has no marks " + begin + " and " + END.formatted(what));
    }
    return page.substring(0, from) + begin + "\n\n" + table + "\n" + page.substring(to);
  }

  /** Licences by library and version, of what a module needs. */
  private static Map<String, String> licences(String module) throws Exception {
    Path bom = Path.of("mahnmf-" + module, "target", "launcher", "bom.xml");
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Document document = factory.newDocumentBuilder().parse(bom.toFile());
    Map<String, String> found = new TreeMap<>();
    for (Element component : children(child(document.getDocumentElement(), "components"))) {
      String group = child(component, "group").getTextContent();
      if (group.equals("org.mahnmf")) {
        continue;
      }
      List<String> licences = new ArrayList<>();
      Element all = child(component, "licenses");
      for (Element licence : all == null ? List.<Element>of() : children(all)) {
        licences.add(licence(licence));
      }
      String name = group + ":" + child(component, "name").getTextContent();
      String version = child(component, "version").getTextContent();
      found.put(
          name + ":" + version,
          licences.isEmpty() ? "not named by the library" : String.join(" or ", licences));
    }
    return found;
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
