package org.mahnmf.report;

import java.util.List;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Rows of a matrix as small pictures with captions, for tables whose samples are pictures. */
public final class ImageStrip {

  private static final int MOST_WIDTH = 320;

  private final Matrix rows;
  private final int width;
  private final int height;
  private final ColourMap colours;
  private List<String> captions = List.of();
  private double low = Double.NaN;
  private double high = Double.NaN;

  private ImageStrip(Matrix rows, int width, int height, ColourMap colours) {
    Picture.requireSize("pictures", rows, width, height);
    this.rows = rows;
    this.width = width;
    this.height = height;
    this.colours = colours;
  }

  /**
   * Shows rows as grey pictures, each from its own darkest to its own brightest pixel.
   *
   * @param rows one picture per row, pixel rows one after the other; <em>not modified</em>
   * @param width of a picture
   * @param height of a picture
   */
  public static ImageStrip grey(Matrix rows, int width, int height) {
    return new ImageStrip(rows, width, height, ColourMap.GREY);
  }

  /**
   * Shows rows as pictures with blue below zero and red above, each on its own scale.
   *
   * @param rows one picture per row, pixel rows one after the other; <em>not modified</em>
   * @param width of a picture
   * @param height of a picture
   */
  public static ImageStrip signed(Matrix rows, int width, int height) {
    return new ImageStrip(rows, width, height, ColourMap.SIGNED);
  }

  /**
   * Sets what is written below the pictures.
   *
   * @param texts one per picture
   */
  public ImageStrip withCaptions(List<String> texts) {
    if (texts.size() != rows.rows()) {
      throw new IllegalArgumentException(
          "there are " + texts.size() + " captions for " + rows.rows() + " pictures");
    }
    captions = List.copyOf(texts);
    return this;
  }

  /**
   * Puts all pictures on one scale.
   *
   * @param darkest value of the lowest colour
   * @param brightest value of the highest colour
   */
  public ImageStrip withRange(double darkest, double brightest) {
    low = darkest;
    high = brightest;
    return this;
  }

  /** Returns the pictures as a list for a page. */
  public HtmlElement toHtml() {
    HtmlElement list = HtmlElement.of("div").styled("strip");
    for (int i = 0; i < rows.rows(); i++) {
      DenseMatrix picture = Picture.reduce(Picture.of(rows, i, width, height), MOST_WIDTH);
      String caption = captions.isEmpty() ? Integer.toString(i + 1) : captions.get(i);
      list.add(
          HtmlElement.of("figure")
              .add(
                  HtmlElement.of("img")
                      .attribute("src", uri(picture))
                      .attribute("alt", "Picture " + caption)
                      .attribute("width", width)
                      .attribute("height", height)
                      .styled(width < 64 ? "picture crisp" : "picture"),
                  HtmlElement.of("figcaption", caption)));
    }
    return list;
  }

  private String uri(DenseMatrix picture) {
    double from = low;
    double to = high;
    if (Double.isNaN(low)) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (double value : picture.array()) {
        least = value < least ? value : least;
        most = value > most ? value : most;
      }
      double far = Math.max(Math.abs(least), Math.abs(most));
      from = colours == ColourMap.SIGNED ? -far : least;
      to = colours == ColourMap.SIGNED ? far : most;
    }
    return Picture.uri(picture, colours, from, to);
  }
}
