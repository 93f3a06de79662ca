package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.problem.Observations;
import org.mahnmf.store.HoldoutPlan;

class RankSearchTest {

  private static final MahNmf SETTINGS = MahNmf.withRank(1).withSeed(3).withThreads(1);

  /** Low rank, with gross errors and missing entries. */
  static double[][] planted(int rows, int columns, int rank, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] codes = new double[rows][rank];
    double[][] basis = new double[rank][columns];
    fill(codes, random);
    fill(basis, random);
    double[][] table = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int l = 0; l < rank; l++) {
          table[i][j] += codes[i][l] * basis[l][j];
        }
        double fate = random.nextDouble();
        table[i][j] = fate < .1 ? 0 : fate < .2 ? rank : fate < .25 ? Double.NaN : table[i][j];
      }
    }
    return table;
  }

  private static void fill(double[][] rows, SplittableRandom random) {
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextDouble();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void findsThePlantedRank(long seed) {
    RankCurve curve =
        RankSearch.withDefaults().search(SETTINGS, Observations.of(planted(120, 80, 4, seed)));
    assertEquals(4, curve.rank(), curve.toString());
    assertTrue(curve.structure());
    assertTrue(curve.chosen().stability() > .98, curve.toString());
    assertTrue(curve.chosen().error() < .8 * curve.constantError());
    // Ranks on both sides of it were tried.
    assertTrue(curve.points().stream().anyMatch(point -> point.rank() == 3));
    assertTrue(curve.points().stream().anyMatch(point -> point.rank() == 5));
  }

  @Test
  void noiseHasNoStructure() {
    for (int size : new int[] {20, 40, 120}) {
      double[][] noise = new double[size][size / 2];
      fill(noise, new SplittableRandom(size));
      RankCurve curve = RankSearch.withDefaults().search(SETTINGS, Observations.of(noise));
      assertFalse(curve.structure(), curve.toString());
      assertEquals(1, curve.rank());
      assertTrue(curve.sentence().contains("No structure found"));
    }
  }

  @Test
  void zerosHaveNoStructure() {
    double[][] table = new double[20][4];
    RankCurve curve = RankSearch.withDefaults().search(SETTINGS, Observations.of(table));
    assertFalse(curve.structure(), curve.toString());
    assertEquals(1, curve.rank());
    assertEquals(0, curve.constantError());
    assertEquals(0, curve.chosen().error());
  }

  /** In the fold that hides the only entry that is not zero the others are zeros. */
  @Test
  void oneEntryIsNoStructure() {
    for (int i = 0; i < 20; i++) {
      double[][] table = new double[20][10];
      table[i][i / 2] = 3;
      RankCurve curve =
          RankSearch.withDefaults()
              .withRanks(List.of(1, 2))
              .search(SETTINGS, Observations.of(table));
      assertFalse(curve.structure(), curve.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void narrowTablesAreSearched(int columns) {
    for (int seed = 0; seed < 4; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] codes = new double[40][1];
      double[][] basis = new double[1][columns];
      fill(codes, random);
      fill(basis, random);
      double[][] table = new double[40][columns];
      for (int i = 0; i < 40; i++) {
        for (int j = 0; j < columns; j++) {
          table[i][j] = (.1 + codes[i][0]) * (.1 + basis[0][j]);
        }
      }
      RankCurve curve =
          RankSearch.withDefaults().search(SETTINGS.withSeed(seed), Observations.of(table));
      assertTrue(curve.structure(), curve.toString());
      assertEquals(1, curve.rank(), curve.toString());
    }
  }

  @Test
  void blocksAndGivenRanks() {
    RankCurve curve =
        RankSearch.withDefaults()
            .with(HoldoutPlan.Pattern.BLOCKS)
            .withRanks(List.of(5, 2, 3, 2))
            .withFolds(3)
            .search(SETTINGS, Observations.of(planted(120, 80, 3, 9)));
    assertEquals(List.of(2, 3, 5), curve.points().stream().map(RankCurve.Point::rank).toList());
    assertEquals(3, curve.rank(), curve.toString());
    assertEquals("blocks", curve.toMap().get("holdout"));
  }

  @Test
  void theAnswerDoesNotDependOnThreadsOrUnits() {
    double[][] table = planted(60, 40, 2, 4);
    double[][] scaled = planted(60, 40, 2, 4);
    for (double[] row : scaled) {
      for (int j = 0; j < row.length; j++) {
        row[j] *= 1024;
      }
    }
    RankSearch search = RankSearch.withDefaults().withRanks(List.of(1, 2, 3)).withFolds(2);
    RankCurve one = search.search(SETTINGS, Observations.of(table));
    assertEquals(one, search.search(SETTINGS.withThreads(3), Observations.of(table)));
    RankCurve large = search.search(SETTINGS, Observations.of(scaled));
    assertEquals(one.rank(), large.rank());
    for (int k = 0; k < 3; k++) {
      assertEquals(1024 * one.points().get(k).error(), large.points().get(k).error());
    }
  }

  @Test
  void wrongSettingsAreNamed() {
    RankSearch search = RankSearch.withDefaults();
    assertThrows(IllegalArgumentException.class, () -> search.withFolds(1));
    assertThrows(IllegalArgumentException.class, () -> search.withRanks(List.of(0)));
    Observations table = Observations.of(planted(20, 9, 2, 1));
    IllegalArgumentException large =
        assertThrows(
            IllegalArgumentException.class,
            () -> search.withRanks(List.of(10)).search(SETTINGS, table));
    assertTrue(large.getMessage().contains("at most min(rows, columns) = 9"));
    Observations tiny = Observations.of(new double[][] {{1, 2, 3}, {2, 3, 4}});
    IllegalArgumentException small =
        assertThrows(TooFewEntriesException.class, () -> search.search(SETTINGS, tiny));
    assertTrue(small.getMessage().contains("can be hidden"), small.getMessage());
  }

  @Test
  void anInterruptedSearchKeepsWhatIsDone() {
    Observations table = Observations.of(planted(60, 40, 2, 4));
    int[] fits = {0};
    RankCurve curve =
        RankSearch.withDefaults()
            .withFolds(2)
            .withListener((rank, fold, folds, error) -> fits[0]++)
            .search(SETTINGS.withCancellation(() -> fits[0] >= 5), table);
    assertTrue(curve.interrupted());
    assertEquals(2, curve.points().size());
  }

  @Test
  void aSearchThatEndsBeforeTheFirstRankAnswersWithTheSmallest() {
    Observations table = Observations.of(planted(60, 40, 2, 4));
    RankCurve stopped =
        RankSearch.withDefaults().search(SETTINGS.withCancellation(() -> true), table);
    assertEquals(1, stopped.rank());
    assertEquals(1, stopped.bestRank());
    assertEquals(List.of(), stopped.points());
    assertTrue(stopped.interrupted());
    assertTrue(stopped.sentence().contains("interrupted"), stopped.sentence());
    assertEquals(true, stopped.toMap().get("interrupted"));

    RankCurve late =
        RankSearch.withDefaults()
            .withRanks(List.of(4, 3))
            .search(SETTINGS.withTimeLimit(Duration.ofNanos(1)), table);
    assertEquals(3, late.rank());
    assertFalse(late.interrupted());
    assertTrue(late.sentence().contains("time limit"), late.sentence());
    assertFalse(late.sentence().contains("interrupted"), late.sentence());
    assertEquals(false, late.toMap().get("interrupted"));
  }
}
