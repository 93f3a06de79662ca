package org.mahnmf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Dual;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.PassOperation;
import org.mahnmf.problem.PassSums;
import org.mahnmf.problem.SideData;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.term.Manhattan;

/** How near the passes of a dense store come to what a core can do, on one thread. */
final class Passes {

  static final String HEAD =
      "       m x n,  r   table           pass             GF/s  gemm   %    GB/s memory   %";

  private static final int[] RANKS = {2, 10, 50};
  private static final int ROUNDS = 5;
  private static final double SECONDS = .02;

  /** Tables: m features, n samples. */
  private static final int[][] SHAPES = {{1000, 500}, {4096, 4096}, {76800, 200}};

  /** What goes over the table. */
  enum Pass {
    SMOOTH_CODES("smoothing, codes", Factor.CODES, false),
    SMOOTH_BASIS("smoothing, basis", Factor.BASIS, false),
    ADMM_CODES("ADMM, codes", Factor.CODES, true),
    ADMM_BASIS("ADMM, basis", Factor.BASIS, true);

    final String text;
    final Factor moving;
    final boolean dual;

    Pass(String text, Factor moving, boolean dual) {
      this.text = text;
      this.moving = moving;
      this.dual = dual;
    }
  }

  /** A pass over a table of some kind and size. */
  record Case(
      int features, int samples, int rank, Precision precision, boolean weighted, Pass pass) {

    /** Two products. */
    double flops() {
      return 4.0 * features * samples * rank;
    }

    /** The table and its weights are read, a dual is read and written. */
    double bytes() {
      int arrays = 1 + (weighted ? 1 : 0) + (pass.dual ? 2 : 0);
      return (double) arrays * precision.bytes() * features * samples;
    }

    String table() {
      return precision + (weighted ? ", weighted" : "");
    }
  }

  /**
   * How a pass fared.
   *
   * @param which pass
   * @param gigaflops of the pass, a second
   * @param peak gigaflops of a matrix product of OpenBLAS at the same precision
   * @param gigabytes that the pass reads and writes, a second
   * @param memory gigabytes a second of a read, or of an update if the pass has a dual
   */
  record Line(Case which, double gigaflops, double peak, double gigabytes, double memory) {

    double ofPeak() {
      return 100 * gigaflops / peak;
    }

    double ofMemory() {
      return 100 * gigabytes / memory;
    }

    @Override
    public String toString() {
      return Summary.text(
          "%5d x %4d, %2d   %-16s%-16s %5.1f %5.1f %3.0f   %5.1f  %5.1f %3.0f",
          which.features,
          which.samples,
          which.rank,
          which.table(),
          which.pass.text,
          gigaflops,
          peak,
          ofPeak(),
          gigabytes,
          memory,
          ofMemory());
    }
  }

  private final Peaks peaks = new Peaks();

  /** Measures all passes; the quick form takes the smallest table, without weights. */
  void measure(boolean quick, Consumer<Line> listener) {
    // What the compiler has not seen yet is slow, so the small table comes twice.
    shape(SHAPES[0], quick, line -> {});
    for (int[] shape : quick ? List.of(SHAPES[0]) : Arrays.asList(SHAPES)) {
      shape(shape, quick, listener);
    }
  }

  private void shape(int[] shape, boolean quick, Consumer<Line> listener) {
    Observations plain = Observations.of(uniform(shape[1], shape[0], 1));
    for (boolean weighted : quick ? new boolean[] {false} : new boolean[] {false, true}) {
      Observations table = weighted ? plain.withWeights(uniform(shape[1], shape[0], 2)) : plain;
      for (Precision precision : Precision.values()) {
        try (Workers workers = new Workers(1)) {
          DenseStore store = DenseStore.scaled(table, precision, workers);
          Dual dual = store.newDual().orElseThrow();
          for (int rank : RANKS) {
            for (Pass pass : Pass.values()) {
              Case which = new Case(shape[0], shape[1], rank, precision, weighted, pass);
              listener.accept(line(which, work(which, store, dual)));
            }
          }
        }
      }
    }
  }

  private Line line(Case which, DoubleSupplier work) {
    DoubleSupplier gemm = which.precision == Precision.FLOAT ? peaks::floatGemm : peaks::gemm;
    DoubleSupplier memory = which.pass.dual ? peaks::update : peaks::read;
    double[] best = Peaks.best(ROUNDS, SECONDS, work, gemm, memory);
    return new Line(
        which,
        which.flops() / best[0] * 1e-9,
        Peaks.gemmFlops() / best[1] * 1e-9,
        which.bytes() / best[0] * 1e-9,
        (which.pass.dual ? Peaks.updateBytes() : Peaks.readBytes()) / best[2] * 1e-9);
  }

