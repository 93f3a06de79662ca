package org.mahnmf.report.view;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.ProductMatrix;

/**
 * A picture for the page: width, height, channels and a byte for each of them. What stands out is
 * signed: 128 means no difference.
 *
 * @param channels 1 or 3
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Drawing(int width, int height, int channels, byte[] bytes) {

  /** Draws a part or a sample, unless there is no such one or no such kind of picture. */
  static Optional<Drawing> of(Watch.Snapshot at, String kind, int index) {
    int count = kind.equals("basis") ? at.basis().rows() : at.codes().rows();
    if (index < 0 || index >= count) {
      return Optional.empty();
    }
    double[] values =
        switch (kind) {
          case "basis" -> row(at.basis(), index);
          case "sample" -> row(at.table(), index);
          case "expected" -> row(new ProductMatrix(at.codes(), at.basis()), index);
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

  private static double[] rest(Watch.Snapshot at, int index) {
    double[] rest = row(at.table(), index);
    double[] expected = row(new ProductMatrix(at.codes(), at.basis()), index);
    Arrays.setAll(rest, j -> rest[j] - expected[j]);
    return rest;
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
