package org.mahnmf.lab.noise;

import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.PictureShape;

/**
 * Spoils pictures. The result stays within 0 and white, as pictures do and as NMF needs: what falls
 * outside is clipped.
 *
 * @param name that tables show
 * @param level how strong it is, at least 0; 0 changes nothing, or as little as can be
 * @param rule what happens to a picture
 */
public record Noise(String name, double level, Rule rule) {

  /** Changes a picture. */
  @FunctionalInterface
  public interface Rule {

    /** Spoils the pixels of one picture, which are <em>modified</em>. */
    void spoil(double[] pixels, PictureShape shape, double level, Draws draws);
  }

  /** Returns the same noise at another level. */
  public Noise withLevel(double newLevel) {
    return new Noise(name, newLevel, rule);
  }
}
