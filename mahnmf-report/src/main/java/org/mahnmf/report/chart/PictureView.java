package org.mahnmf.report.chart;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.html.ColourMap;
import org.mahnmf.report.html.HtmlElement;

/**
 * Rows of a matrix as pictures to look at: how they are laid out and coloured. Only what is shown
 * is read, row by row.
 */
public record PictureView(
    String title, Matrix rows, PictureShape shape, Look look, double low, double high) {

  private static final int SMALL = 64;

  /** What the numbers of a picture mean to the eye. */
  enum Look {
    /** Light, grey or coloured. */
    PHOTO(ColourMap.GREY, 0),
    /** More or less than expected; of three channels their mean. */
    SIGNED(ColourMap.SIGNED, 1.0 / 16),
    /** 1 where something is, 0 where nothing is, NaN where nobody knows. */
    MASK(ColourMap.GREY, 1.0 / 4);

    private final ColourMap colours;
    private final double grain;

    Look(ColourMap colours, double grain) {
      this.colours = colours;
      this.grain = grain;
    }
  }

  public PictureView {
    shape.requireFits(rows.columns());
  }

  /** Shows light, from black at 0 to white. */
  public static PictureView photo(String title, Matrix rows, PictureShape shape) {
    return new PictureView(title, rows, shape, Look.PHOTO, 0, shape.white());
  }

  /** Shows light, each picture from its own darkest to its own brightest number. */
  public static PictureView stretched(String title, Matrix rows, PictureShape shape) {
    return new PictureView(title, rows, shape, Look.PHOTO, Double.NaN, Double.NaN);
  }

  /** Shows differences: red is more, blue is less, full colour half of white. */
  public static PictureView signed(String title, Matrix rows, PictureShape shape) {
    return new PictureView(title, rows, shape, Look.SIGNED, -shape.white() / 2, shape.white() / 2);
  }

  static PictureView mask(String title, Matrix rows, PictureShape shape) {
    PictureShape grey = new PictureShape(shape.width(), shape.height(), 1, 1);
    return new PictureView(title, rows, grey, Look.MASK, 0, 1);
  }

  int count() {
    return rows.rows();
  }

  int width() {
    return shape.width();
  }

  int height() {
    return shape.height();
  }

  HtmlElement image(int row, int mostWidth, String alternative) {
    boolean small = width() < SMALL;
    return HtmlElement.of("img")
        .styled(small ? "picture crisp" : "picture")
        .attributes("width", width(), "height", height(), "alt", alternative)
        .attributes("src", uri(1, 1, 1, k -> planes(row, mostWidth), small));
  }

  /**
   * Returns every so many pictures in cells of one large picture, line by line.
   *
   * @param step from one shown row to the next
   */
  String sheet(int step, int columns, int lines, int mostWidth) {
    int count = (rows.rows() + step - 1) / step;
    double grain = look.grain * (high - low) / 2;
    return uri(count, columns, lines, k -> planes(k * step, mostWidth).coarse(grain), false);
  }

  /** Draws cells, line by line; photos lose a little unless they must be exact. */
  private String uri(int count, int columns, int lines, IntFunction<Planes> cells, boolean exact) {
    Planes first = cells.apply(0);
    int wide = first.width();
    int tall = first.height();
    if (isColoured()) {
      BufferedImage image =
          new BufferedImage(columns * wide, lines * tall, BufferedImage.TYPE_INT_RGB);
      for (int k = 0; k < count; k++) {
        cells.apply(k).paint(image, k % columns * wide, k / columns * tall);
      }
      return exact
          ? Raster.uri("png", PngEncoder.encode(image))
          : Raster.uri("jpeg", Raster.jpeg(image));
    }
    Raster raster = new Raster(columns * wide, lines * tall, look.colours);
    for (int k = 0; k < count; k++) {
      Planes cell = cells.apply(k);
      DenseMatrix plane = cell.colours.get(0);
      raster.draw(k % columns * wide, k / columns * tall, plane, 1, 1, cell.low, cell.high);
    }
    boolean lossy = look == Look.PHOTO && !exact;
    return lossy ? Raster.uri("jpeg", raster.jpeg()) : raster.pngUri();
  }

  /** Reads a row, a matrix for each colour that is shown. */
  private Planes planes(int row, int mostWidth) {
    double[] values = new double[shape.length()];
    rows.copyRow(row, values);
    int channels = shape.channels();
    boolean coloured = isColoured();
    DenseMatrix[] planes = new DenseMatrix[coloured ? channels : 1];
    for (int c = 0; c < planes.length; c++) {
      DenseMatrix plane = new DenseMatrix(shape.height(), shape.width());
      for (int k = 0; k < shape.pixels(); k++) {
        double value = values[k * channels + c];
        for (int other = 1; other < channels && !coloured; other++) {
          value += values[k * channels + other];
        }
        plane.array()[k] = coloured ? value : value / channels;
      }
      planes[c] = Raster.reduceWidth(plane, mostWidth);
    }
    return Double.isNaN(low) ? Planes.stretched(planes) : new Planes(List.of(planes), low, high);
  }

  private boolean isColoured() {
    return look == Look.PHOTO && shape.channels() == 3;
  }

  /** A picture to draw, with the numbers of its darkest and brightest colour. */
  private record Planes(List<DenseMatrix> colours, double low, double high) {

    static Planes stretched(DenseMatrix... colours) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (DenseMatrix plane : colours) {
        for (double value : plane.array()) {
          least = value < least ? value : least;
          most = value > most ? value : most;
        }
      }
      return new Planes(List.of(colours), least, most);
    }

    int width() {
      return colours.get(0).columns();
    }

    int height() {
      return colours.get(0).rows();
    }

    /** Rounds what needs no detail: the noise of a residual would fill the file, not the eye. */
    Planes coarse(double grain) {
      if (grain > 0) {
        for (DenseMatrix plane : colours) {
          Arrays.setAll(plane.array(), k -> grain * Math.rint(plane.array()[k] / grain));
        }
      }
      return this;
    }

    void paint(BufferedImage image, int x, int y) {
      for (int v = 0; v < height(); v++) {
        for (int u = 0; u < width(); u++) {
          int rgb = 0;
          for (DenseMatrix plane : colours) {
            double share = (plane.get(v, u) - low) / (high - low);
            // Rounding turns NaN into 0.
            rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, share)));
          }
          image.setRGB(x + u, y + v, rgb);
        }
      }
    }
  }
}