  private static DoubleSupplier work(Case which, DenseStore store, Dual dual) {
    SideData side = store.side(which.pass.moving);
    DenseMatrix moving = uniform(which.rank, side.count(), 3);
    DenseMatrix fixed = uniform(which.rank, side.length(), 4);
    if (!which.pass.dual) {
      double[] q = new double[side.length()];
      Arrays.fill(q, 1);
      PassOperation operation = new PassOperation.SmoothedSign(.1 * which.rank, q, 0, false);
      DenseMatrix product = new DenseMatrix(which.rank, side.count());
      PassSums sums = new PassSums(side.count());
      return () -> {
        side.pass(operation, fixed, moving, product, sums);
        return product.get(0, 0);
      };
    }
    DenseMatrix product = new DenseMatrix(which.rank, side.length());
    boolean codes = which.pass.moving == Factor.CODES;
    return () -> {
      if (codes) {
        dual.afterCodes(.1, new Manhattan(), fixed, moving, moving, product);
      } else {
        dual.afterBasis(.1, new Manhattan(), moving, moving, fixed, product);
      }
      return product.get(0, 0);
    };
  }

  static DenseMatrix uniform(int rows, int columns, long seed) {
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    SplittableRandom random = new SplittableRandom(seed);
    Arrays.setAll(matrix.array(), k -> random.nextDouble());
    return matrix;
  }

  /** Writes what the page says about passes, of which there is at least one line. */
  static void write(Markdown page, List<Line> lines) {
    page.heading(2, "Passes over a table");
    page.text(
        "One thread, its CPU time, the best of several turns. A pass multiplies twice, 4mnr"
            + " operations, and maps the residuals in between. Each cell: GFlop/s (% of a matrix"
            + " product of OpenBLAS at the same precision, % of the memory's speed). The speed of"
            + " memory counts every byte of table, weights and dual once each way: for smoothing"
            + " it is that of reading an array larger than the caches, for ADMM that of reading"
            + " two and writing one. A table of 1000 × 500 fits into a cache, so it can pass"
            + " 100 %.");
    List<String> head = new ArrayList<>(List.of("m × n", "r", "entries"));
    Arrays.stream(Pass.values()).forEach(pass -> head.add(pass.text));
    page.table(head, rows(lines));
    page.text(
        Summary.text(
            "Medians of the run: dgemm %.1f GFlop/s, sgemm %.1f GFlop/s, reading %.1f GB/s, reading"
                + " and writing %.1f GB/s.",
            median(lines, line -> line.which().precision() == Precision.DOUBLE, Line::peak),
            median(lines, line -> line.which().precision() == Precision.FLOAT, Line::peak),
            median(lines, line -> !line.which().pass().dual, Line::memory),
            median(lines, line -> line.which().pass().dual, Line::memory)));
    Case middle = lines.get(lines.size() / 2).which();
    plot(page, lines, middle.features(), middle.samples());
  }

  private static List<List<String>> rows(List<Line> lines) {
    Map<List<String>, List<String>> rows = new LinkedHashMap<>();
    for (Line line : lines) {
      Case which = line.which();
      String shape = which.features() + " × " + which.samples();
      List<String> key = List.of(shape, String.valueOf(which.rank()), which.table());
      rows.computeIfAbsent(key, some -> new ArrayList<>(some))
          .add(Summary.text("%.1f (%.0f, %.0f)", line.gigaflops(), line.ofPeak(), line.ofMemory()));
    }
    return List.copyOf(rows.values());
  }

  private static double median(
      List<Line> lines, Predicate<Line> which, ToDoubleFunction<Line> what) {
    return Contest.median(lines.stream().filter(which).mapToDouble(what).toArray());
  }

  private static void plot(Markdown page, List<Line> lines, int features, int samples) {
    LineChart chart = new LineChart("", "r", "% of dgemm").logarithmic(true, false);
    for (Pass pass : Pass.values()) {
      List<Line> some =
          lines.stream()
              .filter(line -> line.which().pass() == pass && line.which().table().equals("double"))
              .filter(line -> line.which().features() == features)
              .toList();
      chart.line(
          pass.text,
          some.stream().mapToDouble(line -> line.which().rank()).toArray(),
          some.stream().mapToDouble(Line::ofPeak).toArray());
    }
    String title = "Passes over " + features + " × " + samples + " doubles, % of dgemm against r";
    page.plot("passes", title, chart.legend());
  }
}
