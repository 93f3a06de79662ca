package org.mahnmf.lab.noise;

import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.PictureShape;

/**
 * Noise that meets each number of a picture by itself.
 *
 * @param name that tables show
 * @param level as the rule wants it
 * @param rule what happens to a number between 0 and 1
 */
record PixelNoise(String name, double level, Rule rule) implements Noise {

  /** Changes one number. */
  @FunctionalInterface
  interface Rule {
    /**
     * Returns a spoilt number, within 0 and 1 or not.
     *
     * @param value from 0 to 1
     * @param level of the noise
     * @param draws random numbers
     */
    double apply(double value, double level, Draws draws);
  }

  @Override
  public Noise withLevel(double newLevel) {
    return new PixelNoise(name, newLevel, rule);
  }

  @Override
  public void spoil(double[] pixels, PictureShape shape, Draws draws) {
    for (int k = 0; k < pixels.length; k++) {
      double value = rule.apply(pixels[k] / shape.white(), level, draws);
      pixels[k] = shape.white() * Math.max(0, Math.min(1, value));
    }
  }
}
