package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.report.MethodScore;

class ForegroundTest {

  @Test
  void theMajorityDecides() {
    boolean[] speck = new boolean[25];
    speck[12] = true;
    assertArrayEquals(new boolean[25], Foreground.majority(speck, 5));
    boolean[] hole = new boolean[25];
    Arrays.fill(hole, true);
    boolean[] full = hole.clone();
    hole[12] = false;
    assertArrayEquals(full, Foreground.majority(hole, 5));
  }

  @Test
  void thresholdAndScore() {
    // one frame of 6 x 4: residual 2 everywhere, 90 in the left half of the picture
    DenseMatrix frame = new DenseMatrix(1, 24);
    DenseMatrix truth = new DenseMatrix(1, 24);
    for (int k = 0; k < 24; k++) {
      frame.set(0, k, k % 6 < 2 ? 90 : 2);
      truth.set(0, k, k % 6 < 1 ? 1 : 0);
    }
    Foreground found = Foreground.of(frame, new DenseMatrix(1, 24), 6);
    assertEquals(5 * 1.4826 * 2, found.threshold(), 1e-12);
    MethodScore score = found.score("any", truth, 1);
    assertEquals(.5, score.precision(), 1e-12);
    assertEquals(1, score.recall(), 1e-12);
    assertEquals(2 / 3.0, score.f(), 1e-12);
  }
}
