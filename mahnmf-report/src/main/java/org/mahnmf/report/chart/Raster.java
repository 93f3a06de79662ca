package org.mahnmf.report.chart;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.html.ColourMap;

/** A picture of palette places, and how it becomes a PNG or a JPEG in memory. */
public final class Raster {

  /** What photos keep. */
  private static final float JPEG_QUALITY = 0.72f;

  private final int width;
  private final int height;
  private final ColourMap colours;
  private final byte[] places;

  /** Starts a picture in the palette's first colour. */
  public Raster(int width, int height, ColourMap colours) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    this.places = new byte[Math.multiplyExact(width, height)];
  }

  public int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Fills a rectangle with a value, or with stripes if it is NaN. */
  public void fill(int x, int y, int wide, int high, double value, double low, double top) {
    byte place = Double.isNaN(value) ? 0 : colours.level(value, low, top);
    for (int v = y; v < y + high; v++) {
      for (int u = x; u < x + wide; u++) {
        places[v * width + u] = Double.isNaN(value) ? ColourMap.hatch(u, v) : place;
      }
    }
  }

  /** Draws cells of a size, with the upper left one at x, y. */
  void draw(int x, int y, Matrix cells, int wide, int high, double low, double top) {
    for (int i = 0; i < cells.rows(); i++) {
      for (int j = 0; j < cells.columns(); j++) {
        fill(x + j * wide, y + i * high, wide, high, cells.get(i, j), low, top);
      }
    }
  }

  byte[] png() {
    return PngEncoder.encode(width, height, colours.palette(), places);
  }

  /** Returns the picture as a JPEG; only for greys, which it blurs a little. */
  byte[] jpeg() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    int[] palette = colours.palette();
    byte[] greys = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    for (int k = 0; k < greys.length; k++) {
      greys[k] = (byte) palette[places[k] & 0xFF];
    }
    return jpeg(image);
  }

  public String pngUri() {
    return uri("png", png());
  }

  public static String uri(String type, byte[] bytes) {
    return "data:image/" + type + ";base64," + Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Reduces a matrix to at most so many rows and columns, a sparse one at the cost of what it
   * stores. A block becomes the mean of its numbers, or the one farthest from zero; NaN is left
   * out, and stays where there is nothing else.
   */
  public static DenseMatrix reduce(Matrix matrix, int mostRows, int mostColumns, boolean farthest) {
    int rows = Math.min(matrix.rows(), mostRows);
    int columns = Math.min(matrix.columns(), mostColumns);
    DenseMatrix out = new DenseMatrix(rows, columns);
    double[] line = new double[matrix.longestRow()];
    int[] places = new int[line.length];
    int[] blocks = new int[matrix.columns()];
    Arrays.setAll(blocks, j -> (int) (((j + 1L) * columns - 1) / blocks.length)); // inverts bound
    double[] sums = new double[columns];
    long[] counts = new long[columns];
    for (int i = 0; i < rows; i++) {
      int begin = bound(i, matrix.rows(), rows);
      int end = bound(i + 1, matrix.rows(), rows);
      for (int j = 0; j < columns; j++) {
        sums[j] = 0;
        int wide = bound(j + 1, blocks.length, columns) - bound(j, blocks.length, columns);
        counts[j] = (long) (end - begin) * wide;
      }
      for (int row = begin; row < end; row++) {
        int stored = matrix.copyStored(row, places, line);
        for (int k = 0; k < stored; k++) {
          int j = blocks[places[k]];
          if (Double.isNaN(line[k])) {
            counts[j]--;
          } else if (!farthest) {
            sums[j] += line[k];
          } else if (Math.abs(line[k]) > Math.abs(sums[j])) {
            sums[j] = line[k];
          }
        }
      }
      for (int j = 0; j < columns; j++) {
        double value = farthest ? sums[j] : sums[j] / counts[j];
        out.set(i, j, counts[j] == 0 ? Double.NaN : value);
      }
    }
    return out;
  }

  /** Reduces a picture to at most so many columns, its sides in proportion. */
  static DenseMatrix reduceWidth(DenseMatrix picture, int mostWidth) {
    if (picture.columns() <= mostWidth) {
      return picture;
    }
    int height =
        Math.max(1, (int) Math.round((double) picture.rows() * mostWidth / picture.columns()));
    return reduce(picture, height, mostWidth, false);
  }

  private static int bound(int block, int size, int blocks) {
    return (int) ((long) block * size / blocks);
  }

  static byte[] jpeg(BufferedImage image) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      parameters.setCompressionQuality(JPEG_QUALITY);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException("a picture could not be written to memory", e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
