package org.mahnmf.data.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

class SyntheticTest {

  private static long checksum(DenseMatrix matrix) {
    CRC32 crc = new CRC32();
    for (double value : matrix.array()) {
      long bits = Double.doubleToRawLongBits(value);
      for (int shift = 0; shift < 64; shift += 8) {
        crc.update((int) (bits >>> shift));
      }
    }
    return crc.getValue();
  }

  @Test
  void clipIsTheSameEverywhere() {
    SyntheticClip clip = SyntheticClip.create(40, 30, 20, 1);
    SyntheticClip again = SyntheticClip.create(40, 30, 20, 1);
    assertEquals(clip.pixels(), again.pixels());
    assertEquals(clip.background(), again.background());
    for (int t = 0; t < 20; t++) {
      assertArrayEquals(clip.mask(t), again.mask(t));
    }
    assertNotEquals(clip.pixels(), SyntheticClip.create(40, 30, 20, 2).pixels());
    // Taken on JDK 17 and the same on JDK 25; changes only if the film is meant to change.
    assertEquals(3708023973L, checksum(clip.pixels()));
  }

  @ParameterizedTest
  @CsvSource({"160,120,100,1", "64,48,60,2", "96,54,50,3", "32,24,40,4", "48,96,40,5"})
  void clipIsWhatItsDescriptionSays(int width, int height, int frames, long seed) {
    SyntheticClip clip = SyntheticClip.create(width, height, frames, seed);
    DenseMatrix background = clip.background();
    Observations.of(clip.pixels());
    long covered = 0;
    double differenceInside = 0;
    double squaredOutside = 0;
    long clear = 0;
    for (int t = 0; t < frames; t++) {
      boolean[] mask = clip.mask(t);
      for (int i = 0; i < mask.length; i++) {
        double value = clip.pixels().get(t, i);
        double difference = Math.abs(value - background.get(t, i));
        assertTrue(value >= 0 && value <= 255);
        if (mask[i]) {
          covered++;
          differenceInside += difference;
        } else if (difference < 12) {
          clear++;
          squaredOutside += difference * difference;
        }
      }
    }
    double all = (double) frames * width * height;
    assertTrue(covered / all > 0.04 && covered / all < 0.08, "share " + covered / all);
    assertTrue(differenceInside / covered > 50, "difference " + differenceInside / covered);
    // The rest is noise, but for stuck pixels and the rims of objects.
    assertTrue(clear > 0.97 * (all - covered), "clear " + clear / (all - covered));
    assertEquals(2, Math.sqrt(squaredOutside / clear), 0.4);
  }

  @Test
  void backgroundHasRankTwo() {
    DenseMatrix background = SyntheticClip.create(32, 24, 15, 6).background();
    int pixels = background.columns();
    // Gram-Schmidt on the frames: the third direction and all later ones are nothing but rounding.
    double[][] rest = new double[15][pixels];
    for (int t = 0; t < 15; t++) {
      background.copyRow(t, rest[t]);
    }
    double scale = norm(rest[0]);
    for (int k = 0; k < 2; k++) {
      int pivot = 0;
      for (int t = 1; t < 15; t++) {
        pivot = norm(rest[t]) > norm(rest[pivot]) ? t : pivot;
      }
      double length = norm(rest[pivot]);
      assertTrue(length > 0.01 * scale, "direction " + k + ": " + length / scale);
      double[] direction = rest[pivot].clone();
      for (int t = 0; t < 15; t++) {
        double dot = 0;
        for (int i = 0; i < pixels; i++) {
          dot += rest[t][i] * direction[i];
        }
        for (int i = 0; i < pixels; i++) {
          rest[t][i] -= dot / (length * length) * direction[i];
        }
      }
    }
    for (int t = 0; t < 15; t++) {
      assertTrue(norm(rest[t]) < 1e-12 * scale);
    }
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  @Test
  void anObjectPausesAndAllLeave() {
    SyntheticClip clip = SyntheticClip.create(160, 120, 100, 1);
    // The lower lane, where only the car is in the first third of the film.
    int still = 0;
    for (int t = 1; t < 100; t++) {
      boolean[] before = clip.mask(t - 1);
      boolean[] now = clip.mask(t);
      boolean same = true;
      boolean any = false;
      for (int i = 160 * 95; i < 160 * 103; i++) {
        any |= now[i];
        same &= now[i] == before[i];
      }
      still += any && same ? 1 : 0;
    }
    assertTrue(still > 10, "still for " + still + " frames");
    for (boolean covered : clip.mask(99)) {
      assertTrue(!covered);
    }
  }

  @Test
  void clipRefusesBadSizes() {
    assertThrows(IllegalArgumentException.class, () -> SyntheticClip.create(8, 30, 5, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticClip.create(30, 30, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> SyntheticClip.create(4000, 4000, 1000, 1));
    assertEquals(1, SyntheticClip.create(16, 16, 1, 1).frames());
  }

  @Test
  void plantedTableHasItsOutliers() {
    SyntheticTable table = SyntheticTable.planted(40, 30, 3, 0.2, 9);
    Observations.of(table.dirty());
    double largest = 0;
    for (double value : table.clean().array()) {
      assertTrue(value > 0);
      largest = Math.max(largest, value);
    }
    int high = 0;
    int zero = 0;
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 30; j++) {
        double value = table.dirty().get(i, j);
        if (!table.isOutlier(i, j)) {
          assertEquals(table.clean().get(i, j), value);
        } else if (value == 0) {
          zero++;
        } else {
          assertTrue(value >= largest);
          high++;
        }
      }
    }
    assertEquals(120, high);
    assertEquals(120, zero);
    SyntheticTable again = SyntheticTable.planted(40, 30, 3, 0.2, 9);
    assertEquals(table.dirty(), again.dirty());
    assertEquals(1502385151L, checksum(table.dirty()));
    assertEquals(table.clean(), SyntheticTable.planted(40, 30, 3, 0, 9).dirty());
    assertThrows(IllegalArgumentException.class, () -> SyntheticTable.planted(4, 3, 4, 0, 9));
    assertThrows(IllegalArgumentException.class, () -> SyntheticTable.planted(4, 3, 2, 1.5, 9));
    assertThrows(IllegalArgumentException.class, () -> SyntheticTable.planted(0, 3, 1, 0, 9));
  }
}
