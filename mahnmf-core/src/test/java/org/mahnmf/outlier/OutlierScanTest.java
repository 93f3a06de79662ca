package org.mahnmf.outlier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

class OutlierScanTest {

  /** A table of low rank whose columns have different units. */
  private static final class Made {

    private final DenseMatrix clean;
    private final DenseMatrix table;
    private final boolean[][] bad;
    private int badCount;

    Made(int rows, int columns, int rank, double noise, boolean byLevel, double share, long seed) {
      Random random = new Random(seed);
      clean = new DenseMatrix(rows, columns);
      table = new DenseMatrix(rows, columns);
      bad = new boolean[rows][columns];
      double[][] codes = new double[rows][rank];
      double[][] basis = new double[rank][columns];
      for (int l = 0; l < rank; l++) {
        for (int i = 0; i < rows; i++) {
          codes[i][l] = random.nextDouble();
        }
        for (int j = 0; j < columns; j++) {
          basis[l][j] = random.nextDouble() * Math.pow(10, j % 5);
        }
      }
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          double value = 0;
          for (int l = 0; l < rank; l++) {
            value += codes[i][l] * basis[l][j];
          }
          clean.set(i, j, value);
          double size = byLevel ? value * (1 + j % 3) : .25 * rank * Math.pow(10, j % 5);
          double seen = Math.max(0, value + noise * size * random.nextGaussian());
          if (random.nextDouble() < share) {
            bad[i][j] = true;
            badCount++;
            seen = random.nextBoolean() ? 0 : value * (2 + 2 * random.nextDouble());
          }
          table.set(i, j, seen);
        }
      }
    }

    OutlierScan scan(int rank) {
      return OutlierScan.of(MahNmf.ofRank(rank).withThreads(1), Observations.of(table));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "200, 40, 3, 0, false, 1",
    "200, 40, 3, .01, false, 2",
    "200, 40, 3, .03, true, 3",
    "90, 30, 2, .01, false, 4",
    "90, 30, 2, .02, true, 5"
  })
  void findsBadCellsAndLittleElse(
      int rows, int columns, int rank, double noise, boolean byLevel, long seed) {
    Made made = new Made(rows, columns, rank, noise, byLevel, .05, seed);
    OutlierScan scan = made.scan(rank);
    double hits = scan.cells().stream().filter(cell -> made.bad[cell.row()][cell.column()]).count();
    double precision = hits / scan.cells().size();
    double recall = hits / made.badCount;
    assertTrue(precision >= .95 && recall >= .95, "precision " + precision + " recall " + recall);
    assertTrue(Math.abs(scan.cells().get(0).score()) > OutlierScan.CUT_OFF);
    int cells = scan.rows().stream().mapToInt(OutlierScan.Row::cells).sum();
    assertEquals(scan.cells().size(), cells);
    DenseMatrix repaired = scan.repaired();
    for (OutlierScan.Cell cell : scan.cells()) {
      double truth = made.clean.get(cell.row(), cell.column());
      double unit = Math.pow(10, cell.column() % 5);
      assertEquals(truth, repaired.get(cell.row(), cell.column()), (.02 + 5 * noise) * rank * unit);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "60, 20, 2, 0, false, 2",
    "200, 40, 3, .01, false, 3",
    "90, 30, 2, .05, false, 4",
    "200, 40, 3, .03, true, 5"
  })
  void flagsNextToNothingOfACleanTable(
      int rows, int columns, int rank, double noise, boolean byLevel, long seed) {
    int flagged = new Made(rows, columns, rank, noise, byLevel, 0, seed).scan(rank).cells().size();
    assertTrue(flagged < .005 * rows * columns, "flagged " + flagged);
  }

  /**
   * Three parts, the last in a third of the rows and alone in the last columns but one; the last
   * column is zero.
   */
  private static double[][] mostlyZero(double noise, boolean byLevel, Random random) {
    int rows = 300;
    int columns = 14;
    double[][] basis = new double[3][columns];
    for (int j = 0; j < columns - 1; j++) {
      for (int l = j < 9 ? 0 : 2; l < 3; l++) {
        basis[l][j] = .1 + random.nextDouble();
      }
    }
    double[][] table = new double[rows][columns];
    for (double[] row : table) {
      for (int l = 0; l < 3; l++) {
        double code = l < 2 || random.nextDouble() < .35 ? .1 + random.nextDouble() : 0;
        for (int j = 0; j < columns; j++) {
          row[j] += code * basis[l][j];
        }
      }
      for (int j = 0; j < columns; j++) {
        double size = byLevel ? row[j] : 1;
        row[j] = Math.max(0, row[j] + noise * size * random.nextGaussian());
      }
    }
    return table;
  }

  private static OutlierScan scanOf(double[][] table) {
    return OutlierScan.of(MahNmf.ofRank(3).withThreads(1), Observations.of(table));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2", ".01, 1", ".01, 2", ".02, 1", ".02, 2"})
  void columnsThatAreMostlyZeroHaveBadCellsToo(double noise, long seed) {
    Random random = new Random(seed);
    double[][] table = mostlyZero(noise, true, random);
    boolean[][] bad = new boolean[300][14];
    int[] planted = new int[14];
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 14; j++) {
        if (random.nextDouble() < .03) {
          bad[i][j] = true;
          planted[j]++;
          table[i][j] = 6;
        }
      }
    }
    List<OutlierScan.Cell> cells = scanOf(table).cells();
    int[] found = new int[14];
    int hits = 0;
    for (OutlierScan.Cell cell : cells) {
      found[cell.column()] += bad[cell.row()][cell.column()] ? 1 : 0;
      hits += bad[cell.row()][cell.column()] ? 1 : 0;
    }
    assertTrue(hits >= .95 * cells.size(), hits + " of " + cells.size());
    assertArrayEquals(planted, found);
  }

  @ParameterizedTest
  @CsvSource({"0, true", ".01, true", ".02, true", ".01, false", ".02, false"})
  void columnsThatAreMostlyZeroAreNotStrange(double noise, boolean byLevel) {
    for (long seed = 1; seed <= 2; seed++) {
      int flagged = scanOf(mostlyZero(noise, byLevel, new Random(seed))).cells().size();
      assertTrue(flagged < .005 * 300 * 14, "flagged " + flagged + " for seed " + seed);
    }
  }

  /** Whatever the unit of that column. */
  @ParameterizedTest
  @ValueSource(doubles = {3, 3e-9, 3e9})
  void oneValueInAColumnOfZerosStandsOut(double value) {
    double[][] table = mostlyZero(.01, true, new Random(1));
    table[17][13] = value;
    List<OutlierScan.Cell> cells = scanOf(table).cells();
    assertEquals(1, cells.size(), cells.toString());
    assertEquals(17, cells.get(0).row());
    assertEquals(13, cells.get(0).column());
    assertEquals(0, cells.get(0).expected());
  }

  @Test
  void missingCellsAreFilledAndNeverFlagged() {
    Made made = new Made(80, 20, 2, .01, false, .03, 7);
    for (int i = 0; i < 80; i += 3) {
      made.table.set(i, i % 20, Double.NaN);
    }
    OutlierScan scan = made.scan(2);
    DenseMatrix repaired = scan.repaired();
    for (int i = 0; i < 80; i += 3) {
      assertFalse(scan.isOutlier(i, i % 20));
      double unit = Math.pow(10, i % 20 % 5);
      assertEquals(made.clean.get(i, i % 20), repaired.get(i, i % 20), .1 * unit);
    }
    assertEquals(
        made.table.get(1, 0), scan.isOutlier(1, 0) ? made.table.get(1, 0) : repaired.get(1, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void oneCellAmongLikeOnesStandsOut(int rank) {
    Random random = new Random(5);
    double[][] table = new double[60][6];
    for (double[] row : table) {
      Arrays.setAll(row, j -> 1.5 + .1 * random.nextGaussian());
    }
    table[20][2] = 30;
    MahNmf settings = MahNmf.ofRank(rank).withThreads(1);
    List<OutlierScan.Cell> cells = OutlierScan.of(settings, Observations.of(table)).cells();
    assertEquals(1, cells.size(), cells.toString());
    assertEquals(20, cells.get(0).row());
    assertEquals(2, cells.get(0).column());
    assertEquals(1.5, cells.get(0).expected(), .3);
  }

  /** Glitches of 4 % of the cells, each at least ten times the noise. */
  @Test
  void findsAllGlitchesOfFourTables() {
    int planted = 0;
    int hits = 0;
    int wrong = 0;
    for (long seed = 1; seed <= 4; seed++) {
      Random random = new Random(seed);
      double[][] table =
          TestProblems.multiply(
              TestProblems.uniform(300, 3, seed), TestProblems.uniform(3, 12, ~seed));
      boolean[][] bad = new boolean[300][12];
      for (int i = 0; i < 300; i++) {
        for (int j = 0; j < 12; j++) {
          double value = Math.max(0, table[i][j] + .02 * random.nextGaussian());
          bad[i][j] = random.nextDouble() < .04;
          double away = (.3 + 3 * random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
          table[i][j] = !bad[i][j] ? value : value + away < 0 ? value - away : value + away;
          planted += bad[i][j] ? 1 : 0;
        }
      }
      for (OutlierScan.Cell cell : scanOf(table).cells()) {
        hits += bad[cell.row()][cell.column()] ? 1 : 0;
        wrong += bad[cell.row()][cell.column()] ? 0 : 1;
      }
    }
    assertTrue(hits >= .995 * planted && wrong <= 6, hits + " of " + planted + ", wrong " + wrong);
  }

  /** Of two columns nobody can say which one is wrong; of a row of errors nothing is left. */
  @Test
  void rowsThatNobodyCanRepairAreNamedAndLeftAsTheyAre() {
    Made made = new Made(120, 10, 2, .01, false, 0, 3);
    for (int j = 0; j < 10; j++) {
      made.table.set(50, j, j % 3 == 0 ? made.clean.get(50, j) : 40 * Math.pow(10, j % 5));
    }
    made.table.set(7, 3, 9e9);
    OutlierScan scan = made.scan(2);
    for (OutlierScan.Row row : scan.rows()) {
      assertEquals(row.row() != 50, row.isRepairable(), row.toString());
    }
    assertEquals(50, scan.rows().get(0).row());
    assertEquals(made.table.get(50, 1), scan.repaired().get(50, 1));
    assertEquals(made.clean.get(7, 3), scan.repaired().get(7, 3), 100);
  }

  /** The same cells whatever the unit of the table, far beyond the range of floats. */
  @ParameterizedTest
  @ValueSource(doubles = {0x1p-960, 0x1p-140, 0x1p140, 0x1p960})
  void theUnitDoesNotMatter(double unit) {
    Made made = new Made(90, 30, 2, .01, false, .05, 4);
    List<OutlierScan.Cell> cells = made.scan(2).cells();
    MahNmf settings = MahNmf.ofRank(2).withThreads(1);
    List<OutlierScan.Cell> scaled =
        OutlierScan.of(settings, Observations.of(made.table.times(unit))).cells();
    assertEquals(cells.size(), scaled.size());
    for (int k = 0; k < cells.size(); k++) {
      OutlierScan.Cell cell = cells.get(k);
      assertEquals(
          new OutlierScan.Cell(
              cell.row(), cell.column(), unit * cell.value(), unit * cell.expected(), cell.score()),
          scaled.get(k));
    }
  }
}
