package org.mahnmf.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MaskScoreTest {

  private static final byte OUTSIDE = 85;

  @Test
  void countsByHand() {
    // moving: three, of which two are found; still and shadow: one of two found; the rest: ignored
    byte[] truth = {
      MaskScore.MOVING,
      MaskScore.MOVING,
      MaskScore.MOVING,
      MaskScore.STILL,
      MaskScore.SHADOW,
      OUTSIDE,
      MaskScore.UNKNOWN
    };
    boolean[] found = {true, true, false, false, true, true, true};
    double[] size = {200, 90, 30, 20, 40, 255, 255};
    MaskScore score = new MaskScore(255);
    score.add(found, size, truth);
    assertEquals(5, score.judged());
    assertEquals(2.0 / 3, score.precision(), 1e-15);
    assertEquals(2.0 / 3, score.recall(), 1e-15);
    assertEquals(2.0 / 3, score.f(), 1e-15);
    // above 20: hits 3, misses 1 (shadow), F 6/7; above 40: hits 2, no miss, F 4/5
    assertEquals(6.0 / 7, score.bestF(), 1e-15);
    assertEquals(30, score.bestThreshold(), 255.0 / 4096);
  }

  @Test
  void framesAddUp() {
    MaskScore score = new MaskScore(1);
    score.add(new boolean[] {true}, new double[] {.5}, new byte[] {MaskScore.MOVING});
    score.add(new boolean[] {true}, new double[] {.5}, new byte[] {MaskScore.STILL});
    assertEquals(.5, score.precision());
    assertEquals(1, score.recall());
    assertEquals(2.0 / 3, score.f(), 1e-15);
    assertEquals(2.0 / 3, score.bestF(), 1e-15);
  }

  @Test
  void theBestThresholdIsTheBestOfAll() {
    Random random = new Random(5);
    int count = 400;
    byte[] truth = new byte[count];
    double[] size = new double[count];
    for (int k = 0; k < count; k++) {
      boolean moves = random.nextInt(3) == 0;
      truth[k] = moves ? MaskScore.MOVING : MaskScore.STILL;
      size[k] = Math.rint(Math.abs(random.nextGaussian()) * (moves ? 60 : 25));
    }
    MaskScore score = new MaskScore(4096);
    score.add(new boolean[count], size, truth);
    double best = 0;
    for (int threshold = -1; threshold < 256; threshold++) {
      MaskScore one = new MaskScore(4096);
      boolean[] found = new boolean[count];
      for (int k = 0; k < count; k++) {
        found[k] = size[k] > threshold;
      }
      one.add(found, size, truth);
      best = Math.max(best, one.f());
    }
    assertEquals(best, score.bestF(), 1e-15);
  }

  @Test
  void nothingToFind() {
    MaskScore score = new MaskScore(255);
    score.add(new boolean[2], new double[2], new byte[2]);
    assertEquals(0, score.precision());
    assertEquals(0, score.recall());
    assertEquals(0, score.f());
    assertEquals(0, score.bestF());
    assertThrows(
        IllegalArgumentException.class,
        () -> score.add(new boolean[2], new double[2], new byte[3]));
    assertThrows(IllegalArgumentException.class, () -> new MaskScore(0));
  }
}
