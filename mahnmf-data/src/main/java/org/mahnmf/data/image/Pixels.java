package org.mahnmf.data.image;

import java.util.Arrays;
import org.mahnmf.data.PictureSize;
import org.mahnmf.matrix.PictureShape;

/**
 * A decoded picture: row by row, the channels of a pixel next to each other.
 *
 * @param channels 1 or 3
 * @param white full brightness: 255 or 65535
 * @param samples from 0 to white; <em>kept</em>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Pixels(int width, int height, int channels, int white, char[] samples) {

  /** Rec. 601, rounded. */
  private static int grey(int red, int green, int blue) {
    return (299 * red + 587 * green + 114 * blue + 500) / 1000;
  }

  /** A black picture. */
  static Pixels of(int width, int height, int channels, int white) {
    char[] samples = new char[Math.multiplyExact(width * height, channels)];
    return new Pixels(width, height, channels, white, samples);
  }

  /**
   * Sets some pixels.
   *
   * @param levels grey, or red, green and blue of each pixel; <em>not modified</em>
   * @param stride numbers of a pixel
   * @param bands how many of these count, 1 or 3
   */
  void put(int[] levels, int stride, int bands, int first, int count) {
    for (int k = 0; k < count; k++) {
      int red = levels[k * stride];
      int green = bands == 1 ? red : levels[k * stride + 1];
      int blue = bands == 1 ? red : levels[k * stride + 2];
      int to = (first + k) * channels;
      if (channels == 3) {
        samples[to] = (char) red;
        samples[to + 1] = (char) green;
        samples[to + 2] = (char) blue;
      } else {
        samples[to] = (char) grey(red, green, blue);
      }
    }
  }

  double[] doubles() {
    double[] values = new double[samples.length];
    Arrays.setAll(values, k -> samples[k]);
    return values;
  }

  /** How a whole picture is laid out. */
  PictureShape shape() {
    return new PictureShape(width, height, channels, white);
  }

  /** Returns a square piece. */
  Pixels piece(int left, int top, int side) {
    char[] piece = new char[side * side * channels];
    for (int y = 0; y < side; y++) {
      int from = ((top + y) * width + left) * channels;
      System.arraycopy(samples, from, piece, y * side * channels, side * channels);
    }
    return new Pixels(side, side, channels, white, piece);
  }

  /**
   * Returns the picture in another size; a new pixel is the mean of what it covers of the old ones,
   * each weighted by its covered area.
   */
  Pixels resized(PictureSize size) {
    if (size.width() == width && size.height() == height) {
      return this;
    }
    Coverage across = new Coverage(width, size.width());
    Coverage down = new Coverage(height, size.height());
    int line = size.width() * channels;
    char[] out = new char[Math.multiplyExact(line, size.height())];
    double[] narrow = new double[line];
    double[] sums = new double[line];
    for (int y = 0; y < size.height(); y++) {
      Arrays.fill(sums, 0);
      for (int v = down.first(y); v <= down.last(y); v++) {
        narrow(v, across, narrow);
        double weight = down.weight(y, v);
        for (int k = 0; k < line; k++) {
          sums[k] += weight * narrow[k];
        }
      }
      for (int k = 0; k < line; k++) {
        out[y * line + k] = (char) Math.round(sums[k]);
      }
    }
    return new Pixels(size.width(), size.height(), channels, white, out);
  }

  private void narrow(int row, Coverage across, double[] out) {
    int base = row * width * channels;
    for (int x = 0; x < out.length / channels; x++) {
      for (int c = 0; c < channels; c++) {
        double sum = 0;
        for (int u = across.first(x); u <= across.last(x); u++) {
          sum += across.weight(x, u) * samples[base + u * channels + c];
        }
        out[x * channels + c] = sum;
      }
    }
  }

  /** How much of each old place a new one covers, along one axis. */
  private record Coverage(int from, int to) {

    private double edge(int place) {
      return (double) place * from / to;
    }

    int first(int place) {
      return (int) edge(place);
    }

    int last(int place) {
      return Math.max(first(place), Math.min(from - 1, (int) Math.ceil(edge(place + 1)) - 1));
    }

    double weight(int place, int old) {
      double begin = Math.max(edge(place), old);
      double end = Math.min(edge(place + 1), old + 1.0);
      return Math.max(0, end - begin) * to / from;
    }
  }
}
