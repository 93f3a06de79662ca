package org.mahnmf.report.view;

import java.util.Optional;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * A picture for the page: width, height, channels and a byte for each of them. What stands out is
 * signed: 128 means no difference.
 *
 * @param channels 1 or 3
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Drawing(int width, int height, int channels, byte[] bytes) {

  /**
   * Draws.
   *
   * @param kind {@code basis}, {@code sample}, {@code expected} or {@code rest}
   * @param index of a part or a sample, from 0
   * @return nothing if there is no such picture
   */
  static Optional<Drawing> of(Watch.Snapshot at, String kind, int index) {
    int count = kind.equals("basis") ? at.basis().rows() : at.codes().rows();
    if (index < 0 || index >= count) {
      return Optional.empty();
    }
    double[] values =
        switch (kind) {
          case "basis" -> row(at.basis(), index);
          case "sample" -> row(at.table(), index);
          case "expected" -> expected(at, index);
          case "rest" -> rest(at, index);
          default -> null;
        };
    return values == null ? Optional.empty() : Optional.of(draw(at.shape(), values, kind));
  }

  private static double[] row(Matrix matrix, int index) {
    double[] row = new double[matrix.columns()];
    matrix.copyRow(index, row);
    return row;
  }

  private static double[] expected(Watch.Snapshot at, int index) {
    double[] sum = new double[at.basis().columns()];
    for (int l = 0; l < at.basis().rows(); l++) {
      double code = at.codes().get(index, l);
      int offset = at.basis().offset(l);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += code * at.basis().array()[offset + j];
      }
    }
    return sum;
  }

  private static double[] rest(Watch.Snapshot at, int index) {
    double[] seen = row(at.table(), index);
    double[] expected = expected(at, index);
    for (int j = 0; j < seen.length; j++) {
      seen[j] -= expected[j];
    }
    return seen;
  }

  private static Drawing draw(PictureShape shape, double[] values, String kind) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    boolean ownScale = shape == null || kind.equals("basis");
    double white = ownScale ? largest : shape.white();
    byte[] bytes = new byte[values.length];
    for (int j = 0; j < bytes.length; j++) {
      double level = white > 0 && !Double.isNaN(values[j]) ? values[j] / white : 0;
      double shown = kind.equals("rest") ? 128 + 127 * level : 255 * level;
      bytes[j] = (byte) Math.round(Math.max(0, Math.min(255, shown)));
    }
    return shape == null
        ? new Drawing(values.length, 1, 1, bytes)
        : new Drawing(shape.width(), shape.height(), shape.channels(), bytes);
  }
}
