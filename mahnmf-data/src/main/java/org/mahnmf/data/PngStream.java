package org.mahnmf.data;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.picture.PictureShape;

/**
 * Writes pictures as PNG, one still or an animation (APNG), without loss but for the rounding to 8
 * bits, or to 16 if white is above 255. What lies outside 0 to white is cut off; missing entries
 * are black. A viewer without APNG shows the first frame.
 *
 * @see <a href="https://www.w3.org/TR/png-3/">The format</a>
 */
final class PngStream {

  private static final byte[] MAGIC = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int GREY = 0;
  private static final int TRUE_COLOR = 2;
  private static final int FILTER_UP = 2;

  private final DataOutputStream out;
  private final PictureShape shape;
  private final boolean wide;
  private int sequence;

  private PngStream(OutputStream out, PictureShape shape) {
    this.out = new DataOutputStream(out);
    this.shape = shape;
    this.wide = shape.white() > 255;
  }

  /**
   * Writes a still.
   *
   * @param out receives the file
   * @param shape of the picture
   * @param samples from 0 to white; <em>not modified</em>
   */
  static void still(OutputStream out, PictureShape shape, double[] samples) throws IOException {
    PngStream png = new PngStream(out, shape);
    png.header();
    png.chunk("IDAT", png.compressed(samples));
    png.chunk("IEND", new byte[0]);
    png.out.flush();
  }

  /**
   * Writes an animation that repeats for ever.
   *
   * @param out receives the file
   * @param shape of each frame
   * @param frames one in each row; <em>not modified</em>
   * @param framesPerSecond its speed
   */
  static void animation(OutputStream out, PictureShape shape, Matrix frames, int framesPerSecond)
      throws IOException {
    PngStream png = new PngStream(out, shape);
    png.header();
    png.chunk("acTL", ByteBuffer.allocate(8).putInt(frames.rows()).putInt(0).array());
    double[] row = new double[shape.length()];
    for (int i = 0; i < frames.rows(); i++) {
      frames.copyRow(i, row);
      png.frameControl(framesPerSecond);
      byte[] data = png.compressed(row);
      if (i == 0) {
        png.chunk("IDAT", data);
      } else {
        byte[] numbered =
            ByteBuffer.allocate(4 + data.length).putInt(png.sequence++).put(data).array();
        png.chunk("fdAT", numbered);
      }
    }
    png.chunk("IEND", new byte[0]);
    png.out.flush();
  }

  private void header() throws IOException {
    out.write(MAGIC);
    chunk(
        "IHDR",
        ByteBuffer.allocate(13)
            .putInt(shape.width())
            .putInt(shape.height())
            .put((byte) (wide ? 16 : 8))
            .put((byte) (shape.channels() == 1 ? GREY : TRUE_COLOR))
            .put(new byte[3])
            .array());
  }

  private void frameControl(int framesPerSecond) throws IOException {
    chunk(
        "fcTL",
        ByteBuffer.allocate(26)
            .putInt(sequence++)
            .putInt(shape.width())
            .putInt(shape.height())
            .putInt(0)
            .putInt(0)
            .putShort((short) 1)
            .putShort((short) framesPerSecond)
            .putShort((short) 0)
            .array());
  }

  /** The rows of a picture, each as its difference from the one above, which deflates better. */
  private byte[] compressed(double[] samples) throws IOException {
    int perRow = shape.width() * shape.channels();
    byte[] above = new byte[perRow * (wide ? 2 : 1)];
    byte[] line = new byte[above.length];
    byte[] filtered = new byte[1 + above.length];
    filtered[0] = FILTER_UP;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (DeflaterOutputStream packed = new DeflaterOutputStream(bytes, deflater)) {
      for (int y = 0; y < shape.height(); y++) {
        fill(line, samples, y * perRow);
        filterUp(line, above, filtered);
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

  private static void filterUp(byte[] line, byte[] above, byte[] filtered) {
    for (int k = 0; k < line.length; k++) {
      filtered[1 + k] = (byte) (line[k] - above[k]);
    }
  }

  private void fill(byte[] line, double[] samples, int base) {
    int most = wide ? 65535 : 255;
    for (int k = 0; k < line.length / (wide ? 2 : 1); k++) {
      // Rounding turns NaN into 0.
      long level = Math.round(samples[base + k] / shape.white() * most);
      int sample = (int) Math.max(0, Math.min(most, level));
      if (wide) {
        line[2 * k] = (byte) (sample >> 8);
        line[2 * k + 1] = (byte) sample;
      } else {
        line[k] = (byte) sample;
      }
    }
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
