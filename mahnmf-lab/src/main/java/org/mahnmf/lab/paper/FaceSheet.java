package org.mahnmf.lab.paper;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;

/**
 * What methods make of spoilt faces, as one picture: a line for each method with a face to learn
 * from, a few random base vectors, and the average reconstructions of training and test faces (the
 * paper's figures of bases and of reconstructions).
 */
final class FaceSheet {

  private static final int BASE_VECTORS = 5;
  private static final int COLUMNS = BASE_VECTORS + 3;
  private static final int GAP = 2;
  private static final int ZOOM = 3;

  private final Faces faces;
  private final Faces.Split split;
  private final Optional<Noise> noise;

  FaceSheet(Faces faces, Faces.Split split, Optional<Noise> noise) {
    this.faces = faces;
    this.split = split;
    this.noise = noise;
  }

  byte[] png(List<Method> methods, int rank, long seed) {
    PictureShape shape = faces.shape();
    DenseMatrix spoilt = Noises.apply(noise, faces.rows(split.train()), shape, seed);
    DenseMatrix others = faces.rows(split.test());
    int high = shape.height() + GAP;
    BufferedImage sheet =
        PictureGrid.paper(COLUMNS * (shape.width() + GAP) + GAP, methods.size() * high + GAP);
    for (int k = 0; k < methods.size(); k++) {
      Learned fit = methods.get(k).fit(Observations.of(spoilt), rank, seed, Budget.DEFAULT);
      double[][] line = new double[COLUMNS][];
      line[0] = row(spoilt, 0);
      int[] chosen = chosen(rank, seed);
      for (int b = 0; b < BASE_VECTORS; b++) {
        line[1 + b] = stretched(row(fit.basis(), chosen[b]), shape.white());
      }
      line[COLUMNS - 2] = mean(fit.reconstruct(fit.codes()));
      line[COLUMNS - 1] = mean(fit.reconstruct(fit.encode(Observations.of(others))));
      for (int column = 0; column < COLUMNS; column++) {
        PictureGrid.draw(
            sheet, column * (shape.width() + GAP) + GAP, k * high + GAP, line[column], shape);
      }
    }
    return PngEncoder.encode(enlarged(sheet));
  }

  /** Returns a few different numbers below the rank, which is at least as many. */
  private static int[] chosen(int rank, long seed) {
    Draws draws = new Draws(Draws.mix(seed));
    return IntStream.generate(() -> draws.below(rank)).distinct().limit(BASE_VECTORS).toArray();
  }

  private static double[] row(DenseMatrix pictures, int row) {
    double[] pixels = new double[pictures.columns()];
    pictures.copyRow(row, pixels);
    return pixels;
  }

  /** Makes the largest entry white; the size of a base vector has no meaning. */
  private static double[] stretched(double[] pixels, double white) {
    double largest = Arrays.stream(pixels).max().orElse(0);
    return Arrays.stream(pixels).map(x -> largest > 0 ? x * white / largest : 0).toArray();
  }

  private static double[] mean(DenseMatrix pictures) {
    double[] mean = new double[pictures.columns()];
    for (int i = 0; i < pictures.rows(); i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += pictures.get(i, j) / pictures.rows();
      }
    }
    return mean;
  }

  private static BufferedImage enlarged(BufferedImage sheet) {
    int width = ZOOM * sheet.getWidth();
    int height = ZOOM * sheet.getHeight();
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D pen = out.createGraphics();
    pen.drawImage(sheet, 0, 0, width, height, null);
    pen.dispose();
    return out;
  }
}
