package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.table.ViewWork;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.report.view.Viewer;

/**
 * Mixed work in one JVM for as long as {@code -Dmahnmf.soak.minutes} says, a few seconds if it says
 * nothing: fits of every kind, ranks, outliers, separations, streams, mistakes, and a viewer with
 * runs of its own and readers. Memory, threads and open files must stay level.
 */
@Tag("long")
class SoakTest {

  private static final double MINUTES =
      Double.parseDouble(System.getProperty("mahnmf.soak.minutes", ".15"));
  private static final int SAMPLES = 30;
  private static final int READERS = 2;

  /** One more than a viewer keeps in memory to be looked at. */
  private static final int RUNS_KEPT = 7;

  private static final long STEP_MILLIS = 100;
  private static final long PAUSE_STEPS = 40;

  /** Growth that is no leak: caches and compiled code fill up for a while. */
  private static final double MEMORY_SLACK = 12e6;

  private static final int HANDLE_SLACK = 12;
  private static final Pattern UNDER_WAY = Pattern.compile("\"state\": *\"(waiting|running)\"");

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicLong requests = new AtomicLong();

  /** Readers share it while a run of theirs is under way; who counts wants nobody at work. */
  private final ReadWriteLock work = new ReentrantReadWriteLock(true);

  /** What the process holds. */
  private record Holding(double heap, double resident, int threads, long files) {

    static Holding now() throws IOException {
      for (int k = 0; k < 3; k++) {
        System.gc();
      }
      double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      long files =
          ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
              ? unix.getOpenFileDescriptorCount()
              : 0;
      return new Holding(heap, residentBytes(), threads, files);
    }

    private static double residentBytes() throws IOException {
      Path status = Path.of("/proc/self/status");
      if (!Files.exists(status)) {
        return 0;
      }
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    }
  }

  @Test
  void memoryStaysLevel() throws Exception {
    Cli.run("sample", "video", folder.resolve("street")).done();
    Cli.run("sample", "table", folder.resolve("table")).done();
    List<Callable<Cli>> jobs = jobs();
    long jobsDone = 0;
    List<Holding> holdings = new ArrayList<>();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try (Viewer viewer =
        new Viewer(
            new ViewWork(),
            List.of(folder.resolve("table")),
            Files.createDirectories(folder.resolve("runs")),
            0,
            Viewer.MOST_UPLOAD)) {
      for (int k = 0; k < RUNS_KEPT; k++) {
        start(viewer);
      }
      awaitRuns(viewer);
      List<Future<?>> reading = new ArrayList<>();
      for (int k = 0; k < READERS; k++) {
        reading.add(readers.submit(() -> read(viewer)));
      }
      for (Callable<Cli> job : jobs) {
        job.call(); // every kind has been seen before counting begins
        jobsDone++;
      }
      long start = System.nanoTime();
      double span = MINUTES * 60e9;
      while (System.nanoTime() - start < span || holdings.size() < 6) {
        jobs.get((int) (jobsDone % jobs.size())).call();
        jobsDone++;
        double passed = (System.nanoTime() - start) / span;
        if (passed * SAMPLES >= holdings.size()) {
          holdings.add(atRest());
        }
      }
      over.set(true);
      for (Future<?> one : reading) {
        one.get();
      }
    } finally {
      over.set(true);
      readers.shutdownNow();
    }
    System.out.printf(
        Locale.ROOT,
        "soak: %.1f minutes, %d jobs, %d requests%n",
        MINUTES,
        jobsDone,
        requests.get());
    for (Holding now : holdings) {
      System.out.printf(
          Locale.ROOT,
          "soak: heap %.1f MB, resident %.0f MB, %d threads, %d files%n",
          now.heap * 1e-6,
          now.resident * 1e-6,
          now.threads,
          now.files);
    }
    Holding early = holdings.get(holdings.size() / 3);
    Holding late = holdings.get(holdings.size() - 1);
    assertTrue(late.heap <= early.heap + MEMORY_SLACK, "heap: " + holdings);
    assertTrue(late.threads <= early.threads + HANDLE_SLACK, "threads: " + holdings);
    assertTrue(late.files <= early.files + HANDLE_SLACK, "files: " + holdings);
  }

  private List<Callable<Cli>> jobs() {
    Path table = folder.resolve("table").resolve("readings.csv");
    List<Callable<Cli>> jobs = new ArrayList<>();
    List<List<Object>> fits =
        List.of(
            List.of(),
            List.of("--solver", "rri", "--box", "0,1"),
            List.of("--solver", "smoothing", "--elastic", "0.1"),
            List.of("--solver", "admm", "--precision", "float"),
            List.of("--solver", "exact", "--max-iterations", "5"),
            List.of("--validate", "3%"));
    for (List<Object> options : fits) {
      List<Object> words = new ArrayList<>(List.of("fit", table, "--rank", 3));
      words.addAll(options);
      words.addAll(List.of("--out", folder.resolve("fit"), "--quiet"));
      jobs.add(() -> Cli.run(words.toArray()).done());
    }
    Path street = folder.resolve("street").resolve("input");
    jobs.add(
        () -> Cli.run("separate", street, "--frames", "0:20", "--out", out("separated")).done());
    jobs.add(
        () ->
            Cli.run("watch", street, "--frames", "0:50", "--idle", 0, "--out", out("seen")).done());
    jobs.add(() -> Cli.run("outliers", table, "--rank", 3, "--out", out("checked")).done());
    jobs.add(() -> Cli.run("rank", table, "--ranks", "1:3", "--folds", 2).done());
    jobs.add(
        () -> {
          Cli cli = Cli.run("fit", folder.resolve("nothing.csv"), "--rank", 2, "--out", out("no"));
          cli.mistake("nothing.csv");
          return cli;
        });
    return jobs;
  }

  private Path out(String name) {
    return folder.resolve(name);
  }

  /** What the process holds while no run is under way: what a run holds is no leak. */
  private Holding atRest() throws IOException {
    work.writeLock().lock();
    try {
      return Holding.now();
    } finally {
      work.writeLock().unlock();
    }
  }

  /** Starts runs, follows them and looks at everything, as a page does. */
  private Void read(Viewer viewer) throws Exception {
    while (!over.get()) {
      work.readLock().lock();
      try {
        assertEquals(200, get(viewer, "").statusCode());
        start(viewer);
        awaitRuns(viewer);
      } finally {
        work.readLock().unlock();
      }
      for (int k = 0; k < PAUSE_STEPS && !over.get(); k++) {
        assertEquals(200, get(viewer, "api/state").statusCode());
        Thread.sleep(STEP_MILLIS);
      }
    }
    return null;
  }

  private void start(Viewer viewer) throws Exception {
    requests.incrementAndGet();
    HttpResponse<String> started =
        client.send(
            HttpRequest.newBuilder(viewer.address().resolve("api/runs"))
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        JsonWriter.format(
                            Map.of("input", "demo", "rank", 2, "solver", "auto", "seed", 0))))
                .build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    assertTrue(started.statusCode() < 300, started.body());
  }

  private void awaitRuns(Viewer viewer) throws Exception {
    while (UNDER_WAY.matcher(get(viewer, "api/state").body()).find()) {
      Thread.sleep(STEP_MILLIS);
    }
  }

  private HttpResponse<String> get(Viewer viewer, String path) throws Exception {
    requests.incrementAndGet();
    return client.send(
        HttpRequest.newBuilder(viewer.address().resolve(path)).build(),
        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }
}
