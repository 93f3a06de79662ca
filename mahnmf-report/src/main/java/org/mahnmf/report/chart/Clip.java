package org.mahnmf.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.html.Numbers;

/**
 * A clip taken apart. Every matrix has a row per frame and is <em>kept</em>; it is read row by row,
 * so that it may be a view.
 *
 * @param names of the frames, or empty
 * @param background what the parts explain of it, in the same units
 * @param found 1 for each pixel where something was found to move, else 0
 * @param truth 1 for each pixel where something moves, 0 where nothing does, NaN where nobody
 *     knows; empty if nobody knows anything
 */
public record Clip(
    String name,
    PictureShape shape,
    List<String> names,
    Matrix frames,
    Matrix background,
    Matrix found,
    Optional<Matrix> truth) {

  public Clip {
    names = List.copyOf(names);
    if (frames.rows() == 0) {
      throw new IllegalArgumentException("the clip has no frames");
    }
    if (!names.isEmpty() && names.size() != frames.rows()) {
      throw new IllegalArgumentException(
          "there are " + names.size() + " names for " + frames.rows() + " frames");
    }
    require("frames", frames, frames.rows(), shape.length());
    require("background", background, frames.rows(), shape.length());
    require("found masks", found, frames.rows(), shape.pixels());
    if (truth.isPresent()) {
      require("true masks", truth.get(), frames.rows(), shape.pixels());
    }
  }

  private static void require(String what, Matrix matrix, int rows, int columns) {
    if (matrix.rows() != rows || matrix.columns() != columns) {
      throw new IllegalArgumentException(
          String.format(
              "the %s are %sx%s but must be %sx%s",
              what, matrix.rows(), matrix.columns(), rows, columns));
    }
  }

  public int count() {
    return frames.rows();
  }

  /** Returns the name of a frame without its ending, or its number from 1. */
  public String frameName(int frame) {
    return names.isEmpty() ? Numbers.fixed(frame + 1, 0) : Pictures.bare(names.get(frame));
  }

  /** Returns everything that can be seen of a frame. */
  public List<PictureView> views() {
    List<PictureView> views = new ArrayList<>();
    views.add(PictureView.photo("Frame", frames, shape));
    views.add(PictureView.photo("Background", background, shape));
    views.add(PictureView.signed("Residual", new Difference(frames, background), shape));
    views.add(PictureView.mask("Found", found, shape));
    truth.ifPresent(known -> views.add(PictureView.mask("Truth", known, shape)));
    return views;
  }

  /** One matrix less another, computed on reading. */
  record Difference(Matrix minuend, Matrix subtrahend) implements Matrix {

    @Override
    public int rows() {
      return minuend.rows();
    }

    @Override
    public int columns() {
      return minuend.columns();
    }

    @Override
    public double get(int row, int column) {
      return minuend.get(row, column) - subtrahend.get(row, column);
    }

    @Override
    public void copyRow(int row, double[] out) {
      double[] less = new double[columns()];
      minuend.copyRow(row, out);
      subtrahend.copyRow(row, less);
      for (int j = 0; j < less.length; j++) {
        out[j] -= less[j];
      }
    }
  }
}
