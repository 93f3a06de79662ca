package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Validation;

/** Held-out stopping, and the confidence of restarts. */
class ValidationTest {

  private static final int ROWS = 90;
  private static final int COLUMNS = 60;

  /** Rank 4 with much noise, which a fit of rank 20 has room for. */
  private static double[][] noisy(double[][] clean) {
    SplittableRandom random = new SplittableRandom(11);
    double[][] codes = new double[ROWS][4];
    double[][] basis = new double[4][COLUMNS];
    for (double[][] factor : List.of(codes, basis)) {
      for (double[] row : factor) {
        for (int j = 0; j < row.length; j++) {
          row[j] = random.nextDouble();
        }
      }
    }
    double[][] table = new double[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        for (int l = 0; l < 4; l++) {
          clean[i][j] += codes[i][l] * basis[l][j];
        }
        double dense = clean[i][j] + .3 * (random.nextDouble() - .5);
        table[i][j] = random.nextDouble() < .15 ? 4 * random.nextDouble() : Math.max(0, dense);
      }
    }
    return table;
  }

  /** Where hidden entries do not choose a ridge they do not change the course of the fit. */
  @ParameterizedTest
  @ValueSource(strings = {"admm", "smoothing", "rri"})
  void hiddenEntriesTellHowWellTheyArePredicted(String solver) {
    double[][] clean = new double[ROWS][COLUMNS];
    MahNmf settings =
        MahNmf.ofRank(20)
            .withThreads(1)
            .with(Solvers.named(solver))
            .with(Starts.named("random"))
            .withValidation(.05)
            .withMaxIterations(10);
    Factorization plain = settings.fit(Observations.of(noisy(clean)));
    Validation validation = plain.record().outcome().validation().orElseThrow();
    assertTrue(validation.fitError() < validation.error());
    assertTrue(validation.error() < validation.constantError());
    assertTrue(plain.record().toMap().containsKey("validation"));
    assertTrue(plain.record().outcome().notes().contains(validation.sentence()));
    Factorization ridge = settings.withRidge(.75).fit(Observations.of(noisy(clean)));
    double better = ridge.record().outcome().validation().orElseThrow().error();
    assertTrue(better < validation.error(), better + " against " + validation.error());
  }

  @Test
  void theirShareMayBeChosen() {
    double[][] clean = new double[ROWS][COLUMNS];
    Factorization fit = MahNmf.ofRank(20).withValidation(.2).fit(Observations.of(noisy(clean)));
    int hidden = fit.record().outcome().choice().orElseThrow().hidden();
    assertEquals(.2 * ROWS * COLUMNS, hidden, .02 * ROWS * COLUMNS);
    assertTrue(fit.record().outcome().validation().isEmpty(), "the fit saw them in the end");
  }

  @Test
  void restartsGiveEachPartAConfidence() {
    Observations table = Observations.of(RankSearchTest.planted(80, 50, 3, 5));
    MahNmf settings = MahNmf.ofRank(3).withThreads(1).with(Starts.named("random")).withRestarts(3);
    List<Double> sure = settings.fit(table).record().outcome().confidence();
    assertEquals(3, sure.size());
    assertTrue(Collections.min(sure) > .97, sure.toString());
    // More parts than the table has: some cannot be found again.
    List<Double> unsure = settings.withRank(6).fit(table).record().outcome().confidence();
    assertTrue(Collections.min(unsure) < .9, unsure.toString());
    assertTrue(settings.withRestarts(1).fit(table).record().outcome().confidence().isEmpty());
  }

  @Test
  void whatCannotBeHiddenIsRefused() {
    MahNmf settings = MahNmf.ofRank(1).withThreads(1);
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(0));
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(.6));
    Observations square = Observations.of(new double[][] {{1, 2}, {2, 1}});
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(.1).fit(square));
    assertThrows(
        IllegalArgumentException.class, () -> settings.symmetric().withValidation(.1).fit(square));
  }
}
