package org.mahnmf.data.synthetic;

import java.util.Arrays;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

/**
 * A coloured picture of a landscape whose regions are known: sky, mountains, forest, lake and
 * meadow, each with a colour and a texture of its own.
 *
 * <p>The same arguments make the same numbers on any machine.
 */
public final class SyntheticLandscape {

  /** Regions in a picture. */
  public static final int REGIONS = 5;

  private static final int SKY = 1;
  private static final int MOUNTAIN = 2;
  private static final int FOREST = 3;
  private static final int LAKE = 4;
  private static final int MEADOW = 5;
  private static final int PROBES = 3;

  private final PictureShape shape;
  private final SmoothNoise noise;
  private final double peak;
  private final double shore;
  private final DenseMatrix picture;
  private final byte[] regions;

  private SyntheticLandscape(int width, int height, long seed) {
    this.shape = new PictureShape(width, height, 3, 255);
    Draws draws = new Draws(seed);
    this.noise = new SmoothNoise(draws.bits());
    this.peak = draws.uniform(.35, .75);
    this.shore = draws.uniform(.35, .6);
    this.picture = new DenseMatrix(1, shape.length());
    this.regions = new byte[shape.pixels()];
    paint(draws);
  }

  /** Makes a picture. */
  public static SyntheticLandscape create(int width, int height, long seed) {
    boolean isLarge = width >= 16 && height >= 16;
    Check.that("the picture is %sx%s but must be at least 16x16", isLarge, width, height);
    return new SyntheticLandscape(width, height, seed);
  }

  public PictureShape shape() {
    return shape;
  }

  /** Returns the picture in one row, red, green and blue of each pixel. Not a copy. */
  public DenseMatrix picture() {
    return picture;
  }

  /** Returns the region of each pixel, from 1 to {@link #REGIONS}. */
  public byte[] regions() {
    return regions.clone();
  }

  private void paint(Draws draws) {
    double unit = 1.0 / shape.height();
    double[] colour = new double[3];
    double[] sum = new double[3];
    for (int pixel = 0; pixel < shape.pixels(); pixel++) {
      int column = pixel % shape.width();
      int line = pixel / shape.width();
      int[] votes = new int[REGIONS + 1];
      Arrays.fill(sum, 0);
      for (int probe = 0; probe < PROBES * PROBES; probe++) {
        double x = unit * place(column, probe % PROBES);
        double y = unit * place(line, probe / PROBES);
        int region = region(x, y);
        votes[region]++;
        colour(region, x, y, colour);
        for (int c = 0; c < 3; c++) {
          sum[c] += colour[c];
        }
      }
      int most = 1;
      for (int region = 2; region <= REGIONS; region++) {
        most = votes[region] > votes[most] ? region : most;
      }
      regions[pixel] = (byte) most;
      for (int c = 0; c < 3; c++) {
        double value = sum[c] / (PROBES * PROBES) + 1.5 * draws.gaussian();
        picture.set(0, 3 * pixel + c, Math.rint(Math.max(0, Math.min(255, value))));
      }
    }
  }

  /** Where a pixel is probed, in pixels. */
  private static double place(int pixel, int probe) {
    return pixel + (probe + .5) / PROBES;
  }

  /** Lengths are in picture heights; y grows downwards. */
  private int region(double x, double y) {
    double width = (double) shape.width() / shape.height();
    double share = x / width;
    double meadow = .80 + .05 * (noise.at(2.2 * x, 0, 1) - .5) - .06 * (share - .5);
    if (y > meadow) {
      return MEADOW;
    }
    double water = .60 + .02 * (noise.at(5 * x, 3, 2) - .5);
    double bank = shore + .12 * (noise.at(0, 4 * y, 3) - .5);
    if (y > water && share > bank - .9 * (y - water)) {
      return LAKE;
    }
    double trees = .54 + .05 * (noise.at(9 * x, 0, 4) - .5) + .03 * (noise.at(30 * x, 5, 5) - .5);
    if (y > trees) {
      return FOREST;
    }
    double ridge = .30 + .55 * Math.abs(share - peak) + .10 * (noise.at(4 * x, 9, 6) - .5);
    return y > ridge + .03 * (noise.at(16 * x, 1, 7) - .5) ? MOUNTAIN : SKY;
  }

  private void colour(int region, double x, double y, double[] out) {
    switch (region) {
      case SKY -> {
        double cloud = SmoothNoise.step(.55, .78, noise.at(2.4 * x, 6 * y, 10));
        set(out, 116 + 60 * y, 164 + 36 * y, 226, 0);
        blend(out, 244, 246, 250, .85 * cloud);
      }
      case MOUNTAIN -> {
        double rock = 40 * (noise.at(14 * x + 5 * y, 22 * y, 11) - .5);
        set(out, 128, 120, 134, rock);
        double snow = SmoothNoise.step(.40, .32, y + .08 * (noise.at(12 * x, 12 * y, 12) - .5));
        blend(out, 240, 243, 248, .9 * snow);
      }
      case FOREST -> set(out, 40, 78, 46, 64 * (noise.at(34 * x, 26 * y, 13) - .5));
      case LAKE -> {
        double ripple = 30 * (noise.at(7 * x, 70 * y, 14) - .5);
        set(out, 58, 112 - 20 * y, 158 - 20 * y, ripple);
      }
      case MEADOW -> {
        set(out, 142, 168, 62, 46 * (noise.at(46 * x, 30 * y, 15) - .5));
        double flower = SmoothNoise.step(.80, .86, noise.at(38 * x, 38 * y, 16));
        blend(out, 236, 206, 70, flower);
      }
      default -> throw new IllegalStateException("there is no region " + region);
    }
  }

  private static void set(double[] out, double red, double green, double blue, double more) {
    out[0] = red + more;
    out[1] = green + more;
    out[2] = blue + more;
  }

  private static void blend(double[] out, double red, double green, double blue, double share) {
    out[0] += share * (red - out[0]);
    out[1] += share * (green - out[1]);
    out[2] += share * (blue - out[2]);
  }
}
