package org.mahnmf.report;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Rows of a matrix as pictures. */
final class Picture {

  private Picture() {}

  /** Returns one row as a picture of its own rows and columns; <em>copied</em>. */
  static DenseMatrix of(Matrix rows, int row, int width, int height) {
    DenseMatrix picture = new DenseMatrix(height, width);
    rows.copyRow(row, picture.array());
    return picture;
  }

  /** Returns a picture reduced to at most so many columns, its sides in proportion. */
  static DenseMatrix reduce(DenseMatrix picture, int mostWidth) {
    if (picture.columns() <= mostWidth) {
      return picture;
    }
    int height =
        Math.max(1, (int) Math.round((double) picture.rows() * mostWidth / picture.columns()));
    return Raster.reduce(picture, height, mostWidth, false);
  }

  /** Returns a PNG of a picture. */
  static String uri(Matrix picture, ColourMap colours, double low, double high) {
    Raster raster = new Raster(picture.columns(), picture.rows(), colours);
    raster.draw(0, 0, picture, low, high);
    return raster.pngUri();
  }

  static void requireSize(String what, Matrix rows, int width, int height) {
    if (width < 1 || height < 1 || rows.columns() != (long) width * height) {
      throw new IllegalArgumentException(
          "the "
              + what
              + " have "
              + rows.columns()
              + " columns but must have width x height = "
              + width
              + "x"
              + height);
    }
  }
}
