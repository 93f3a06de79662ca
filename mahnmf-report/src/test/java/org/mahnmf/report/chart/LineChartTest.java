package org.mahnmf.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.report.Figures;
import org.mahnmf.report.Markup;
import org.w3c.dom.Document;

class LineChartTest {

  @Test
  void drawsAndNamesLines() {
    double[] x = {0, 1, 2};
    String svg =
        new LineChart("A & B", "time", "<value>")
            .line("first", x, new double[] {1, 100, 10})
            .line("second", x, new double[] {1, 99, 10})
            .level("floor", 0.5)
            .logarithmic(false, true)
            .lastValues()
            .toSvg()
            .render();
    Document document = Markup.parse(svg);
    assertEquals(2, Markup.elements(document, "path").size());
    assertEquals("A & B", Markup.text(document, "title"));
    assertTrue(svg.contains(">first 10<"), svg);
    assertTrue(svg.contains("&lt;value&gt;"));
    assertFalse(svg.contains("NaN"));
  }

  @Test
  void survivesOddData() {
    double[][] cases = {
      {},
      {1},
      {0, 0, 0},
      {Double.NaN, 1, 2},
      {Double.POSITIVE_INFINITY, 1},
      {-1, -2},
      {1e300, 1e-300},
      {5, 5},
    };
    for (double[] y : cases) {
      for (boolean log : new boolean[] {false, true}) {
        double[] x = new double[y.length];
        for (int k = 0; k < x.length; k++) {
          x[k] = k;
        }
        Markup.parse(
            new LineChart("odd", "x", "y")
                .line("a", x, y)
                .logarithmic(false, log)
                .lastValues()
                .legend()
                .toSvg()
                .render());
      }
    }
    LineChart chart = new LineChart("odd", "x", "y");
    assertThrows(
        IllegalArgumentException.class, () -> chart.line("a", new double[1], new double[2]));
    assertThrows(IllegalArgumentException.class, () -> chart.size(10, 10));
  }

  @Test
  void drawsABandAroundAMean() {
    double[] x = {1, 2, 3};
    double[] y = {10, 5, 4};
    LineChart chart =
        new LineChart("mean", "x", "y")
            .line("a", x, y, new double[] {1, 7, 3})
            .line("b", x, y, new double[3])
            .logarithmic(false, true);
    Document document = Markup.parse(chart.toSvg().render());
    // Two lines and one band; the lower end below zero stays off the logarithmic axis.
    assertEquals(3, Markup.elements(document, "path").size());
    assertFalse(chart.toSvg().render().contains("NaN"));
    assertThrows(IllegalArgumentException.class, () -> chart.line("c", x, y, new double[1]));
  }

  @Test
  void thinsOutLongLinesButKeepsExtremes() {
    int count = 100_000;
    double[] x = new double[count];
    double[] y = new double[count];
    for (int k = 0; k < count; k++) {
      x[k] = k;
      y[k] = 2;
    }
    y[77_777] = 9;
    LineChart chart = new LineChart("long", "x", "y").line("", x, y);
    String svg = chart.toSvg().render();
    assertTrue(svg.length() < 20_000, "the drawing has " + svg.length() + " characters");
    assertTrue(svg.contains(">9<") || svg.contains(">8<"), "the spike is not on the axis");
  }

  @Test
  void figuresShowThePaperFunctions(@TempDir Path folder) throws Exception {
    double[] flat = {0.5, 0.75, 0.75, 0.5};
    assertEquals(Figures.piecewise(-1, flat), Figures.piecewise(0.3, flat), 1e-12);
    assertEquals(Figures.piecewise(-1, flat), Figures.piecewise(1, flat), 1e-12);
    assertTrue(Figures.piecewise(-1.1, flat) > Figures.piecewise(-1, flat));
    assertTrue(Figures.piecewise(1.1, flat) > Figures.piecewise(1, flat));
    for (double x = -2; x <= 2; x += 0.01) {
      double lower = Figures.smooth(x, 0.1, 10);
      assertTrue(lower <= Math.abs(x) + 1e-12 && Math.abs(x) <= lower + 0.5 + 1e-12);
    }

    Figures.write(folder.resolve("new"));
    for (String name : new String[] {"figure-1.svg", "figure-2.svg"}) {
      String svg = Files.readString(folder.resolve("new").resolve(name));
      Document document = Markup.parse(svg);
      assertEquals(
          "http://www.w3.org/2000/svg", document.getDocumentElement().getAttribute("xmlns"));
      assertFalse(svg.contains("var("), "a file of its own has no style sheet");
    }
    assertEquals(Figures.piecewise(), Figures.piecewise());
  }
}
