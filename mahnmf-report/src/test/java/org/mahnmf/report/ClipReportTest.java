package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.chart.Clip;
import org.w3c.dom.Document;

class ClipReportTest {

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
    Clip clip =
        new Clip(
            "x",
            seen.shape(),
            List.of("<one>", "two", "three"),
            seen.frames(),
            seen.background(),
            seen.found(),
            Optional.empty());
    ClipReport report =
        new ClipReport(
            clip, new DenseMatrix(40, 16 * 12), List.of(), Samples.record(3, 192, 40, 0, 0, false));
    String page = report.render();
    Markup.checkedPage(page);
    assertFalse(page.contains("Truth"));
    assertFalse(page.contains("How well"));
    assertTrue(page.contains("These are the first 24 of 40."));
    assertTrue(page.contains("Residual of &lt;one&gt;"));
  }

  @Test
  void showsFramesWithTruthFirst() {
    Clip seen = Samples.clip(16, 12, 12);
    DenseMatrix truth = new DenseMatrix(12, 16 * 12);
    Arrays.fill(truth.array(), Double.NaN);
    truth.set(7, 3, 1);
    Clip clip =
        new Clip(
            "x",
            seen.shape(),
            List.of(),
            seen.frames(),
            seen.background(),
            seen.found(),
            Optional.of(truth));
    Document document = Markup.checkedPage(Samples.demo(clip).render());
    List<String> shown =
        Markup.elements(document, "img").stream()
            .map(image -> image.getAttribute("alt"))
            .filter(words -> words.startsWith("Truth"))
            .toList();
    assertEquals(List.of("Truth of 8"), shown);
  }

  @Test
  void showsColours() {
    PictureShape shape = new PictureShape(8, 6, 3, 1);
    DenseMatrix frames = new DenseMatrix(4, shape.length());
    Arrays.setAll(frames.array(), k -> k % 3 == 0 ? 1 : .25);
    Clip clip =
        new Clip(
            "red",
            shape,
            List.of(),
            frames,
            frames,
            new DenseMatrix(4, shape.pixels()),
            Optional.empty());
    ClipReport report =
        new ClipReport(clip, frames, List.of(), Samples.record(4, 144, 4, 0, 0, false));
    Document document = Markup.checkedPage(report.render());
    BufferedImage red = image(Markup.elements(document, "img").get(0).getAttribute("src"));
    assertEquals(0xFFFF4040, red.getRGB(3, 3), "red, and exact because it is small");
    BufferedImage part = image(Markup.elements(document, "img").get(16).getAttribute("src"));
    assertEquals(0xFFFF0000, part.getRGB(3, 3), "a part is stretched, all channels alike");
  }

  private static BufferedImage image(String uri) {
    byte[] bytes = Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1));
    try {
      return ImageIO.read(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void staysSmallForLongNoisyClips() {
    PictureShape shape = new PictureShape(120, 90, 3, 255);
    int count = 100;
    Random random = new Random(3);
    DenseMatrix noise = new DenseMatrix(count, shape.length());
    DenseMatrix masks = new DenseMatrix(count, shape.pixels());
    Arrays.setAll(noise.array(), k -> random.nextInt(256));
    Arrays.setAll(masks.array(), k -> random.nextInt(2));
    Clip clip = new Clip("noise", shape, List.of(), noise, noise, masks, Optional.of(masks));
    Markup.checkedPage(
        new ClipReport(clip, noise, List.of(), Samples.record(count, 9, 1, 0, 0, false)).render());
  }

  @Test
  void showsASingleFrameOfASinglePixel() {
    DenseMatrix one = new DenseMatrix(1, 1);
    ClipReport report =
        new ClipReport(
            clip(1, 1, one, one, one),
            one,
            List.of(new MethodScore("m", Double.NaN, 0, Double.NaN, Double.NaN)),
            Samples.record(1, 1, 1, 0, 0, false));
    Markup.checkedPage(report.render());
  }

  private static Clip clip(
      int width, int height, DenseMatrix frames, DenseMatrix found, DenseMatrix truth) {
    return new Clip(
        "x",
        new PictureShape(width, height, 1, 255),
        List.of(),
        frames,
        frames,
        found,
        Optional.of(truth));
  }

  @Test
  void refusesWrongSizes() {
    DenseMatrix four = new DenseMatrix(2, 4);
    DenseMatrix other = new DenseMatrix(3, 4);
    DenseMatrix none = new DenseMatrix(0, 4);
    assertThrows(IllegalArgumentException.class, () -> clip(3, 2, four, four, four));
    assertThrows(IllegalArgumentException.class, () -> clip(2, 2, four, other, four));
    assertThrows(IllegalArgumentException.class, () -> clip(2, 2, none, none, none));
  }
}
