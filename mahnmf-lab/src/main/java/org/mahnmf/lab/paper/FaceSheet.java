package org.mahnmf.lab.paper;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.lab.linear.Rows;
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
record FaceSheet(Faces faces, Faces.Split split, Noise noise) {

  private static final int BASE_VECTORS = 5;
  private static final int ZOOM = 3;

  byte[] png(List<Method> methods, int rank, long seed) {
    PictureShape shape = faces.shape();
    DenseMatrix spoilt = Noises.apply(noise, faces.rows(split.train()), shape, seed);
    DenseMatrix others = faces.rows(split.test());
    PictureGrid grid = new PictureGrid();
    for (Method method : methods) {
      Learned fit =
          method.fit(Observations.of(spoilt).withPicture(shape), rank, seed, Budget.DEFAULT);
      List<double[]> line = new ArrayList<>();
      line.add(Rows.row(spoilt, 0));
      for (int part : chosen(rank, seed)) {
        line.add(stretched(Rows.row(fit.basis(), part), shape.white()));
      }
      line.add(mean(fit.reconstruct(fit.codes())));
      line.add(mean(fit.reconstruct(fit.encode(Observations.of(others)))));
      grid.addRow(line.stream().map(pixels -> PictureGrid.image(pixels, shape)).toList());
    }
    return PngEncoder.encode(enlarged(grid.image()));
  }

  /** Returns a few different numbers below the rank, which is at least as many. */
  private static int[] chosen(int rank, long seed) {
    Draws draws = new Draws(Draws.mix(seed));
    return IntStream.generate(() -> draws.below(rank)).distinct().limit(BASE_VECTORS).toArray();
  }

  /** Makes the largest entry white; the size of a base vector has no meaning. */
  private static double[] stretched(double[] pixels, double white) {
    double largest = Arrays.stream(pixels).max().orElse(0);
    return Arrays.stream(pixels).map(x -> largest > 0 ? x * white / largest : 0).toArray();
  }

  private static double[] mean(DenseMatrix pictures) {
    double[] mean = new double[pictures.columns()];
    for (double[] row : Rows.of(pictures)) {
      Arrays.setAll(mean, j -> mean[j] + row[j] / pictures.rows());
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
