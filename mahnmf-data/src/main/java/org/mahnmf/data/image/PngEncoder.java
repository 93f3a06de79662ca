package org.mahnmf.data.image;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.mahnmf.data.file.IoConsumer;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Writes pictures as PNG, one still or an animation (APNG, of which other viewers show the first
 * frame). The JDK can write stills too, but it starts its whole library for pictures first, which
 * takes longer than the rest of a small report.
 *
 * <p>Numbers lose nothing but by rounding to 8 bits, or to 16 if white is above 255. What lies
 * outside 0 to white is cut off; missing entries are black.
 *
 * @see <a href="https://www.w3.org/TR/png-3/">The format</a>
 */
public final class PngEncoder {

  private static final byte[] MAGIC = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int GREY = 0;
  private static final int TRUE_COLOUR = 2;
  private static final int INDEXED = 3;
  private static final byte FILTER_NONE = 0;
  private static final byte FILTER_UP = 2;
  private static final int BUFFER = 1 << 14;

  private final DataOutputStream out;
  private final int width;
  private final int height;
  private final int kind;
  private final boolean wide;
  private int sequence;

  private PngEncoder(OutputStream out, int width, int height, int kind, boolean wide)
      throws IOException {
    this.out = new DataOutputStream(out);
    this.width = width;
    this.height = height;
    this.kind = kind;
    this.wide = wide;
    out.write(MAGIC);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    chunk("IHDR", header.put((byte) (wide ? 16 : 8)).put((byte) kind).array());
  }

  private static PngEncoder of(OutputStream out, PictureShape shape) throws IOException {
    int kind = shape.channels() == 1 ? GREY : TRUE_COLOUR;
    return new PngEncoder(out, shape.width(), shape.height(), kind, shape.white() > 255);
  }

  /**
   * Writes a still.
   *
   * @param samples from 0 to white; <em>not modified</em>
   */
  static void still(OutputStream out, PictureShape shape, double[] samples) throws IOException {
    PngEncoder png = of(out, shape);
    png.chunk("IDAT", png.packed(png.levels(samples, shape.white())));
    png.end();
  }

  /**
   * Writes an animation that repeats for ever.
   *
   * @param frames one in each row; <em>not modified</em>
   */
  static void animation(OutputStream out, PictureShape shape, Matrix frames, int framesPerSecond)
      throws IOException {
    PngEncoder png = of(out, shape);
    png.chunk("acTL", ByteBuffer.allocate(8).putInt(frames.rows()).putInt(0).array());
    double[] row = new double[shape.length()];
    for (int i = 0; i < frames.rows(); i++) {
      frames.copyRow(i, row);
      png.frameControl(framesPerSecond);
      byte[] data = png.packed(png.levels(row, shape.white()));
      if (i == 0) {
        png.chunk("IDAT", data);
      } else {
        ByteBuffer numbered = ByteBuffer.allocate(4 + data.length).putInt(png.sequence++);
        png.chunk("fdAT", numbered.put(data).array());
      }
    }
    png.end();
  }

  /**
   * Returns an image as a file.
   *
   * @param image grey of 8 or 16 bits, or red, green and blue of 8 bits; <em>not modified</em>
   */
  public static byte[] encode(BufferedImage image) {
    Raster raster = image.getRaster();
    boolean wide = raster.getSampleModel().getSampleSize(0) > 8;
    int kind = raster.getNumBands() == 1 ? GREY : TRUE_COLOUR;
    return bytes(
        out -> {
          PngEncoder png = new PngEncoder(out, raster.getWidth(), raster.getHeight(), kind, wide);
          int[] levels = new int[png.samples() * png.width];
          Lines lines = (y, line) -> png.put(raster.getPixels(0, y, png.width, 1, levels), line);
          png.chunk("IDAT", png.packed(lines));
          png.end();
        });
  }

  /**
   * Returns a picture of palette places as a file.
   *
   * @param palette colours, opacity first; <em>not modified</em>
   * @param places in the palette, row by row; <em>not modified</em>
   */
  public static byte[] encode(int width, int height, int[] palette, byte[] places) {
    byte[] colours = new byte[3 * palette.length];
    byte[] opacities = new byte[palette.length];
    for (int k = 0; k < palette.length; k++) {
      colours[3 * k] = (byte) (palette[k] >> 16);
      colours[3 * k + 1] = (byte) (palette[k] >> 8);
      colours[3 * k + 2] = (byte) palette[k];
      opacities[k] = (byte) (palette[k] >> 24);
    }
    return bytes(
        out -> {
          PngEncoder png = new PngEncoder(out, width, height, INDEXED, false);
          png.chunk("PLTE", colours);
          png.chunk("tRNS", opacities);
          Lines lines = (y, line) -> System.arraycopy(places, y * width, line, 0, width);
          png.chunk("IDAT", png.packed(lines));
          png.end();
        });
  }

  private static byte[] bytes(IoConsumer<OutputStream> writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.accept(out);
    } catch (IOException e) {
      throw new UncheckedIOException("a picture could not be written to memory", e);
    }
    return out.toByteArray();
  }

  private void frameControl(int framesPerSecond) throws IOException {
    ByteBuffer control = ByteBuffer.allocate(26).putInt(sequence++).putInt(width).putInt(height);
    control.position(20);
    chunk("fcTL", control.putShort((short) 1).putShort((short) framesPerSecond).array());
  }

  private int samples() {
    return kind == TRUE_COLOUR ? 3 : 1;
  }

  /** The bytes of a picture, line by line. */
  @FunctionalInterface
  private interface Lines {
    void fill(int y, byte[] line);
  }

  private Lines levels(double[] samples, double white) {
    int perRow = width * samples();
    int most = wide ? 65535 : 255;
    int[] levels = new int[perRow];
    return (y, line) -> {
      for (int k = 0; k < perRow; k++) {
        // Rounding turns NaN into 0.
        long level = Math.round(samples[y * perRow + k] / white * most);
        levels[k] = (int) Math.max(0, Math.min(most, level));
      }
      put(levels, line);
    };
  }

  private void put(int[] levels, byte[] line) {
    for (int k = 0; k < levels.length; k++) {
      if (wide) {
        line[2 * k] = (byte) (levels[k] >> 8);
        line[2 * k + 1] = (byte) levels[k];
      } else {
        line[k] = (byte) levels[k];
      }
    }
  }

  /**
   * Deflates a picture. A line of amounts becomes its difference from the one above, which deflates
   * better; places in a palette are no amounts.
   */
  private byte[] packed(Lines lines) throws IOException {
    byte[] above = new byte[width * samples() * (wide ? 2 : 1)];
    byte[] line = new byte[above.length];
    byte[] filtered = new byte[1 + above.length];
    filtered[0] = kind == INDEXED ? FILTER_NONE : FILTER_UP;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream packed = new DeflaterOutputStream(bytes, deflater, BUFFER)) {
      for (int y = 0; y < height; y++) {
        lines.fill(y, line);
        for (int k = 0; k < line.length; k++) {
          filtered[1 + k] = (byte) (kind == INDEXED ? line[k] : line[k] - above[k]);
        }
        packed.write(filtered);
        byte[] spare = above;
        above = line;
        line = spare;
      }
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private void end() throws IOException {
    chunk("IEND", new byte[0]);
    out.flush();
  }

  private void chunk(String type, byte[] data) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(data);
    out.writeInt(data.length);
    out.write(name);
    out.write(data);
    out.writeInt((int) check.getValue());
  }
}
