package org.mahnmf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.mahnmf.MahNmf;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.solver.HistoryPoint;

/** What larger problems cost in time and memory, and what more threads gain. */
final class Growth {

  private static final int STEPS = 15;
  private static final int SIZE = 1000;
  private static final int RANK = 20;
  private static final int THREADS = Workers.defaultThreads();

  private final Markdown page;
  private final boolean quick;
  private final Consumer<String> progress;

  Growth(Markdown page, boolean quick, Consumer<String> progress) {
    this.page = page;
    this.quick = quick;
    this.progress = progress;
  }

  void write() {
    page.heading(2, "Growth");
    page.text(
        Summary.text(
            "Milliseconds of an outer step of ADMM, which is five iterations and a look at the"
                + " objective: the fastest of %d, warm, %d threads. Where nothing else is said,"
                + " the table is dense, of doubles, %d × %d, r = %d. Memory is the heap of such a"
                + " fit beside the table that is handed to it: what is alive in its midst after a"
                + " collection, and the most that was used, garbage included, which depends on how"
                + " much the JVM may take.",
            STEPS, THREADS, SIZE, SIZE, RANK));
    int[] sizes = quick ? new int[] {250, 500} : new int[] {500, 1000, 2000, 4000};
    times("features", "m, features", sizes, m -> step(dense(m, SIZE), RANK, THREADS));
    times("samples", "n, samples", sizes, n -> step(dense(SIZE, n), RANK, THREADS));
    int[] ranks = quick ? new int[] {5, 10} : new int[] {5, 10, 20, 40, 80};
    times("rank", "r, parts", ranks, r -> step(dense(SIZE, SIZE), r, THREADS));
    int[] stored = quick ? new int[] {20, 40} : new int[] {25, 50, 100, 200, 400};
    int[] threads = new int[32 - Integer.numberOfLeadingZeros(THREADS)];
    Arrays.setAll(threads, k -> Math.min(THREADS, 1 << k));
    page.text("Threads, 2000 × 1000, r = 50:");
    times("threads", "threads", threads, t -> step(dense(2 * SIZE, SIZE), 50, t));
    page.text("Sparse, 20,000 × 5,000, against the non-zeros of each of the 5,000 samples:");
    times("sparse", "non-zeros per sample", stored, k -> step(sparse(k), RANK, THREADS));
    memory(sizes);
  }

  private void times(String file, String xTitle, int[] sizes, IntToDoubleFunction milliseconds) {
    double[] x = new double[sizes.length];
    double[] y = new double[sizes.length];
    y[0] = milliseconds.applyAsDouble(sizes[sizes.length / 2]); // compiles; measured again below
    for (int k = 0; k < sizes.length; k++) {
      progress.accept(xTitle + ": " + sizes[k]);
      x[k] = sizes[k];
      y[k] = milliseconds.applyAsDouble(sizes[k]);
    }
    table(xTitle, sizes, List.of("milliseconds"), y);
    LineChart chart = new LineChart("", xTitle, "milliseconds").logarithmic(true, true);
    page.plot(file, "An ADMM step against " + xTitle, chart.line("", x, y));
  }

  private void table(String head, int[] sizes, List<String> names, double[]... lines) {
    List<String> columns = row(head, "%.0f", Arrays.stream(sizes).asDoubleStream().toArray());
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < lines.length; k++) {
      rows.add(row(names.get(k), "%.1f", lines[k]));
    }
    if (lines.length == 1) {
      double first = lines[0][0];
      double[] ratios = Arrays.stream(lines[0]).map(value -> value / first).toArray();
      rows.add(row("times the first", "%.2f", ratios));
    }
    page.table(columns, rows);
  }

  private static List<String> row(String name, String format, double[] values) {
    List<String> cells = new ArrayList<>(List.of(name));
    Arrays.stream(values).forEach(value -> cells.add(Summary.text(format, value)));
    return cells;
  }

  private void memory(int[] sizes) {
    double[] own = new double[sizes.length];
    double[] live = new double[sizes.length];
    double[] peak = new double[sizes.length];
    for (int k = 0; k < sizes.length; k++) {
      progress.accept("memory: " + sizes[k]);
      Observations table = dense(sizes[k], SIZE);
      double before = usedMegabytes();
      double[] during = new double[1];
      pools().forEach(MemoryPoolMXBean::resetPeakUsage);
      fit(RANK, THREADS).fit(table);
      peak[k] = pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / 1e6;
      peak[k] -= before;
      fit(RANK, THREADS)
          .withListener(
              now ->
                  during[0] = during[0] == 0 && now.iteration() > 2 ? usedMegabytes() : during[0])
          .fit(table);
      live[k] = during[0] - before;
      own[k] = 8e-6 * sizes[k] * SIZE;
    }
    page.text("Memory, megabytes, against the features of a table of " + SIZE + " samples:");
    table("m, features", sizes, List.of("alive", "at most", "the table itself"), live, peak, own);
    LineChart chart = new LineChart("", "megabytes of the table", "megabytes").legend();
    chart.line("alive", own, live).line("at most, with garbage", own, peak);
    page.plot("memory", "Heap of a fit against the size of its table", chart);
  }

  private static List<MemoryPoolMXBean> pools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  private static double usedMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }

  private static MahNmf fit(int rank, int threads) {
    return MahNmf.ofRank(rank)
        .with(new Admm())
        .with(new RandomStart())
        .withThreads(threads)
        .withMaxIterations(STEPS);
  }

  private static double step(Observations table, int rank, int threads) {
    List<HistoryPoint> history = fit(rank, threads).fit(table).record().outcome().history();
    return IntStream.range(1, history.size())
        .mapToDouble(k -> 1e3 * (history.get(k).seconds() - history.get(k - 1).seconds()))
        .min()
        .orElseThrow();
  }

  private static Observations dense(int features, int samples) {
    return Observations.of(Passes.uniform(samples, features, 6));
  }

  /** Uniform numbers at random places. */
  private static Observations sparse(int perSample) {
    int samples = 5_000;
    int features = 20_000;
    SplittableRandom random = new SplittableRandom(1);
    int[] rows = new int[samples * perSample];
    int[] columns = new int[rows.length];
    int stride = features / perSample;
    for (int k = 0; k < rows.length; k++) {
      rows[k] = k / perSample;
      columns[k] = k % perSample * stride + random.nextInt(stride); // no place twice
    }
    double[] values = random.doubles(rows.length).toArray();
    return Observations.of(SparseMatrix.ofTriplets(samples, features, rows, columns, values));
  }
}
