package org.mahnmf.report.chart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.Markup;
import org.mahnmf.report.html.ColourMap;

class PicturesTest {

  private static BufferedImage decode(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  @Test
  void enlargesSmallMatrices() throws IOException {
    DenseMatrix matrix = DenseMatrix.ofRows(new double[][] {{-1, 0}, {1, Double.NaN}});
    Heatmap map = Heatmap.signed(matrix, 900, 600);
    BufferedImage image = decode(map.raster().png());
    assertEquals(88, image.getWidth());
    assertEquals(88, image.getHeight());
    assertEquals(0xFF2F6FDB, image.getRGB(3, 3));
    assertEquals(0, image.getRGB(60, 3) >>> 24, "zero shows the page");
    assertEquals(0xFFD9332C, image.getRGB(3, 60));
    assertTrue(map.hasMissing());
    assertFalse(map.isReduced());
    int stripes = 0;
    for (int x = 44; x < 88; x++) {
      stripes += image.getRGB(x, 60) == image.getRGB(x, 62) ? 0 : 1;
    }
    assertTrue(stripes > 5, "a missing entry is hatched");
  }

  @Test
  void reducesLargeMatrices() throws IOException {
    DenseMatrix matrix = new DenseMatrix(5000, 2000);
    matrix.set(4321, 1234, -7);
    Heatmap map = Heatmap.signed(matrix, 900, 600);
    assertTrue(map.isReduced());
    BufferedImage image = decode(map.raster().png());
    assertEquals(900, image.getWidth());
    assertEquals(600, image.getHeight());
    int blue = 0;
    for (int y = 0; y < 600; y++) {
      for (int x = 0; x < 900; x++) {
        blue += image.getRGB(x, y) == 0xFF2F6FDB ? 1 : 0;
      }
    }
    assertEquals(1, blue, "no outlier is lost");
    assertEquals(
        2.5,
        Raster.reduce(DenseMatrix.ofRows(new double[][] {{1, 2}, {3, 4}}), 1, 1, false).get(0, 0));
  }

  @Test
  void clipsColoursAtThePercentile() {
    DenseMatrix matrix = new DenseMatrix(20, 100);
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = k % 10;
    }
    assertFalse(Heatmap.sequential(matrix, 900, 600).isClipped());
    matrix.set(3, 3, 1000);
    Heatmap map = Heatmap.sequential(matrix, 900, 600);
    assertTrue(map.isClipped());
    assertTrue(map.toSvg("x").render().contains("≥ 9, the 99.5th percentile"));
  }

  @Test
  void namesAreEscapedAndCounted() {
    DenseMatrix matrix = DenseMatrix.ofRows(new double[][] {{1, 2}});
    Heatmap map =
        Heatmap.sequential(matrix, 400, 100)
            .names(List.of("<r>"), List.of("<script>", "a&b"))
            .mark(0, 1, "1", "<mark>");
    String svg = map.toSvg("<name>").render();
    Markup.parse(svg);
    assertFalse(svg.contains("<script>"));
    assertThrows(IllegalArgumentException.class, () -> map.names(List.of("a", "b"), List.of()));
    assertThrows(IllegalArgumentException.class, () -> Heatmap.signed(new DenseMatrix(0, 3), 9, 9));
  }

  @Test
  void survivesConstantAndMissing() {
    for (double value : new double[] {0, 3, -3, Double.NaN, 1e-300, 1e300}) {
      DenseMatrix matrix = new DenseMatrix(3, 4);
      Arrays.fill(matrix.array(), value);
      Markup.parse(Heatmap.signed(matrix, 100, 100).toSvg("x").render());
      Markup.parse(Heatmap.sequential(matrix, 100, 100).toSvg("x").render());
      PictureShape shape = new PictureShape(2, 2, 1, 255);
      List<String> names = List.of("a", "b", "c");
      Markup.parse(Pictures.strip(PictureView.stretched("x", matrix, shape), names).render());
      Markup.parse(Pictures.strip(PictureView.signed("x", matrix, shape), names).render());
    }
  }

  @Test
  void stripShowsPixelsInTheirPlaces() throws IOException {
    DenseMatrix rows = DenseMatrix.ofRows(new double[][] {{0, 255, 51, 255, 255, 255}});
    PictureView view = PictureView.photo("x", rows, new PictureShape(3, 2, 1, 255));
    String html = Pictures.strip(view, List.of("<one>")).render();
    assertTrue(html.contains("&lt;one&gt;"));
    String data = html.replaceAll("(?s).*base64,([^\"]*)\".*", "$1");
    BufferedImage image = decode(Base64.getDecoder().decode(data));
    assertArrayEquals(new int[] {3, 2}, new int[] {image.getWidth(), image.getHeight()});
    assertEquals(0xFF000000, image.getRGB(0, 0));
    assertEquals(0xFFFFFFFF, image.getRGB(1, 0));
    assertEquals(51, image.getRGB(2, 0) & 0xFF, 1);
    PictureShape wrong = new PictureShape(4, 2, 1, 255);
    assertThrows(IllegalArgumentException.class, () -> PictureView.photo("x", rows, wrong));
  }

  @Test
  void coloursAreEvenAndSymmetric() {
    int[] palette = ColourMap.SIGNED.palette();
    int middle = (ColourMap.LEVELS - 1) / 2;
    assertEquals(0, palette[middle] >>> 24);
    for (int k = 1; k <= middle; k++) {
      assertEquals(palette[middle - k] >>> 24, palette[middle + k] >>> 24);
    }
    double before = -1;
    for (int k = 0; k < ColourMap.LEVELS; k++) {
      int colour = ColourMap.SEQUENTIAL.palette()[k];
      double luminance =
          0.2126 * (colour >> 16 & 0xFF) + 0.7152 * (colour >> 8 & 0xFF) + 0.0722 * (colour & 0xFF);
      assertTrue(luminance >= before - 0.6, "level " + k + " is darker than the one before");
      before = luminance;
    }
  }
}
