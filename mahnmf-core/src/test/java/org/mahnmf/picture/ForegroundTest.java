package org.mahnmf.picture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

class ForegroundTest {

  private static Foreground of(DenseMatrix frames, DenseMatrix background, PictureShape shape) {
    try (Workers workers = new Workers(2)) {
      return Foreground.of(frames, background, Optional.ofNullable(shape), workers);
    }
  }

  @Test
  void theMajorityDecides() {
    boolean[] speck = new boolean[25];
    speck[12] = true;
    assertArrayEquals(new boolean[25], Thresholds.majority(speck, 5));
    boolean[] hole = new boolean[25];
    Arrays.fill(hole, true);
    boolean[] full = hole.clone();
    hole[12] = false;
    assertArrayEquals(full, Thresholds.majority(hole, 5));
  }

  @Test
  void theMajorityIsThatOfTheWholeNeighbourhood() {
    Random random = new Random(1);
    for (int width : new int[] {1, 2, 3, 7}) {
      for (int height : new int[] {1, 2, 5}) {
        boolean[] mask = new boolean[width * height];
        for (int k = 0; k < mask.length; k++) {
          mask[k] = random.nextBoolean();
        }
        assertArrayEquals(plain(mask, width), Thresholds.majority(mask, width));
      }
    }
  }

  private static boolean[] plain(boolean[] mask, int width) {
    int height = mask.length / width;
    boolean[] out = new boolean[mask.length];
    for (int k = 0; k < mask.length; k++) {
      int balance = 0;
      for (int other = 0; other < mask.length; other++) {
        boolean near =
            Math.abs(k % width - other % width) <= 1 && Math.abs(k / width - other / width) <= 1;
        balance += near ? (mask[other] ? 1 : -1) : 0;
      }
      out[k] = balance > 0;
    }
    assertEquals(mask.length, width * height);
    return out;
  }

  @Test
  void eachEntryHasAThresholdOfItsOwn() {
    // entry 0 is calm, entry 1 as noisy as is usual, entry 2 wild
    DenseMatrix frames =
        DenseMatrix.ofRows(
            new double[][] {{10, 12, 30}, {10, 8, 0}, {10, 12, 40}, {10, 8, 50}, {99, 10, 10}});
    DenseMatrix background = new DenseMatrix(5, 3);
    Arrays.fill(background.array(), 10);
    Foreground found = of(frames, background, null);
    assertEquals(4 * 3.1383 * 2, found.threshold(0), 1e-12, "at least as usual");
    assertEquals(4 * 3.1383 * 2, found.threshold(1), 1e-12);
    assertEquals(4 * 3.1383 * 10, found.threshold(2), 1e-12);
    assertArrayEquals(new boolean[3], found.mask(3));
    assertArrayEquals(new boolean[] {true, false, false}, found.mask(4));
    assertArrayEquals(new double[] {89, 0, 0}, found.size(4));
    double[] difference = new double[3];
    found.difference(1, difference);
    assertArrayEquals(new double[] {0, -2, -10}, difference);
    assertArrayEquals(
        new boolean[] {false, false, true}, found.withThreshold(30).mask(3), "one for all");
    assertThrows(IllegalArgumentException.class, () -> found.withThreshold(-1));
    assertThrows(IllegalArgumentException.class, () -> of(frames, new DenseMatrix(5, 2), null));
  }

  @Test
  void missingEntriesDoNotStandOut() {
    DenseMatrix frames =
        DenseMatrix.ofRows(
            new double[][] {{Double.NaN, 1}, {Double.NaN, 1}, {Double.NaN, Double.NaN}});
    Foreground found = of(frames, new DenseMatrix(3, 2), null);
    assertArrayEquals(new boolean[2], found.mask(2));
    assertArrayEquals(new double[2], found.size(2));
  }

  @Test
  void aColouredPixelStandsOutByAnyChannel() {
    PictureShape shape = new PictureShape(4, 3, 3, 255);
    DenseMatrix frames = new DenseMatrix(3, shape.length());
    for (int pixel = 0; pixel < 12; pixel++) {
      frames.set(1, 3 * pixel + 2, pixel % 4 < 2 ? 60 : 0);
    }
    Foreground found = of(frames, new DenseMatrix(3, shape.length()), shape);
    assertEquals(1, found.threshold(0), "a grey level at least");
    assertEquals(12, found.pixels());
    boolean[] mask = found.mask(1);
    for (int pixel = 0; pixel < 12; pixel++) {
      assertEquals(pixel % 4 < 2, mask[pixel]);
    }
    assertEquals(60, found.size(1)[0]);
    assertTrue(Arrays.equals(new boolean[12], found.mask(0)));
  }

  @Test
  void anUnknownLightIsNotForeground() {
    Random random = new Random(7);
    DenseMatrix background = new DenseMatrix(30, 400);
    Arrays.fill(background.array(), 100);
    DenseMatrix frames = new DenseMatrix(30, 400);
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 400; j++) {
        double light = i == 20 ? 10 : 0;
        frames.set(i, j, 100 + light + 2 * random.nextGaussian());
      }
    }
    for (int j = 0; j < 40; j++) {
      frames.set(10, j, 180);
      frames.set(20, j, 255);
    }
    Foreground found = of(frames, background, new PictureShape(400, 1, 1, 255));
    assertEquals(40, set(found.mask(10)));
    assertEquals(40, set(found.mask(20)));
    assertEquals(0, set(found.mask(15)));
  }

  private static int set(boolean[] mask) {
    int count = 0;
    for (boolean one : mask) {
      count += one ? 1 : 0;
    }
    return count;
  }
}
