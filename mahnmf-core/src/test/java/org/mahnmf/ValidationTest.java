package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Progress;

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

  private static double error(
      double[][] clean, DenseMatrix basis, DenseMatrix codes, double scale) {
    double error = 0;
    double size = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double fit = 0;
        for (int l = 0; l < basis.rows(); l++) {
          fit += basis.get(l, j) * codes.get(l, i) * scale;
        }
        error += (clean[i][j] - fit) * (clean[i][j] - fit);
        size += clean[i][j] * clean[i][j];
      }
    }
    return error / size;
  }

  /** The truth is as near at the chosen point as anywhere on the path, but for 10 %. */
  @ParameterizedTest
  @ValueSource(strings = {"admm", "smoothing", "rri"})
  void thePointIsAsGoodAsTheBestOfThePath(String solver) {
    // One path may turn by chance: 5 % of a small table are few entries.
    double[] ratios = new double[5];
    for (int seed = 0; seed < ratios.length; seed++) {
      ratios[seed] = againstTheBestOfThePath(solver, seed);
    }
    Arrays.sort(ratios);
    assertTrue(ratios[2] <= 1.1, solver + ": " + Arrays.toString(ratios));
  }

  private static double againstTheBestOfThePath(String solver, long seed) {
    double[][] clean = new double[ROWS][COLUMNS];
    Observations table = Observations.of(noisy(clean));
    List<Double> path = new ArrayList<>();
    Factorization fit =
        MahNmf.withRank(20)
            .withSeed(seed)
            .withThreads(1)
            .with(Registry.solver(solver))
            .with(Registry.start("random"))
            .withValidation(.05)
            .withMaxIterations(40)
            .withListener(
                (Progress progress) ->
                    path.add(
                        error(
                            clean,
                            progress.factors().basis(),
                            progress.factors().codes(),
                            progress.scale())))
            .fit(table);
    RunRecord.Validation validation = fit.record().outcome().validation().orElseThrow();
    assertEquals(path.size(), validation.path().size());
    assertEquals(Collections.min(validation.path()), validation.error());
    assertEquals(validation.error(), validation.path().get(validation.step()));
    assertTrue(fit.record().toMap().containsKey("validation"));
    assertTrue(
        fit.record().outcome().notes().stream().anyMatch(note -> note.contains("hidden entries")));
    return path.get(validation.step()) / Collections.min(path);
  }

  @Test
  void theTurnEndsTheRun() {
    Factorization fit =
        MahNmf.withRank(20)
            .withThreads(1)
            .with(Registry.solver("admm"))
            .with(Registry.start("random"))
            .withValidation(.05)
            .fit(Observations.of(noisy(new double[ROWS][COLUMNS])));
    assertTrue(fit.stopReason().startsWith("held-out error turned"), fit.stopReason());
    RunRecord.Validation validation = fit.record().outcome().validation().orElseThrow();
    assertTrue(validation.step() < validation.path().size() - 1);
    assertTrue(validation.fitError() < validation.error());
    assertTrue(validation.error() < validation.constantError());
  }

  @Test
  void restartsGiveEachPartAConfidence() {
    Observations table = Observations.of(RankSearchTest.planted(80, 50, 3, 5));
    MahNmf settings =
        MahNmf.withRank(3).withThreads(1).with(Registry.start("random")).withRestarts(3);
    List<Double> sure = settings.fit(table).record().outcome().confidence();
    assertEquals(3, sure.size());
    assertTrue(Collections.min(sure) > .97, sure.toString());
    // More parts than the table has: some cannot be found again.
    List<Double> unsure = settings.atRank(6).fit(table).record().outcome().confidence();
    assertTrue(Collections.min(unsure) < .9, unsure.toString());
    assertTrue(settings.withRestarts(1).fit(table).record().outcome().confidence().isEmpty());
  }

  @Test
  void whatCannotBeHiddenIsRefused() {
    MahNmf settings = MahNmf.withRank(1).withThreads(1);
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(0));
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(.6));
    Observations square = Observations.of(new double[][] {{1, 2}, {2, 1}});
    assertThrows(IllegalArgumentException.class, () -> settings.withValidation(.1).fit(square));
    assertThrows(
        IllegalArgumentException.class, () -> settings.symmetric().withValidation(.1).fit(square));
  }
}
