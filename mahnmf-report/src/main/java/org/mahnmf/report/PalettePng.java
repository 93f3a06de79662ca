package org.mahnmf.report;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a picture of palette places as PNG. The JDK can do that too, but it starts its whole
 * library for pictures first, which takes longer than the rest of a small report.
 *
 * @see <a href="https://www.w3.org/TR/png-3/">The format</a>
 */
final class PalettePng {

  private static final byte[] MAGIC = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte BITS = 8;
  private static final byte INDEXED = 3;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private PalettePng() {}

  /**
   * Returns the file.
   *
   * @param width of the picture
   * @param height of the picture
   * @param palette colours, opacity first
   * @param places in the palette, row by row; <em>not modified</em>
   */
  static byte[] of(int width, int height, int[] palette, byte[] places) {
    byte[] colours = new byte[3 * palette.length];
    byte[] opacities = new byte[palette.length];
    for (int k = 0; k < palette.length; k++) {
      colours[3 * k] = (byte) (palette[k] >> 16);
      colours[3 * k + 1] = (byte) (palette[k] >> 8);
      colours[3 * k + 2] = (byte) palette[k];
      opacities[k] = (byte) (palette[k] >> 24);
    }
    PalettePng png = new PalettePng();
    png.out.writeBytes(MAGIC);
    png.chunk(
        "IHDR",
        ByteBuffer.allocate(13).putInt(width).putInt(height).put(BITS).put(INDEXED).array());
    png.chunk("PLTE", colours);
    png.chunk("tRNS", opacities);
    png.chunk("IDAT", deflated(width, height, places));
    png.chunk("IEND", new byte[0]);
    return png.out.toByteArray();
  }

  /** Each row begins with a zero: places are no amounts, so differences would not help. */
  private static byte[] deflated(int width, int height, byte[] places) {
    byte[] rows = new byte[height * (width + 1)];
    for (int y = 0; y < height; y++) {
      System.arraycopy(places, y * width, rows, y * (width + 1) + 1, width);
    }
    Deflater deflater = new Deflater();
    deflater.setInput(rows);
    deflater.finish();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    while (!deflater.finished()) {
      packed.write(part, 0, deflater.deflate(part));
    }
    deflater.end();
    return packed.toByteArray();
  }

  private void chunk(String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    out.writeBytes(name);
    out.writeBytes(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) check.getValue()).array());
  }
}
