package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.solver.RidgeChoice;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class FitReportTest {

  private static FitView exact(double[][] table, double[][] codes, double[][] basis) {
    return new FitView(
        Observations.of(table),
        DenseMatrix.ofRows(basis),
        DenseMatrix.ofRows(codes),
        Samples.record(table.length, table[0].length, basis.length, 0, 0, false));
  }

  /** An engine keeps the table and gives some of its rows. */
  @Test
  void saysThatItShowsSomeOfTheRows() {
    FitView some = Samples.fit(120, 40, 6, true, 1);
    FitView fit =
        new FitView(
            some.observations(),
            some.basis(),
            some.codes(),
            Samples.record(5_000_000, 40, 6, 100, .2, true));
    assertTrue(fit.isPartial());
    assertFalse(some.isPartial());
    String page = new FitReport("large.parquet", fit).render();
    Markup.checkedPage(page);
    String plain = page.replaceAll("\\P{ASCII}", " ");
    assertTrue(plain.contains("of a 5 000 000   40 table"), plain);
    assertTrue(plain.contains("in the 120 rows shown."), plain);
    assertTrue(plain.contains("looks at 120 of its rows, spread evenly"), plain);
  }

  @Test
  void saysTheMainThingFirst() {
    FitView fit = Samples.fit(120, 40, 6, true, 1);
    String page = new FitReport("survey <2024>.csv", fit).render();
    Document document = Markup.checkedPage(page);
    assertEquals("survey <2024>.csv", Markup.text(document, "title"));
    assertEquals("survey <2024>.csv", Markup.text(document, "h1"));
    String lead =
        Markup.elements(document, "p").stream()
            .filter(p -> p.getAttribute("class").equals("lead"))
            .findFirst()
            .orElseThrow()
            .getTextContent();
    assertTrue(
        lead.matches(
            "6 parts explain \\d\\d\\.\\d\u202F% of the absolute sum of a 120 × 40 table; \\d+"
                + " cells stand out\\."),
        lead);
    assertFalse(page.contains("<script"), "names are escaped, and the page has no script");
    assertTrue(page.contains("Øresund &amp; Malmö"));
    assertTrue(page.contains("codes: ridge &lt;0.1&gt;"));
    assertTrue(page.contains("&lt;b&gt;nothing&lt;/b&gt;"));
    assertEquals(page, new FitReport("survey <2024>.csv", fit).render());
  }

  private static RunRecord withChoice(RunRecord record, RidgeChoice choice) {
    RunRecord.Outcome was = record.outcome();
    return new RunRecord(
        record.environment(),
        record.setup(),
        record.data(),
        new RunRecord.Outcome(
            was.score(),
            was.work(),
            new RunRecord.Ending(was.stopReason(), was.interrupted(), List.of(choice.sentence())),
            Optional.of(choice),
            Optional.empty(),
            List.of()));
  }

  /** The marked point is the one that was taken, which need not have the least error. */
  @Test
  void showsHowTheRidgeWasChosen() {
    List<RidgeChoice.Point> path =
        List.of(
            new RidgeChoice.Point(0, 1.5, 10),
            new RidgeChoice.Point(.25, 1.1, 20),
            new RidgeChoice.Point(.5, 1.2, 30));
    FitView fit = Samples.fit(120, 40, 6, true, 1);
    for (boolean exact : new boolean[] {false, true}) {
      RidgeChoice choice =
          new RidgeChoice(exact ? 0 : .25, exact ? 0 : 2.7386, 144, false, 3, exact, path);
      FitView chosen =
          new FitView(
              fit.observations(), fit.basis(), fit.codes(), withChoice(fit.record(), choice));
      String page = new FitReport("noisy", chosen).render();
      Document document = Markup.checkedPage(page);
      Element chart =
          Markup.elements(document, "svg").stream()
              .filter(svg -> svg.getTextContent().contains("over the weight of the ridge"))
              .findFirst()
              .orElseThrow();
      assertEquals(1, chart.getElementsByTagName("circle").getLength());
      Element dot = (Element) chart.getElementsByTagName("circle").item(0);
      Element line = (Element) chart.getElementsByTagName("path").item(0);
      String[] places = line.getAttribute("d").replaceAll("[ML]", ";").substring(1).split(";");
      String[] place = places[exact ? 0 : 1].split(" ");
      assertEquals(Double.parseDouble(place[0]), Double.parseDouble(dot.getAttribute("cx")), .1);
      assertEquals(Double.parseDouble(place[1]), Double.parseDouble(dot.getAttribute("cy")), .1);
      assertTrue(
          page.contains(
              exact
                  ? "No ridge: most of 144 hidden entries are predicted exactly"
                  : "A ridge of weight 2.739 (0.25 of the natural weight) on both factors keeps"
                      + " noise out of the fit: it predicts 144 hidden entries best (mean error"
                      + " 1.100, without a ridge 1.500; 3 weights tried)."),
          choice.sentence());
    }
    assertFalse(new FitReport("plain", fit).render().contains("the weight of the ridge"));
  }

  @Test
  void findsPlantedOutliers() {
    double[][] table = new double[30][20];
    double[][] codes = new double[30][1];
    double[][] basis = new double[1][20];
    for (int i = 0; i < 30; i++) {
      codes[i][0] = i + 1;
      for (int j = 0; j < 20; j++) {
        basis[0][j] = 1 + j;
        table[i][j] = (i + 1) * (1 + j);
      }
    }
    table[3][4] += 50;
    table[20][10] -= 90;
    table[7][7] = Double.NaN;
    FitView fit = exact(table, codes, basis);
    Outliers outliers = Outliers.of(fit, fit.differences(), 25);
    assertEquals(2, outliers.standingOut());
    assertEquals(599, outliers.observed());
    assertEquals(
        Set.of(List.of(20, 10), List.of(3, 4)),
        outliers.strangest().stream()
            .map(cell -> List.of(cell.row(), cell.column()))
            .collect(Collectors.toSet()));
    for (OutlierScan.Cell cell : outliers.strangest()) {
      double truth = (cell.row() + 1) * (1 + cell.column());
      assertEquals(truth, cell.expected(), .01 * truth);
    }
    String page = new FitReport("planted", fit).render();
    Markup.checkedPage(page);
    assertTrue(page.contains("Hatched cells are missing"));
    assertTrue(page.contains("row 21"));
  }

  /** The definition is that of the search for outliers. */
  @Test
  void theCellsAreThoseOfAScan() {
    FitView fit = Samples.fit(120, 40, 6, true, 1);
    List<OutlierScan.Cell> cells =
        OutlierScan.of(fit.observations(), fit.basis(), fit.codes(), 1, () -> false).cells();
    Outliers outliers = Outliers.of(fit, fit.differences(), 1000);
    assertEquals(cells.size(), outliers.standingOut());
    assertEquals(Set.copyOf(cells), Set.copyOf(outliers.strangest()));
    assertTrue(outliers.method().contains("five fits that have not seen it"));
  }

  /** Too large for five fits: one split, and the page says so. */
  @Test
  void ofALargeTableOneSplitTellsTheSpreads() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] table = new double[3000][200];
    double[][] codes = new double[3000][2];
    double[][] basis = new double[2][200];
    for (double[] part : basis) {
      Arrays.setAll(part, j -> .2 + random.nextDouble());
    }
    for (int i = 0; i < table.length; i++) {
      Arrays.setAll(codes[i], l -> .2 + random.nextDouble());
      for (int j = 0; j < 200; j++) {
        double value = codes[i][0] * basis[0][j] + codes[i][1] * basis[1][j];
        table[i][j] = value + .02 * (random.nextDouble() - .5);
      }
    }
    table[1234][56] += 2;
    table[2500][100] += 1e9;
    FitView fit = exact(table, codes, basis);
    Outliers outliers = Outliers.of(fit, fit.differences(), 25);
    assertEquals(2, outliers.standingOut(), outliers.strangest().toString());
    assertEquals(2500, outliers.strangest().get(0).row());
    assertEquals(1234, outliers.strangest().get(1).row());
    assertTrue(outliers.method().contains("a hidden fifth of the cells of 110 rows"));
  }

  @Test
  void leavesOutWhatHasNoWeight() {
    double[][] table = {{1, 2}, {3, 999}};
    Observations weighted =
        Observations.of(table).withWeights(DenseMatrix.ofRows(new double[][] {{1, 1}, {1, 0}}));
    FitView fit =
        new FitView(
            weighted,
            new DenseMatrix(1, 2),
            new DenseMatrix(2, 1),
            Samples.record(2, 2, 1, 6, 1, true));
    assertTrue(Double.isNaN(fit.differences().get(1, 1)));
    assertEquals(3, fit.differences().get(1, 0));
    assertEquals(3, Outliers.of(fit, fit.differences(), 5).observed());
    Markup.checkedPage(new FitReport("weighted", fit).render());
  }

  @Test
  void survivesZerosConstantsAndNoHistory() {
    String zero =
        new FitReport("", exact(new double[2][2], new double[2][1], new double[1][2])).render();
    assertTrue(
        Markup.checkedPage(zero)
            .getDocumentElement()
            .getTextContent()
            .contains("The 2 × 2 table holds nothing to explain; no cells stand out."));
    double[][] ones = {{1, 1}, {1, 1}};
    String page =
        new FitReport("ones", exact(ones, new double[][] {{1}, {1}}, new double[][] {{1, 1}}))
            .render();
    Markup.checkedPage(page);
    assertTrue(page.contains("1 part explains all of a 2 × 2 table; no cells stand out."));
    double[][] one = {{5}};
    Markup.checkedPage(
        new FitReport("one", exact(one, new double[1][3], new double[3][1])).render());
  }

  @Test
  void staysSmallForLargeTables() {
    Markup.checkedPage(new FitReport("wide", Samples.fit(100, 2000, 8, true, 2)).render());
    Markup.checkedPage(new FitReport("long", Samples.fit(6_000, 60, 10, true, 3)).render());
    Markup.checkedPage(new FitReport("deep", Samples.fit(440, 430, 425, false, 4)).render());
  }

  @Test
  void refusesWhatDoesNotFit() {
    double[][] table = {{1, 2}};
    assertThrows(
        IllegalArgumentException.class, () -> exact(table, new double[1][2], new double[1][2]));
  }

  @Test
  void showsPicturesInTheirShape() {
    FitView fit = Samples.fit(20, 5 * 8, 3, false, 2);
    PictureShape shape = new PictureShape(8, 5, 1, 40);
    String page = new FitReport("faces", fit).withPictures(Optional.of(shape)).render();
    Document document = Markup.checkedPage(page);
    assertEquals(3 * 6 + 3, Markup.elements(document, "img").size(), "six pictures, three parts");
    for (Element image : Markup.elements(document, "img")) {
      assertEquals("8", image.getAttribute("width"));
      assertEquals("5", image.getAttribute("height"));
    }
    assertEquals("19", Markup.elements(document, "input").get(0).getAttribute("max"));
    assertTrue(page.contains(" of the light in 20 pictures of 8 × 5 pixels; "));
    FitReport report = new FitReport("x", fit);
    PictureShape wrong = new PictureShape(8, 6, 1, 40);
    assertThrows(IllegalArgumentException.class, () -> report.withPictures(Optional.of(wrong)));
  }
}
