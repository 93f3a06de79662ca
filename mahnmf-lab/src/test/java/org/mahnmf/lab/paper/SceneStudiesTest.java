package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.study.Curve;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;

/** The studies of scenes on small data that are made here, in the layout of the catalogue. */
class SceneStudiesTest {

  private static final int WIDTH = 40;
  private static final int HEIGHT = 30;
  private static final int FRAMES = 40;

  @TempDir private Path data;
  @TempDir private Path out;

  private StudyResult run(Study study) throws IOException {
    return StudyResult.run(
        study,
        new Study.Setting(data, 0, true, 1, List.of()),
        out,
        1,
        () -> false,
        (done, all, left) -> {});
  }

  private void write(String file, IntBinaryOperator grey) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        image.getRaster().setSample(x, y, 0, Math.min(255, grey.applyAsInt(x, y)));
      }
    }
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    ImageIO.write(image, "png", path.toFile());
  }

  @Test
  void everyMethodFindsABlockThatMovesOverAStillBackground() throws IOException {
    Draws noise = new Draws(3);
    for (int k = 0; k < FRAMES; k++) {
      int left = k - 4;
      String number = String.format(Locale.ROOT, "%06d", k + 1);
      write(
          "cdnet2014/highway/input/in" + number + ".png",
          (x, y) ->
              isBlock(x, y, left) ? 230 : 60 + 2 * x + y + (int) Math.round(noise.gaussian()));
      write(
          "cdnet2014/highway/groundtruth/gt" + number + ".png",
          (x, y) -> isBlock(x, y, left) ? 255 : 0);
    }
    StudyResult result = run(new BackgroundStudy());
    assertTrue(result.complete());
    assertEquals(1, result.data().skipped().size());
    assertEquals(4, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      assertTrue(row.values().get("best F").mean() > .9, row.toString());
      assertTrue(row.values().get("seconds").mean() > 0, row.toString());
    }
    assertTrue(result.study().remarks().get(0).contains("not counted"));
    BufferedImage picture = ImageIO.read(out.resolve("background-highway.png").toFile());
    assertEquals(7 * (WIDTH + 2) + 2, picture.getWidth());
    assertEquals(2 * (HEIGHT + 2) + 2, picture.getHeight());
  }

  private static boolean isBlock(int x, int y, int left) {
    return x >= left && x < left + 6 && y >= 8 && y < 18;
  }

  @Test
  void lightIsMoreEvenAfterwards() throws IOException {
    int azimuth = -60;
    for (int k = 0; k < 25; k++) {
      int angle = azimuth + 5 * k;
      String light =
          switch (k) {
            case 20 -> "P00A+000E+45";
            case 21 -> "P00A-035E+15";
            case 22 -> "P00A+060E+20";
            case 23 -> "P00A-070E+45";
            case 24 -> "P00A+095E+00";
            default -> String.format(Locale.ROOT, "P00A%+04dE+00", angle);
          };
      int shade = 3 * (k % 13);
      int brighter = k;
      write(
          "yaleb_192x168/yaleB01/yaleB01_" + light + ".png",
          (x, y) -> x >= shade && x < shade + 7 ? 5 : 80 + (3 * x * y) % 90 + brighter);
    }
    StudyResult result = run(new ShadowsStudy());
    assertEquals(3, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      Map<String, StudyResult.Summary> values = row.values();
      assertTrue(values.get("after").mean() > values.get("before").mean() + .1, row.toString());
    }
    assertTrue(Files.exists(out.resolve("shadows-01.png")));
  }

  @Test
  void everyWayFindsThreeColours() throws IOException {
    int[] colours = {0x3050D0, 0xD0B030, 0x208020};
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int p = 0; p < WIDTH * HEIGHT; p++) {
      image.setRGB(p % WIDTH, p / WIDTH, colours[segment(p % WIDTH, p / WIDTH)]);
    }
    Path images = Files.createDirectories(data.resolve("bsds500/images"));
    ImageIO.write(image, "jpg", images.resolve("7.jpg").toFile());
    write("bsds500/segments_png/7_1.png", (x, y) -> 1 + segment(x, y));
    write("bsds500/segments_png/7_2.png", (x, y) -> 1 + segment(x, y));
    StudyResult result = run(new SegmentationStudy());
    // Two affinities, three ways, the image and the mean over all images.
    assertEquals(12, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      if (row.group().get(0).equals("colour")) {
        assertTrue(row.values().get("best covering").mean() > .85, row.toString());
      }
    }
    assertTrue(Files.exists(out.resolve("segments-7.png")));
    assertTrue(Files.exists(out.resolve("affinity-7.png")));
  }

  private static int segment(int x, int y) {
    return y < 10 ? 0 : x < 22 ? 1 : 2;
  }

  @Test
  void everyLatentSpaceTellsClassesApartUnlessItsBallIsTight() throws IOException {
    Draws draws = new Draws(6);
    String folder = "multiview/corel5k_lear/corel5k_test_";
    int samples = 48;
    boolean[][] classes = new boolean[samples][2];
    for (int i = 0; i < samples; i++) {
      classes[i][0] = i % 2 == 0;
      classes[i][1] = i % 4 < 2;
    }
    Map<String, Integer> views = new LinkedHashMap<>();
    views.put("DenseSift", 12);
    views.put("Gist", 9);
    views.put("DenseHue", 6);
    for (Map.Entry<String, Integer> view : views.entrySet()) {
      DenseMatrix table = new DenseMatrix(samples, view.getValue());
      for (int i = 0; i < samples; i++) {
        for (int j = 0; j < table.columns(); j++) {
          double part = j % 3 == 2 ? .5 : classes[i][j % 3] ? 1 : 0;
          table.set(i, j, 100 * (part + .3 * draws.uniform()));
        }
      }
      write(folder + view.getKey() + ".mat", table);
    }
    DenseMatrix labels = new DenseMatrix(samples, 2);
    for (int i = 0; i < samples; i++) {
      labels.set(i, 0, classes[i][0] ? 1 : 0);
      labels.set(i, 1, classes[i][1] ? 1 : 0);
    }
    write(folder + "Label.mat", labels);
    StudyResult result = run(new MultiviewStudy());
    // 24 samples to learn from have no 40 dimensions; the views themselves have a row of their own.
    assertEquals(1 + 2 * 6, result.rows().size());
    Map<String, List<StudyResult.Row>> methods =
        result.rows().stream().collect(Collectors.groupingBy(row -> row.group().get(3)));
    for (String wide : List.of("features", "MahNMF-GS 100 %", "EucNMF-GS", "FLSS")) {
      for (StudyResult.Row row : methods.get(wide)) {
        assertTrue(value(row, "mAP") > .9, row.toString());
        assertTrue(value(row, "validated mAP") > .9, row.toString());
      }
    }
    // The classes need parts of 1, 1 and .5. A share of the start has less than that in all, and
    // codes are at most 1: then the part that fits most is one for all features, which tells the
    // members of some class from the others, but not one class from the other.
    for (int k = 0; k < 2; k++) {
      double all = value(methods.get("MahNMF-GS 100 %").get(k), "parts used");
      double some = value(methods.get("MahNMF-GS 10 %").get(k), "parts used");
      double few = value(methods.get("MahNMF-GS 1 %").get(k), "parts used");
      assertTrue(few <= .3 * all && some <= .7 * all, few + ", " + some + " and " + all);
    }
    assertEquals(1 + 2, result.panels().size());
    Curve level = result.panels().get(0).curves().get(0);
    assertEquals("features", level.label());
    assertArrayEquals(new double[] {10, 20}, level.x());
  }

  @Test
  void viewsComeToAScaleOfTheirOwn() {
    DenseMatrix view = DenseMatrix.ofRows(new double[][] {{1, 3}, {0, 0}, {9, 7}});
    assertArrayEquals(
        new double[] {1 / 9., 3 / 9., 0, 0, 1, 7 / 9.},
        ViewSet.Scaling.LARGEST.rule().apply(view).array(),
        1e-15);
    assertArrayEquals(
        new double[] {1 / 4., 3 / 4., 0, 0, 9 / 16., 7 / 16.},
        ViewSet.Scaling.SUM.rule().apply(view).array(),
        1e-15);
    assertArrayEquals(
        new double[] {.5, Math.sqrt(.75), 0, 0, .75, Math.sqrt(7) / 4},
        ViewSet.Scaling.ROOT.rule().apply(view).array(),
        1e-15);
  }

  private static double value(StudyResult.Row row, String name) {
    return row.values().get(name).mean();
  }

  private void write(String file, DenseMatrix table) throws IOException {
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    Tables.write(path, new Table(table, List.of(), List.of()));
  }

  @Test
  void correlationsByHand() {
    assertEquals(
        -1, ShadowsStudy.correlation(new double[] {1, 2, 3}, new double[] {6, 4, 2}), 1e-15);
    assertEquals(
        .5, ShadowsStudy.correlation(new double[] {1, 2, 3}, new double[] {1, 3, 2}), 1e-15);
    assertEquals(0, ShadowsStudy.correlation(new double[2], new double[] {1, 2}));
  }
}
