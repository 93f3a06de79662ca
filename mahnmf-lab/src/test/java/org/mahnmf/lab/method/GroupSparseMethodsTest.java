package org.mahnmf.lab.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.term.Groups;

class GroupSparseMethodsTest {

  private static final Groups VIEWS =
      Groups.ofLabels(IntStream.range(0, 14).mapToObj(j -> j < 8 ? "first" : "second").toList());

  /** Two parts of the first view alone, one of both. */
  private static DenseMatrix table() {
    Draws draws = new Draws(1);
    DenseMatrix table = new DenseMatrix(30, 14);
    double[][] parts = new double[3][14];
    for (int l = 0; l < 3; l++) {
      for (int j = 0; j < (l < 2 ? 8 : 14); j++) {
        parts[l][j] = draws.uniform();
      }
    }
    for (int i = 0; i < 30; i++) {
      for (double[] part : parts) {
        double code = draws.uniform();
        for (int j = 0; j < 14; j++) {
          table.set(i, j, table.get(i, j) + code * part[j]);
        }
      }
    }
    return table;
  }

  /** eq5.3 and eq5.2 as printed, entry by entry. */
  private static double printed(DenseMatrix x, DenseMatrix w, DenseMatrix codes, boolean flss) {
    double loss = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        double rest = x.get(i, j);
        for (int l = 0; l < w.rows(); l++) {
          rest -= codes.get(i, l) * w.get(l, j);
        }
        loss += rest * rest;
      }
    }
    double views = 0;
    for (int l = 0; l < w.rows(); l++) {
      for (int v = 0; v < VIEWS.size(); v++) {
        int row = l;
        views +=
            Arrays.stream(VIEWS.members(v))
                .mapToDouble(j -> Math.abs(w.get(row, j)))
                .max()
                .orElse(0);
      }
    }
    double squares = Arrays.stream(codes.array()).map(h -> h * h).sum();
    double largest = 0;
    for (int l = 0; l < codes.columns(); l++) {
      int column = l;
      largest +=
          IntStream.range(0, codes.rows())
              .mapToDouble(i -> Math.abs(codes.get(i, column)))
              .max()
              .orElse(0);
    }
    return flss
        ? loss / x.rows() + .01 * views + .01 * largest
        : .5 * loss + .01 * views + .5 * 1e-4 * squares;
  }

  @Test
  void theObjectiveIsThePrintedOneInAnyUnit() {
    for (double unit : new double[] {1, 1024}) {
      DenseMatrix x = table().times(unit);
      Learned euclidean =
          PenalizedLeastSquares.eucNmf(VIEWS)
              .fit(Observations.of(x), 3, 1, new Method.Budget(60, 1));
      double best = Arrays.stream(euclidean.history()).min().orElseThrow();
      double mine = printed(x, euclidean.basis(), euclidean.codes(), false);
      assertEquals(mine, best, 1e-9 * mine);
      Learned flss =
          PenalizedLeastSquares.flss(VIEWS).fit(Observations.of(x), 3, 1, new Method.Budget(60, 1));
      // The history has N/2 times eq5.2.
      best = 2. / x.rows() * Arrays.stream(flss.history()).min().orElseThrow();
      mine = printed(x, flss.basis(), flss.codes(), true);
      assertEquals(mine, best, 1e-9 * mine);
    }
  }

  @Test
  void noEntryCanBeMovedForTheBetter() {
    DenseMatrix x = table();
    requireStationary(PenalizedLeastSquares.eucNmf(VIEWS), x, false);
    requireStationary(PenalizedLeastSquares.flss(VIEWS), x, true);
  }

  private static void requireStationary(Method method, DenseMatrix x, boolean flss) {
    Learned fit = method.fit(Observations.of(x), 3, 2, new Method.Budget(2000, 1));
    DenseMatrix basis = fit.basis().copy();
    DenseMatrix codes = fit.encode(Observations.of(x));
    ToDoubleFunction<DenseMatrix> price = changed -> printed(x, basis, changed, flss);
    double least = price.applyAsDouble(codes);
    for (int k = 0; k < codes.array().length; k++) {
      for (double step : new double[] {-.02, .02}) {
        DenseMatrix moved = codes.copy();
        moved.array()[k] += step;
        if (flss || moved.array()[k] >= 0) {
          double after = price.applyAsDouble(moved);
          assertTrue(after >= least * (1 - 1e-6), method.name() + " code " + k + ": " + after);
        }
      }
    }
  }

  @Test
  void aViewLetsGoOfThePartsThatItDoesNotNeed() {
    Learned fit =
        PenalizedLeastSquares.eucNmf(VIEWS)
            .fit(Observations.of(table()), 3, 3, new Method.Budget(2000, 1));
    double first = 0;
    double second = 0;
    for (int l = 0; l < 3; l++) {
      int row = l;
      first += IntStream.range(0, 8).mapToDouble(j -> fit.basis().get(row, j)).sum();
      second += IntStream.range(8, 14).mapToDouble(j -> fit.basis().get(row, j)).sum();
    }
    assertTrue(first > 0 && second > 0);
    assertTrue(fit.objective() < .05 * fit.history()[0], "objective " + fit.objective());
  }

  @Test
  void manhattanGroupsStayInTheirBall() {
    Learned fit =
        ManhattanNmf.groupSparse(VIEWS, 100)
            .fit(Observations.of(table()), 3, 1, new Method.Budget(100, 1));
    double largest = Arrays.stream(fit.codes().array()).max().orElseThrow();
    assertTrue(largest <= 1, "codes up to " + largest);
    assertArrayEquals(fit.codes().array(), fit.encode(Observations.of(table())).array(), 1e-9);
    assertEquals("MahNMF-GS 1 %", ManhattanNmf.groupSparse(VIEWS, 1).name());
  }

  /**
   * With codes of at most 1 nothing above the radius γ can be said, so Σ(X − γ) is the least loss
   * when all entries are above γ, and it is had by the same γ everywhere alone: such codes are the
   * same for all samples and know no class.
   */
  @Test
  void withinATightBallAllSamplesLookAlike() {
    DenseMatrix x = table();
    Arrays.setAll(x.array(), k -> x.array()[k] + 2);
    double[][] norms = new double[2][];
    for (int k = 0; k < 2; k++) {
      Learned fit =
          ManhattanNmf.groupSparse(VIEWS, k == 0 ? 1 : 10)
              .fit(Observations.of(x), 3, 1, new Method.Budget(100, 1));
      norms[k] = groupNorms(fit.basis());
      DenseMatrix model = fit.reconstruct(fit.codes());
      for (int v = 0; v < VIEWS.size(); v++) {
        assertTrue(norms[k][v] < 2, "radius " + norms[k][v]);
        for (int j : VIEWS.members(v)) {
          for (int i = 0; i < x.rows(); i++) {
            assertEquals(norms[k][v], model.get(i, j), 1e-6, "sample " + i + " feature " + j);
          }
        }
      }
    }
    // The whole ball is used, and it grows with the share of the start.
    for (int v = 0; v < VIEWS.size(); v++) {
      assertEquals(10 * norms[0][v], norms[1][v], 1e-6);
    }
  }

  private static double[] groupNorms(DenseMatrix basis) {
    double[] norms = new double[VIEWS.size()];
    for (int v = 0; v < norms.length; v++) {
      for (int l = 0; l < basis.rows(); l++) {
        int row = l;
        norms[v] +=
            Arrays.stream(VIEWS.members(v)).mapToDouble(j -> basis.get(row, j)).max().orElse(0);
      }
    }
    return norms;
  }
}
