package org.mahnmf.report.chart;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
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
public final class PictureView {

  private static final int SMALL = 64;

  private final String title;
  private final Matrix rows;
  private final PictureShape shape;
  private final Look look;
  private final double low;
  private final double high;

  /** What the numbers of a picture mean to the eye. */
  private enum Look {
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

  private PictureView(
      String title, Matrix rows, PictureShape shape, Look look, double low, double high) {
    shape.requireFits(rows.columns());
    this.title = title;
    this.rows = rows;
    this.shape = shape;
    this.look = look;
    this.low = low;
    this.high = high;
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

  /** Shows where something is. */
  static PictureView mask(String title, Matrix rows, PictureShape shape) {
    PictureShape grey = new PictureShape(shape.width(), shape.height(), 1, 1);
    return new PictureView(title, rows, grey, Look.MASK, 0, 1);
  }

  String title() {
    return title;
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

  /** Returns one picture for a page. */
  HtmlElement image(int row, int mostWidth, String alternative) {
    Planes planes = planes(row, mostWidth);
    Canvas canvas = canvas(planes.width(), planes.height());
    canvas.draw(0, 0, planes);
    return HtmlElement.of("img")
        .styled(width() < SMALL ? "picture crisp" : "picture")
        .attribute("width", width())
        .attribute("height", height())
        .attribute("alt", alternative)
        .attribute("src", canvas.uri(width() < SMALL));
  }

  /**
   * Returns every so many pictures in cells of one large picture, line by line.
   *
   * @param step from one shown row to the next
   * @param columns cells in a line
   * @param lines of cells
   */
  String sheet(int step, int columns, int lines, int mostWidth) {
    Planes first = planes(0, mostWidth);
    Canvas canvas = canvas(columns * first.width(), lines * first.height());
    for (int k = 0; k * step < count(); k++) {
      canvas.draw(
          k % columns * first.width(),
          k / columns * first.height(),
          planes(k * step, mostWidth).coarse(look.grain * (high - low) / 2));
    }
    return canvas.uri(false);
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

  private Canvas canvas(int width, int height) {
    return isColoured() ? new ColourCanvas(width, height) : new PaletteCanvas(width, height);
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
  }

  /** Where pictures are drawn. */
  private interface Canvas {

    void draw(int x, int y, Planes planes);

    /** Returns what was drawn; photos lose a little unless they must be exact. */
    String uri(boolean exact);
  }

  /** For all but coloured photos. */
  private final class PaletteCanvas implements Canvas {

    private final Raster raster;

    PaletteCanvas(int width, int height) {
      raster = new Raster(width, height, look.colours);
    }

    @Override
    public void draw(int x, int y, Planes planes) {
      raster.draw(x, y, planes.colours.get(0), planes.low, planes.high);
    }

    @Override
    public String uri(boolean exact) {
      boolean lossy = look == Look.PHOTO && !exact;
      return lossy ? Raster.uri("jpeg", raster.jpeg()) : raster.pngUri();
    }
  }

  /** For coloured photos. */
  private static final class ColourCanvas implements Canvas {

    private final BufferedImage image;

    ColourCanvas(int width, int height) {
      image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    @Override
    public void draw(int x, int y, Planes planes) {
      for (int v = 0; v < planes.height(); v++) {
        for (int u = 0; u < planes.width(); u++) {
          int rgb = 0;
          for (DenseMatrix plane : planes.colours) {
            double share = (plane.get(v, u) - planes.low) / (planes.high - planes.low);
            // Rounding turns NaN into 0.
            rgb = rgb << 8 | (int) Math.round(255 * Math.max(0, Math.min(1, share)));
          }
          image.setRGB(x + u, y + v, rgb);
        }
      }
    }

    @Override
    public String uri(boolean exact) {
      return exact
          ? Raster.uri("png", PngEncoder.encode(image))
          : Raster.uri("jpeg", Raster.jpeg(image));
    }
  }
}
