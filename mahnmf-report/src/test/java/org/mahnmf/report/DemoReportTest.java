package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.w3c.dom.Document;

class DemoReportTest {

  @Test
  void showsFramesScoresAndAPlayer() {
    Clip clip = Samples.clip(48, 36, 30);
    String page = Samples.demo(clip).render();
    Document document = Markup.checkedPage(page);
    assertEquals("Lamp & <ball>", Markup.text(document, "h1"));
    assertEquals(5 * 5 + 3, Markup.elements(document, "img").size());
    assertEquals("29", Markup.elements(document, "input").get(0).getAttribute("max"));
    assertEquals("button", Markup.elements(document, "button").get(0).getAttribute("type"));
    assertEquals(1, Markup.elements(document, "script").size());
    assertTrue(page.contains("Median &lt;frame&gt;"));
    assertTrue(page.contains("<tr class=\"best\"><th scope=\"row\">MahNMF"));
    assertEquals(page, Samples.demo(clip).render());
  }

  @Test
  void leavesOutTruthThatNobodyKnows() {
    Clip seen = Samples.clip(16, 12, 3);
    DenseMatrix unknown = new DenseMatrix(3, 16 * 12);
    Arrays.fill(unknown.array(), Double.NaN);
    Clip clip = new Clip("x", 16, 12, seen.frames(), seen.background(), seen.found(), unknown);
    DemoReport report =
        new DemoReport(
            clip, new DenseMatrix(40, 16 * 12), List.of(), Samples.record(3, 192, 40, 0, 0, false));
    String page = report.render();
    Markup.checkedPage(page);
    assertFalse(page.contains("Truth"));
    assertFalse(page.contains("How well"));
    assertTrue(page.contains("These are the first 24 of 40."));
  }

  @Test
  void staysSmallForLongNoisyClips() {
    int count = 100;
    int width = 120;
    int height = 90;
    Random random = new Random(3);
    DenseMatrix noise = new DenseMatrix(count, width * height);
    DenseMatrix masks = new DenseMatrix(count, width * height);
    for (int k = 0; k < noise.array().length; k++) {
      noise.array()[k] = random.nextInt(256);
      masks.array()[k] = random.nextInt(2);
    }
    Clip clip = new Clip("noise", width, height, noise, masks, masks, masks);
    Markup.checkedPage(Samples.demo(clip).render());
  }

  @Test
  void showsASingleFrameOfASinglePixel() {
    DenseMatrix one = new DenseMatrix(1, 1);
    DemoReport report =
        new DemoReport(
            new Clip("dot", 1, 1, one, one, one, one),
            one,
            List.of(new MethodScore("m", Double.NaN, 0, Double.NaN, Double.NaN)),
            Samples.record(1, 1, 1, 0, 0, false));
    Markup.checkedPage(report.render());
  }

  @Test
  void refusesWrongSizes() {
    DenseMatrix four = new DenseMatrix(2, 4);
    DenseMatrix other = new DenseMatrix(3, 4);
    assertThrows(IllegalArgumentException.class, () -> new Clip("x", 3, 2, four, four, four, four));
    assertThrows(
        IllegalArgumentException.class, () -> new Clip("x", 2, 2, four, four, other, four));
    DenseMatrix none = new DenseMatrix(0, 4);
    assertThrows(IllegalArgumentException.class, () -> new Clip("x", 2, 2, none, none, none, none));
  }
}
