package org.mahnmf.lab.segment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.ImageTableReader;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.PictureShape;

/**
 * A picture in colour: rows from top to bottom, within a row from left to right, three numbers from
 * 0 to 1 for each pixel (red, green, blue; sRGB). Grey pictures have three equal numbers.
 *
 * @param width pixels of a row, at least 1
 * @param height number of rows, at least 1
 * @param rgb 3·width·height numbers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ColourPicture(int width, int height, double[] rgb) {

  private static final int HEAD = 4096;

  /** Checks the size. */
  public ColourPicture {
    if (width < 1 || height < 1 || rgb.length != 3L * width * height) {
      throw new IllegalArgumentException(
          "a picture of %sx%s needs 3 numbers for each pixel but has %s"
              .formatted(width, height, rgb.length));
    }
  }

  /** Reads an image file, in any format that tables are read from. */
  public static ColourPicture read(Path file) {
    if (Files.isDirectory(file)) {
      throw new InputException(file + ": is a folder; give one image in it");
    }
    if (Files.isRegularFile(file) && !isImage(file)) {
      throw new InputException(file + ": must be an image: PNG, JPEG, BMP, PGM, PPM or TIFF");
    }
    Table lines = Tables.read(Source.of(file), ReadOptions.DEFAULT.withColor(true));
    PictureShape shape =
        lines.picture().orElseThrow(() -> new InputException(file + ": must be an image"));
    int width = shape.width();
    int height = lines.values().rows();
    double[] rgb = new double[3 * width * height];
    for (int y = 0; y < height; y++) {
      double[] line = Rows.row(lines.values(), y);
      for (int k = 0; k < 3 * width; k++) {
        double value = shape.channels() == 3 ? line[k] : line[k / 3];
        rgb[3 * width * y + k] = value / shape.white();
      }
    }
    return new ColourPicture(width, height, rgb);
  }

  private static boolean isImage(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return TableReader.accepts(ImageTableReader.class, in.readNBytes(HEAD));
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the number of pixels. */
  public int pixels() {
    return width * height;
  }

  /** Returns a pixel's share of 0 red, 1 green or 2 blue; pixels are in reading order. */
  public double get(int pixel, int channel) {
    return rgb[3 * pixel + channel];
  }

  /** Returns the brightness of a pixel from 0 to 1, as MATLAB's rgb2gray does. */
  public double brightness(int pixel) {
    return .2989 * get(pixel, 0) + .5870 * get(pixel, 1) + .1140 * get(pixel, 2);
  }

  /** Returns CIE L*a*b* of a pixel, where equal distances look about equally large. */
  double[] lab(int pixel) {
    double red = linear(get(pixel, 0));
    double green = linear(get(pixel, 1));
    double blue = linear(get(pixel, 2));
    // D65 white
    double x = root((.4124564 * red + .3575761 * green + .1804375 * blue) / .95047);
    double y = root(.2126729 * red + .7151522 * green + .0721750 * blue);
    double z = root((.0193339 * red + .1191920 * green + .9503041 * blue) / 1.08883);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  private static double linear(double value) {
    return value <= .04045 ? value / 12.92 : StrictMath.pow((value + .055) / 1.055, 2.4);
  }

  private static double root(double value) {
    return value > .008856 ? StrictMath.cbrt(value) : 7.787 * value + 16 / 116.;
  }
}
