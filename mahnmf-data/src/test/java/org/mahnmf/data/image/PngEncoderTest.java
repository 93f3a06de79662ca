package org.mahnmf.data.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PngEncoderTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_USHORT_GRAY,
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_3BYTE_BGR
      })
  void theJdkReadsTheSameSamples(int type) throws IOException {
    BufferedImage image = new BufferedImage(7, 5, type);
    int bands = image.getRaster().getNumBands();
    int most = type == BufferedImage.TYPE_USHORT_GRAY ? 65536 : 256;
    int[] samples = new Random(3).ints(7L * 5 * bands, 0, most).toArray();
    image.getRaster().setPixels(0, 0, 7, 5, samples);
    BufferedImage found = ImageIO.read(new ByteArrayInputStream(PngEncoder.encode(image)));
    assertEquals(bands, found.getRaster().getNumBands());
    assertArrayEquals(samples, found.getRaster().getPixels(0, 0, 7, 5, (int[]) null));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 256})
  void aPaletteKeepsItsColoursAndOpacities(int colours) throws IOException {
    int[] palette = new Random(4).ints(colours).toArray();
    byte[] places = new byte[40 * 9];
    for (int k = 0; k < places.length; k++) {
      places[k] = (byte) (k % colours);
    }
    byte[] png = PngEncoder.encode(40, 9, palette, places);
    BufferedImage found = ImageIO.read(new ByteArrayInputStream(png));
    for (int k = 0; k < places.length; k++) {
      assertEquals(palette[places[k] & 0xFF], found.getRGB(k % 40, k / 40));
    }
  }
}
