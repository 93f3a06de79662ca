package org.mahnmf.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class ClusterScoresTest {

  @Test
  void byHand() {
    int[] truth = {1, 1, 1, 2, 2, 2};
    int[] found = {7, 7, 8, 8, 8, 8};
    ClusterScores scores = ClusterScores.of(truth, found);
    assertEquals(5 / 6., scores.accuracy(), 1e-15);
    // 15 pairs; together in both: (0,1), (3,4), (3,5), (4,5); apart in both: 0 and 1 with 3, 4, 5.
    assertEquals(10 / 15., scores.rand(), 1e-15);
    // Expected (3 + 3)(1 + 6)/15 = 2.8, most (6 + 7)/2.
    assertEquals((4 - 2.8) / (6.5 - 2.8), scores.adjustedRand(), 1e-15);
    // {0,1,2} overlaps {0,1} by 2/3; {3,4,5} overlaps {2,3,4,5} by 3/4.
    assertEquals(.5 * 2 / 3 + .5 * 3 / 4, scores.covering(), 1e-15);
    double information =
        2 / 6. * Math.log(2) + 1 / 6. * Math.log(.5) + 3 / 6. * Math.log(3 * 6 / (3. * 4));
    assertEquals(information / Math.log(2), scores.mutualInformation(), 1e-15);
  }

  @Test
  void byHandWithMoreGroupsThanClasses() {
    int[] truth = {1, 1, 1, 1, 2, 2};
    int[] found = {0, 0, 3, 3, 5, 5};
    // One of the halves of class 1 has no partner. The groups tell the class, so I = H(truth).
    double information = -(4 / 6. * Math.log(4 / 6.) + 2 / 6. * Math.log(2 / 6.));
    ClusterScores scores = ClusterScores.of(truth, found);
    assertEquals(4 / 6., scores.accuracy(), 1e-15);
    assertEquals(information / Math.log(3), scores.mutualInformation(), 1e-15);
    ClusterScores swapped = ClusterScores.of(found, truth);
    assertEquals(4 / 6., swapped.accuracy(), 1e-15);
    assertEquals(information / Math.log(3), swapped.mutualInformation(), 1e-15);
  }

  @Test
  void perfectUpToNames() {
    assertEquals(
        new ClusterScores(1, 1, 1, 1, 1),
        ClusterScores.of(new int[] {0, 0, 1, 2}, new int[] {5, 5, -1, 3}));
    assertEquals(new ClusterScores(1, 1, 1, 1, 1), ClusterScores.of(new int[3], new int[3]));
    assertEquals(new ClusterScores(1, 1, 1, 1, 1), ClusterScores.of(new int[1], new int[1]));
  }

  @Test
  void meanOverSeveralTruths() {
    int[] found = {0, 0, 1, 1};
    ClusterScores mean =
        ClusterScores.mean(List.of(new int[] {3, 3, 4, 4}, new int[] {0, 0, 0, 0}), found);
    assertEquals(.75, mean.accuracy(), 1e-15);
    assertEquals(.5, mean.mutualInformation(), 1e-15);
    assertEquals((1 + 2 / 6.) / 2, mean.rand(), 1e-15);
    assertEquals((1 + .5) / 2, mean.covering(), 1e-15);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/cluster/scores.csv", delimiter = ';', numLinesToSkip = 1)
  void agreesWithScikitLearn(
      String truth,
      String found,
      double accuracy,
      double information,
      double adjustedRand,
      double rand,
      double covering) {
    ClusterScores scores = ClusterScores.of(labels(truth), labels(found));
    assertEquals(accuracy, scores.accuracy(), 1e-12);
    assertEquals(information, scores.mutualInformation(), 1e-12);
    assertEquals(adjustedRand, scores.adjustedRand(), 1e-12);
    assertEquals(rand, scores.rand(), 1e-12);
    assertEquals(covering, scores.covering(), 1e-12);
  }

  private static int[] labels(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void refusesDifferentLengths() {
    assertThrows(IllegalArgumentException.class, () -> ClusterScores.of(new int[2], new int[3]));
    assertThrows(IllegalArgumentException.class, () -> ClusterScores.of(new int[0], new int[0]));
  }
}
