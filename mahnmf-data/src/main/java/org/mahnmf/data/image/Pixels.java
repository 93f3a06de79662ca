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
  static int grey(int red, int green, int blue) {
    return (299 * red + 587 * green + 114 * blue + 500) / 1000;
  }

  /** How a whole picture is laid out. */
  PictureShape shape() {
    return new PictureShape(width, height, channels, white);
  }

  /** Returns a square piece. */
  Pixels piece(int left, int top, int side) {
    char[] piece = new char[side * side * channels];
    for (int y = 0; y < side; y++) {
      System.arraycopy(
          samples,
          ((top + y) * width + left) * channels,
          piece,
          y * side * channels,
          side * channels);
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
