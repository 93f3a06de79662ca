package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.Progress;
import org.mahnmf.solver.TooFewEntriesException;
import org.mahnmf.term.ElasticNet;

class RankSearchTest {

  private static final MahNmf SETTINGS = MahNmf.ofRank(1).withSeed(3).withThreads(1);

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
    HeldOutCurve curve =
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
      HeldOutCurve curve = RankSearch.withDefaults().search(SETTINGS, Observations.of(noise));
      assertFalse(curve.structure(), curve.toString());
      assertEquals(1, curve.rank());
      assertTrue(curve.sentence().contains("No structure found"));
    }
  }

  @Test
  void zerosHaveNoStructure() {
    double[][] table = new double[20][4];
    HeldOutCurve curve = RankSearch.withDefaults().search(SETTINGS, Observations.of(table));
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
      HeldOutCurve curve =
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
      HeldOutCurve curve =
          RankSearch.withDefaults().search(SETTINGS.withSeed(seed), Observations.of(table));
      assertTrue(curve.structure(), curve.toString());
      assertEquals(1, curve.rank(), curve.toString());
    }
  }

  @Test
  void regionsAndGivenRanks() {
    HeldOutCurve curve =
        RankSearch.withDefaults()
            .with(HoldoutPlan.Pattern.REGIONS)
            .withRanks(List.of(5, 2, 3, 2))
            .withFolds(3)
            .search(SETTINGS, Observations.of(planted(120, 80, 3, 9)));
    assertEquals(List.of(2, 3, 5), curve.points().stream().map(HeldOutCurve.Point::rank).toList());
    assertEquals(3, curve.rank(), curve.toString());
    assertEquals("regions", curve.toMap().get("holdout"));
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
    HeldOutCurve one = search.search(SETTINGS, Observations.of(table));
    assertEquals(one, search.search(SETTINGS.withThreads(3), Observations.of(table)));
    assertEquals(one, search.search(SETTINGS, Observations.of(scaled)));
  }

  /** Squares of errors, and sums of entries, leave the range of numbers here. */
  @Test
  void noScaleIsTooLargeOrTooSmall() {
    RankSearch search = RankSearch.withDefaults().withRanks(List.of(1, 3, 4, 5)).withFolds(3);
    HeldOutCurve one = search.search(SETTINGS, Observations.of(planted(60, 40, 4, 4)));
    assertEquals(4, one.rank(), one.toString());
    for (double scale : new double[] {1e-290, 1e-170, 1e170, 0x1p900, 1e290}) {
      double[][] table = planted(60, 40, 4, 4);
      for (double[] row : table) {
        for (int j = 0; j < row.length; j++) {
          row[j] *= scale;
        }
      }
      HeldOutCurve scaled = search.search(SETTINGS, Observations.of(table));
      assertEquals(4, scaled.rank(), scaled.toString());
      assertTrue(scaled.structure());
      // Squares in the loss are in the units of the table, so its columns stay as they are.
      MahNmf elastic = SETTINGS.with(new ElasticNet(.01 / scale));
      HeldOutCurve squared = search.search(elastic, Observations.of(table));
      assertEquals(4, squared.rank(), squared.toString());
    }
  }

  /** Sources that are off at times, columns in units over three decades, noise, gross errors. */
  private static double[][] measured(long seed, int[] rank) {
    SplittableRandom random = new SplittableRandom(seed);
    int rows = 200 + random.nextInt(401);
    int columns = 8 + random.nextInt(33);
    rank[0] = 2 + random.nextInt(5);
    double noise = .05 + .1 * random.nextDouble();
    double gross = .05 * random.nextDouble();
    double[][] codes = new double[rows][rank[0]];
    double[][] basis = new double[rank[0]][columns];
    for (double[][] factor : List.of(codes, basis)) {
      fill(factor, random);
      for (double[] row : factor) {
        Arrays.setAll(row, l -> -StrictMath.log(1 - row[l]));
        Arrays.setAll(row, l -> factor == codes && random.nextDouble() < .4 ? 0 : row[l]);
      }
    }
    Random normal = new Random(seed);
    double[][] table = new double[rows][columns];
    for (int j = 0; j < columns; j++) {
      double mean = 0;
      for (int i = 0; i < rows; i++) {
        for (int l = 0; l < rank[0]; l++) {
          table[i][j] += codes[i][l] * basis[l][j];
        }
        mean += table[i][j] / rows;
      }
      double unit = StrictMath.pow(10, 3 * random.nextDouble() - 1);
      for (int i = 0; i < rows; i++) {
        double noisy = table[i][j] + noise * mean * normal.nextGaussian();
        double wild = 10 * mean * random.nextDouble();
        table[i][j] = unit * Math.max(0, random.nextDouble() < gross ? wild : noisy);
      }
    }
    return table;
  }

  @Test
  @Tag("long")
  void measuredTablesHaveTheirRank() {
    int right = 0;
    for (int seed = 1; seed <= 10; seed++) {
      int[] rank = new int[1];
      Observations table = Observations.of(measured(seed, rank));
      HeldOutCurve curve = RankSearch.withDefaults().search(SETTINGS, table);
      assertTrue(curve.structure());
      assertTrue(Math.abs(curve.rank() - rank[0]) <= 1, seed + ", " + rank[0] + ": " + curve);
      right += curve.rank() == rank[0] ? 1 : 0;
    }
    assertTrue(right >= 9, right + " of 10");
  }

  /** The guide's readings.csv: two parts, glitches, and a little noise that has structure too. */
  static double[][] readings() {
    double[][] table = new double[300][8];
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 8; j++) {
        double slow = (2 + StrictMath.sin(i / 7.)) * (1 + j % 3);
        double slower = (2 + StrictMath.cos(i / 19.)) * (1 + j * j % 5);
        double reading = slow + slower + .1 * StrictMath.sin(i * i + 13 * j);
        table[i][j] = (i * 31 + j * 17) % 23 == 0 ? 60 : Math.rint(1e4 * reading) / 1e4;
      }
    }
    return table;
  }

  @Test
  void theReadingsOfTheGuideHaveTwoParts() {
    for (int seed = 0; seed < 5; seed++) {
      HeldOutCurve curve =
          RankSearch.withDefaults().search(SETTINGS.withSeed(seed), Observations.of(readings()));
      assertEquals(2, curve.rank(), curve.toString());
      assertTrue(curve.sentence().contains("parts do not come out the same"), curve.sentence());
    }
  }

  /** Whatever the fit's solver is, the question is the same. */
  @Test
  void theSolverDoesNotCount() {
    Observations table = Observations.of(planted(60, 40, 2, 4));
    RankSearch search = RankSearch.withDefaults().withRanks(List.of(1, 2, 3)).withFolds(2);
    assertEquals(search.search(SETTINGS, table), search.search(SETTINGS.with(new Rri()), table));
    assertNotEquals(search.search(SETTINGS, table), search.search(SETTINGS.withRidge(0), table));
  }

  @Test
  void symmetricProblemsAreRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                RankSearch.withDefaults()
                    .search(
                        SETTINGS.symmetric(), Observations.of(new double[][] {{1, 2}, {2, 1}})));
    assertTrue(refusal.getMessage().contains("symmetric"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("solver"), refusal.getMessage());
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

  /** Counts the fits of a search. */
  static FitListener count(int[] fits) {
    return new FitListener() {
      @Override
      public void onIteration(Progress progress) {}

      @Override
      public void onFold(String point, int fold, int folds, double error) {
        assertTrue(point.matches("rank [1-9]|weight [0-9.e-]+") && fold <= folds, point);
        fits[0]++;
      }
    };
  }

  @Test
  void anInterruptedSearchKeepsWhatIsDone() {
    Observations table = Observations.of(planted(60, 40, 2, 4));
    int[] fits = {0};
    HeldOutCurve curve =
        RankSearch.withDefaults()
            .withFolds(2)
            .search(SETTINGS.withListener(count(fits)).withCancellation(() -> fits[0] >= 5), table);
    assertTrue(curve.interrupted());
    assertEquals(2, curve.points().size());
  }

  @Test
  void aSearchThatEndsBeforeTheFirstRankAnswersWithTheSmallest() {
    Observations table = Observations.of(planted(60, 40, 2, 4));
    HeldOutCurve stopped =
        RankSearch.withDefaults().search(SETTINGS.withCancellation(() -> true), table);
    assertEquals(1, stopped.rank());
    assertEquals(1, stopped.bestRank());
    assertEquals(List.of(), stopped.points());
    assertTrue(stopped.interrupted());
    assertTrue(stopped.sentence().contains("interrupted"), stopped.sentence());
    assertEquals(true, stopped.toMap().get("interrupted"));

    HeldOutCurve late =
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
