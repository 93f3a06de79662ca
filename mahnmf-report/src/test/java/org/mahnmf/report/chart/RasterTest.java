package org.mahnmf.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mahnmf.report.html.ColourMap;

class RasterTest {

  @ParameterizedTest
  @EnumSource
  void aPngHasTheColoursOfThePalette(ColourMap colours) throws IOException {
    int width = 301;
    int height = 2;
    Raster raster = new Raster(width, height, colours);
    for (int x = 0; x < width; x++) {
      raster.fill(x, 0, 1, 1, x, 0, width - 1);
    }
    raster.fill(0, 1, width, 1, Double.NaN, 0, 1);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(raster.png()));
    assertEquals(width, image.getWidth());
    assertEquals(height, image.getHeight());
    int[] palette = colours.palette();
    for (int x = 0; x < width; x++) {
      assertEquals(palette[colours.level(x, 0, width - 1) & 0xFF], image.getRGB(x, 0));
      assertEquals(palette[ColourMap.hatch(x, 1) & 0xFF], image.getRGB(x, 1));
    }
  }
}
