package org.mahnmf.lab.noise;

import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.PictureShape;

/**
 * A white square somewhere in each picture.
 *
 * @param level share of the picture's pixels that the square covers, 0 to 1
 */
record Occlusion(double level) implements Noise {

  @Override
  public String name() {
    return "Occlusion";
  }

  @Override
  public Noise withLevel(double newLevel) {
    return new Occlusion(newLevel);
  }

  @Override
  public void spoil(double[] pixels, PictureShape shape, Draws draws) {
    // Sides are whole pixels; drawing between two sizes gives the wanted share on average.
    double area = level * shape.width() * shape.height();
    int small = (int) Math.sqrt(area);
    double left = area - (double) small * small;
    int side = draws.uniform() < left / (2 * small + 1) ? small + 1 : small;
    int wide = Math.min(side, shape.width());
    int high = Math.min(side, shape.height());
    int x0 = draws.below(shape.width() - wide + 1);
    int y0 = draws.below(shape.height() - high + 1);
    for (int y = y0; y < y0 + high; y++) {
      for (int x = x0; x < x0 + wide; x++) {
        for (int channel = 0; channel < shape.channels(); channel++) {
          pixels[(y * shape.width() + x) * shape.channels() + channel] = shape.white();
        }
      }
    }
  }
}
