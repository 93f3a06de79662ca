package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class VariantPicturesTest {

  private static final List<String> NAMES =
      List.of("box", "graph", "group", "elastic", "symmetric", "missing");

  @Test
  void picturesAreTheSameEachTimeAndStandAlone(@TempDir Path folder) throws IOException {
    VariantPictures.main(new String[] {folder.toString()});
    Map<String, String> again = VariantPictures.all();
    assertEquals(NAMES.size(), again.size());
    for (String name : NAMES) {
      String file = "variant-" + name + ".svg";
      String picture = Files.readString(folder.resolve(file));
      assertEquals(picture, again.get(file), file);
      int bytes = picture.getBytes(StandardCharsets.UTF_8).length;
      assertTrue(bytes < 150_000, file + " has " + bytes + " bytes");
      Document document = Markup.parse(picture);
      assertEquals("svg", document.getDocumentElement().getTagName());
      assertEquals("title", document.getDocumentElement().getFirstChild().getNodeName());
      assertFalse(picture.contains("var(--"), file + " needs a style sheet");
    }
  }
}
