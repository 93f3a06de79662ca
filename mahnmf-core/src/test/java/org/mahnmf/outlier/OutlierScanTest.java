package org.mahnmf.outlier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;

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
      return OutlierScan.of(MahNmf.withRank(rank).withThreads(1), Observations.of(table));
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
    assertTrue(Math.abs(scan.cells().get(0).score()) >= scan.cutOff());
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
    return OutlierScan.of(MahNmf.withRank(3).withThreads(1), Observations.of(table));
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

  @Test
  void tailsAreThoseOfTables() {
    assertEquals(1, NormalTail.twoSided(0));
    assertEquals(.3173105078629141, NormalTail.twoSided(1), 1e-14);
    assertEquals(.04550026389635842, NormalTail.twoSided(2), 1e-11);
    assertEquals(.0026997960632601866, NormalTail.twoSided(3), 1e-13);
    assertEquals(1.5239706048320995e-23, NormalTail.twoSided(10), 1e-33);
  }
}
