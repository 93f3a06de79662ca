package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.chart.Raster;

class SparseReportTest {

  @Test
  void aSparseMatrixIsReducedLikeADenseOne() {
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix dense = new DenseMatrix(53, 37);
    for (int k = 0; k < dense.array().length; k++) {
      dense.array()[k] = random.nextInt(9) == 0 ? random.nextDouble() - .5 : 0;
    }
    for (int[] size : new int[][] {{53, 37}, {10, 7}, {53, 5}, {100, 100}, {1, 1}}) {
      assertEquals(
          Raster.reduce(dense, size[0], size[1], true),
          Raster.reduce(SparseMatrix.copyOf(dense), size[0], size[1], true));
    }
  }

  /** Dense, the differences alone would take 32 GB. */
  @Test
  @Timeout(60)
  void ofAHugeTableOnlyWhatIsStoredIsLookedAt() {
    int samples = 20_000;
    int features = 200_000;
    SparseMatrix.Builder builder = new SparseMatrix.Builder(samples, features);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < samples; i++) {
      builder.add(i, random.nextInt(features - 1), 2 + .1 * random.nextDouble());
    }
    builder.add(17, features - 1, 50);
    builder.add(18, features - 1, Double.NaN);
    DenseMatrix basis = new DenseMatrix(1, features);
    DenseMatrix codes = new DenseMatrix(samples, 1);
    Arrays.fill(basis.array(), 1);
    Arrays.fill(codes.array(), 2);
    FitView fit =
        new FitView(
            Observations.of(builder.build()),
            basis,
            codes,
            Samples.record(samples, features, 1, 6, 1, true));
    Outliers outliers = Outliers.of(fit, fit.differences(), 3);
    assertEquals(samples + 1, outliers.observed());
    OutlierScan.Cell cell = outliers.strangest().get(0);
    assertEquals(17, cell.row());
    assertEquals(features - 1, cell.column());
    assertEquals(50, cell.value());
    assertEquals(2, cell.expected());
    assertEquals(1, outliers.standingOut());
    String page = new FitReport("huge", fit).render();
    Markup.checkedPage(page);
    assertTrue(page.contains("stored cells"));
    assertTrue(page.contains("sparse and large"));
  }
}
