package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems.Planted;

class TestProblemsTest {

  @Test
  void failureNamesTheSeedThatFailed() {
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                TestProblems.forSeeds(
                    5, 10, random -> assertTrue(random.seed() < 8, "not below 8")));
    assertTrue(error.getMessage().contains("seed 8"), error.getMessage());
    assertTrue(error.getMessage().contains("not below 8"), error.getMessage());
  }

  @Test
  void spikesHitAFifthOfTheEntries() {
    Planted planted = TestProblems.plantedWithSpikes(100, 80, 5, 1);
    int changed = 0;
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 80; j++) {
        changed += planted.table()[i][j] == planted.clean()[i][j] ? 0 : 1;
      }
    }
    assertEquals(.2 * 8000, changed, 100);
  }

  @Test
  void missingEntriesLeaveNoLineEmpty() {
    Planted planted = TestProblems.plantedWithMissing(40, 7, 3, .9, 2);
    planted.observations().requireNoEmptyLines();
    assertEquals(0, planted.truth(), 1e-12);
  }

  @Test
  void uniqueFactorizationIsFoundUpToOrderAndScale() {
    Planted planted = TestProblems.unique(12, 10, 3, 3);
    Factorization found =
        MahNmf.ofRank(3)
            .withRestarts(10)
            .withTolerance(1e-6)
            .withExactCodes(true)
            .fit(planted.observations());
    assertTrue(found.relativeError() < .02, "relative error " + found.relativeError());
    List<Integer> matched = new ArrayList<>();
    for (int l = 0; l < 3; l++) {
      double[] part = TestProblems.rows(found.basis())[l];
      for (int k = 0; k < 3; k++) {
        if (cosine(part, planted.basis()[k]) > .99) {
          matched.add(k);
        }
      }
    }
    assertEquals(List.of(0, 1, 2), matched.stream().sorted().toList());
  }

  private static double cosine(double[] a, double[] b) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return ab / Math.sqrt(aa * bb);
  }
}
