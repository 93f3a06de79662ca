package org.mahnmf.lab.noise;

import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.PictureShape;

/**
 * Spoils pictures. The result stays within 0 and white, as pictures do and as NMF needs: what falls
 * outside is clipped.
 */
public interface Noise {

  /** Returns the name that tables show. */
  String name();

  /** Returns how strong it is, in the unit that the class tells. */
  double level();

  /**
   * Returns the same noise at another level.
   *
   * @param newLevel at least 0; 0 changes nothing, or as little as can be
   */
  Noise withLevel(double newLevel);

  /**
   * Spoils one picture.
   *
   * @param pixels the picture; <em>modified</em>
   * @param shape how it is laid out, and what white is
   * @param draws random numbers
   */
  void spoil(double[] pixels, PictureShape shape, Draws draws);
}
