package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.graph.Graph;
import org.mahnmf.matrix.Observations;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;

class WeightSearchTest {

  private static final int ROWS = 120;
  private static final int COLUMNS = 50;
  private static final Tradeoff ELASTIC =
      (settings, weight) -> settings.with(new ElasticNet(weight));
  private static final MahNmf SETTINGS = MahNmf.ofRank(3).withSeed(5).withThreads(1);

  /** Rank 3; codes move slowly from row to row if they are smooth. */
  private static double[][] lowRank(long seed, boolean smooth) {
    Random random = new Random(seed);
    double[][] table = new double[ROWS][COLUMNS];
    for (int l = 0; l < 3; l++) {
      double phase = 6 * random.nextDouble();
      double[] basis = random.doubles(COLUMNS).toArray();
      for (int i = 0; i < ROWS; i++) {
        double wave = 1 + Math.sin(phase + (l + 1) * .05 * i);
        double code = smooth ? wave : 2 * random.nextDouble();
        for (int j = 0; j < COLUMNS; j++) {
          table[i][j] += code * basis[j];
        }
      }
    }
    return table;
  }

  private static Observations withNoise(double[][] table, double spread, double gross, long seed) {
    Random random = new Random(seed);
    for (double[] row : table) {
      for (int j = 0; j < COLUMNS; j++) {
        double noisy = Math.max(0, row[j] + spread * random.nextGaussian());
        row[j] = random.nextDouble() < gross ? 6 * random.nextDouble() : noisy;
      }
    }
    return Observations.of(table);
  }

  /** For Gaussian errors squares know more than absolute values do. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void gaussianNoiseWantsAnElasticNet(long seed) {
    Observations table = withNoise(lowRank(seed, false), .3, 0, seed);
    HeldOutCurve curve = WeightSearch.withDefaults().search(SETTINGS, table, ELASTIC);
    assertTrue(curve.weight() > 0, curve.toString());
    assertEquals(0, curve.chosen().excess());
    assertEquals(0, curve.points().get(0).weight());
  }

  /** Gross errors are what squares fall for. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void grossErrorsWantNone(long seed) {
    Observations table = withNoise(lowRank(seed, false), 0, .2, seed);
    HeldOutCurve curve = WeightSearch.withDefaults().search(SETTINGS, table, ELASTIC);
    assertEquals(0, curve.weight(), curve.toString());
    assertTrue(curve.sentence("--elastic").contains("none"));
  }

  /** Slow codes under much noise: neighbours in time know each other's. */
  @Test
  void aGraphThatIsTrueIsWeighed() {
    int[] from = new int[ROWS - 1];
    int[] to = new int[ROWS - 1];
    double[] ones = new double[ROWS - 1];
    for (int i = 0; i + 1 < ROWS; i++) {
      from[i] = i;
      to[i] = i + 1;
      ones[i] = 1;
    }
    Graph chain = Graph.ofEdges(ROWS, from, to, ones);
    Tradeoff smooth = (settings, weight) -> settings.onCodes(new GraphSmoothness(weight, chain));
    Observations slow = withNoise(lowRank(4, true), 1, 0, 4);
    HeldOutCurve found = WeightSearch.withDefaults().search(SETTINGS, slow, smooth);
    assertTrue(found.weight() > 0, found.toString());
    Observations wild = withNoise(lowRank(4, false), .01, 0, 4);
    HeldOutCurve none = WeightSearch.withDefaults().search(SETTINGS, wild, smooth);
    assertEquals(0, none.weight(), none.toString());
  }

  @Test
  void zerosWantNone() {
    Observations zeros = Observations.of(new double[20][4]);
    HeldOutCurve curve = WeightSearch.withDefaults().search(SETTINGS, zeros, ELASTIC);
    assertEquals(0, curve.weight(), curve.toString());
    assertTrue(curve.sentence("--elastic").contains("none"));
  }

  @Test
  void theAnswerDoesNotDependOnThreadsOrUnits() {
    double[][] values = lowRank(7, false);
    Observations table = withNoise(values, .3, 0, 7);
    double[][] scaled = new double[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        scaled[i][j] = 1024 * values[i][j];
      }
    }
    WeightSearch search = WeightSearch.withDefaults();
    HeldOutCurve one = search.search(SETTINGS, table, ELASTIC);
    assertEquals(one, search.search(SETTINGS.withThreads(3), table, ELASTIC));
    HeldOutCurve large = search.search(SETTINGS, Observations.of(scaled), ELASTIC);
    assertEquals(one.weight(), 1024 * large.weight());
    assertEquals(1024 * one.chosen().error(), large.chosen().error());
  }

  @Test
  void anInterruptedSearchKeepsWhatIsDone() {
    Observations table = withNoise(lowRank(7, false), .3, 0, 7);
    int[] fits = {0};
    HeldOutCurve curve =
        WeightSearch.withDefaults()
            .search(
                SETTINGS
                    .withListener(RankSearchTest.count(fits))
                    .withCancellation(() -> fits[0] >= 17),
                table,
                ELASTIC);
    assertTrue(curve.interrupted());
    // Five fits to begin with, five each for none and for the first weight; the next is cut short.
    assertEquals(2, curve.points().size());
    HeldOutCurve nothing =
        WeightSearch.withDefaults().search(SETTINGS.withCancellation(() -> true), table, ELASTIC);
    assertEquals(0, nothing.weight());
    assertTrue(nothing.sentence("elastic").contains("interrupted"));
    HeldOutCurve late =
        WeightSearch.withDefaults()
            .search(SETTINGS.withTimeLimit(Duration.ofNanos(1)), table, ELASTIC);
    assertFalse(late.interrupted());
    assertTrue(late.sentence("elastic").contains("time limit"));
  }
}
