package org.mahnmf.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.mahnmf.base.Version;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.study.Benchmark;

/** Everything that {@code mahnmf bench} measures, in one JVM, and the page about it. */
public final class Bench implements Benchmark {

  @Override
  public void passes(boolean quick, PrintStream out) {
    out.println(machine());
    out.println("passes over a table, 1 thread");
    out.println(Passes.HEAD);
    new Passes().measure(quick, out::println);
  }

  @Override
  public boolean guard(PrintStream out) throws IOException {
    out.println(machine());
    out.println("kernels, 1 thread");
    return new Guard(Runtime.version().feature()).check(out);
  }

  @Override
  public String report(Path folder, boolean quick, PrintStream talk) throws IOException {
    long begin = System.nanoTime();
    Consumer<String> progress =
        what -> talk.printf("[%3d s] %s%n", (System.nanoTime() - begin) / 1_000_000_000, what);
    Markdown page = new Markdown();
    page.heading(1, "Performance");
    page.text(
        "Written by `./mahnmf bench --report --out docs`, which measures everything in one run."
            + " On another machine, or beside other programs, compare ratios. What older JDKs cost is in"
            + " [design](design.md#the-seams), under *Kernels*.");
    page.text(LocalDate.now(ZoneOffset.UTC) + ". " + machine() + ". " + load());
    progress.accept("passes");
    List<Passes.Line> lines = new ArrayList<>();
    new Passes()
        .measure(
            quick,
            line -> {
              lines.add(line);
              progress.accept(line.toString());
            });
    Passes.write(page, lines);
    Path scratch = Files.createTempDirectory("mahnmf-bench");
    try {
      new Peers(scratch, quick, progress).writeTo(page);
    } finally {
      delete(scratch);
    }
    Race.writeTo(page, quick, progress);
    new Growth(page, quick, progress).write();
    page.write(folder);
    progress.accept("done");
    return "performance.md, images";
  }

  static String machine() {
    return Summary.text(
        "MahNMF %s, JDK %s (%s), %s %s, %s, %d threads, heap up to %d MB",
        Version.TEXT,
        Runtime.version(),
        System.getProperty("java.vendor"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        processor(),
        Workers.defaultThreads(),
        Runtime.getRuntime().maxMemory() >> 20);
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException | UncheckedIOException e) {
      return "unknown processor"; // not Linux
    }
  }

  /** Says whether the machine was shared. */
  private static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0
        ? ""
        : Summary.text(
            "The load was %.1f in the minute before: %s.",
            load,
            load > .7 * Workers.defaultThreads()
                ? "**a shared machine**, on which other programs ran"
                : "an idle machine");
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> paths = Files.walk(folder)) {
      all = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
