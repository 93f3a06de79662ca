package org.mahnmf.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.Version;
import org.mahnmf.cli.Benchmark;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.Json;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.store.Workers;

/** Everything that {@code mahnmf bench} measures, in one JVM, and the files about it. */
public final class Bench implements Benchmark {

  /** Lines of the kernels' table that say most. */
  private static final List<String> QUICK = List.of("smooth");

  /** Lines that are measured first and not shown. */
  private static final List<String> WARM_UP = List.of("1000 500 50");

  /** Creates the benchmark; found as a service. */
  public Bench() {}

  @Override
  public String run(Path folder, boolean quick, PrintStream out) throws IOException {
    String machine =
        String.format(
            Locale.ROOT,
            "JDK %s, %s, kernels '%s', %d processors, MahNMF %s",
            Runtime.version(),
            System.getProperty("os.arch"),
            KernelLookup.kernels().name(),
            Workers.defaultThreads(),
            Version.TEXT);
    out.println(machine);
    out.println();
    out.println(Ratios.HEAD);
    List<Ratios.Line> kernels = new ArrayList<>();
    Ratios.measure(WARM_UP, line -> {}); // what the compiler has not seen yet is slow
    Ratios.measure(
        quick ? QUICK : List.of(),
        line -> {
          kernels.add(line);
          out.println(line);
        });
    out.println();
    double speedup = Scaling.threads();
    out.printf(Locale.ROOT, "2 threads, r = 50: %.2f times as fast as 1%n", speedup);
    double median = Medians.nanosecondsPerElement();
    out.printf(Locale.ROOT, "weighted median of 1000: %.1f ns per element%n%n", median);
    List<Scaling.Growth> growth = Scaling.growth(quick);
    growth.forEach(out::println);
    out.println();
    List<Race> races = Race.all(quick);
    races.forEach(
        race -> {
          race.run();
          out.print(race);
        });
    AtomicFile.writeText(
        folder.resolve("bench.json"),
        Json.format(map(machine, kernels, speedup, median, growth, races)));
    AtomicFile.writeText(
        folder.resolve("bench.html"),
        new BenchPage(machine, kernels, speedup, median, growth, races).render());
    return "bench.json, bench.html";
  }

  private static Map<String, Object> map(
      String machine,
      List<Ratios.Line> kernels,
      double speedup,
      double median,
      List<Scaling.Growth> growth,
      List<Race> races) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("machine", machine);
    map.put("kernels", kernels.stream().map(Bench::map).toList());
    map.put("twoThreads", speedup);
    map.put("medianNanoseconds", median);
    map.put("growth", growth.stream().map(Scaling.Growth::toMap).toList());
    map.put("races", races.stream().map(Race::toMap).toList());
    return map;
  }

  private static Map<String, Object> map(Ratios.Line line) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("features", line.size()[0]);
    map.put("samples", line.size()[1]);
    map.put("rank", line.size()[2]);
    map.put("pass", line.pass());
    map.put("gigaflops", line.gigaflops());
    map.put("plainGigaflops", line.plain());
    map.put("peakGigaflops", line.peak());
    map.put("gigabytes", line.gigabytes());
    map.put("readGigabytes", line.read());
    return map;
  }
}
