package org.mahnmf.lab.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

class NoisesTest {

  private static final PictureShape SHAPE = new PictureShape(20, 15, 1, 255);

  private static DenseMatrix grey(double value) {
    DenseMatrix pictures = new DenseMatrix(400, 300);
    Arrays.fill(pictures.array(), value);
    return pictures;
  }

  static List<Noise> noises() {
    return Noises.all();
  }

  private static DenseMatrix apply(Noise noise, double grey, long seed) {
    return Noises.apply(noise, grey(grey), SHAPE, seed);
  }

  @ParameterizedTest
  @MethodSource("noises")
  void staysWithinBlackAndWhiteAndFollowsTheSeed(Noise noise) {
    DenseMatrix spoilt = apply(noise, 200, 3);
    for (double value : spoilt.array()) {
      assertTrue(value >= 0 && value <= 255, noise.name() + " " + value);
    }
    assertEquals(spoilt, apply(noise, 200, 3));
    assertNotEquals(spoilt, apply(noise, 200, 4));
    assertEquals(grey(200), apply(noise.withLevel(0), 200, 3), noise.name());
    assertEquals(grey(7), Noises.apply(Noises.NONE, grey(7), SHAPE, 1));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
  }

  /** In parts of white; the levels are small enough that nothing is clipped. */
  private static double[] spoilt(int which, double level) {
    double[] values = apply(Noises.all().get(which).withLevel(level), 127.5, 9).array();
    return Arrays.stream(values).map(v -> v / 255).toArray();
  }

  @Test
  void levelsMeanWhatTheySay() {
    double[] occluded = spoilt(0, .1);
    assertEquals(.1, Arrays.stream(occluded).filter(v -> v == 1).count() / 120000., .003);
    assertEquals(2 * .02 * .02, variance(spoilt(1, .02)), .00002);
    double[] pepper = spoilt(2, .3);
    assertEquals(.15, Arrays.stream(pepper).filter(v -> v == 0).count() / 120000., .004);
    assertEquals(.15, Arrays.stream(pepper).filter(v -> v == 1).count() / 120000., .004);
    assertEquals(.05 * .05, variance(spoilt(3, .05)), .0001);
    // Variance of Poisson(x·c)/c is x/c.
    assertEquals(.5 * .005, variance(spoilt(4, .005)), .0001);
    for (int which : new int[] {1, 3, 4}) {
      assertEquals(.5, mean(spoilt(which, .01)), .002, "noise " + which);
    }
  }

  @Test
  void poissonHasItsProbabilities() {
    Draws draws = new Draws(5);
    int[] counts = new int[200];
    for (int k = 0; k < 100000; k++) {
      counts[Noises.poisson(2.5, draws)]++;
    }
    double probability = Math.exp(-2.5);
    for (int k = 0; k < 8; k++) {
      assertEquals(probability, counts[k] / 100000., .006, "count " + k);
      probability *= 2.5 / (k + 1);
    }
    assertEquals(0, Noises.poisson(0, draws));
  }
}
