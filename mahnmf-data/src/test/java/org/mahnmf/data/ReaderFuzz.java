package org.mahnmf.data;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mahnmf.fuzz.FuzzTarget;
import org.mahnmf.fuzz.Fuzzer;

/**
 * Fuzzes all readers for a long time: {@code ReaderFuzz SECONDS SEED FOLDER [NAMES…]}. All readers
 * take turns of equal time, so none is starved. What is found goes to FOLDER; a reader that hangs
 * ends the program. Give it a {@code -Djava.io.tmpdir} of its own.
 */
public final class ReaderFuzz {

  /** How the folder of the attacked files begins. */
  static final String FOLDER = "fuzz-";

  private static final double TURN = 2;
  private static final int BATCH = 200;
  private static final double HANG = 300;

  private ReaderFuzz() {}

  /** Runs. */
  public static void main(String[] args) throws IOException, InterruptedException {
    double seconds = Double.parseDouble(args[0]);
    long seed = Long.parseLong(args[1]);
    Path findings = Files.createDirectories(Path.of(args[2]));
    List<String> names = List.of(args).subList(3, args.length);
    Path top = Files.createTempDirectory(FOLDER);
    List<FuzzTarget> targets = ReaderTargets.in(FileTarget.folderIn(top));
    List<Fuzzer> fuzzers = new ArrayList<>();
    for (FuzzTarget target : targets) {
      if (names.isEmpty() || names.contains(target.name())) {
        fuzzers.add(new Fuzzer(target, seed));
      }
    }
    watch(fuzzers, findings);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long[] busy = new long[fuzzers.size()];
    while (System.nanoTime() < end) {
      List<Fuzzer.Report> reports = new ArrayList<>();
      for (int k = 0; k < fuzzers.size(); k++) {
        long start = System.nanoTime();
        Fuzzer.Report report = fuzzers.get(k).run(BATCH);
        while (System.nanoTime() - start < TURN * 1e9) {
          report = fuzzers.get(k).run(BATCH);
        }
        reports.add(report);
        busy[k] += System.nanoTime() - start;
      }
      write(reports, busy, findings);
    }
    System.exit(0);
  }

  private static void write(List<Fuzzer.Report> reports, long[] busy, Path folder)
      throws IOException {
    Path summary = folder.resolve("summary.txt");
    try (PrintStream out = new PrintStream(Files.newOutputStream(summary), false, "UTF-8")) {
      long all = 0;
      for (int k = 0; k < reports.size(); k++) {
        Fuzzer.Report report = reports.get(k);
        all += report.executions();
        out.printf(
            Locale.ROOT,
            "%-22s %10d executions, %9d read, %5d answers, %6.0f/s, at most %.2f s, %d MB, %d"
                + " findings%n",
            report.name(),
            report.executions(),
            report.accepted(),
            report.answers(),
            report.executions() / (busy[k] / 1e9),
            report.mostSeconds(),
            report.mostBytes() >> 20,
            report.findings().size());
        for (int f = 0; f < report.findings().size(); f++) {
          String name = report.name().replace(' ', '-') + "-" + f;
          Fuzzer.Finding finding = report.findings().get(f);
          Files.write(folder.resolve(name + ".bin"), finding.input());
          Files.writeString(folder.resolve(name + ".txt"), finding.toString());
        }
      }
      out.printf(Locale.ROOT, "all %d%n", all);
    }
  }

  private static void watch(List<Fuzzer> fuzzers, Path folder) {
    Thread main = Thread.currentThread();
    Thread watch =
        new Thread(
            () -> {
              while (true) {
                try {
                  Thread.sleep(1000);
                  for (Fuzzer fuzzer : fuzzers) {
                    if (fuzzer.elapsed() > HANG) {
                      Files.write(folder.resolve("hang.bin"), fuzzer.current());
                      StringBuilder trace = new StringBuilder();
                      for (StackTraceElement frame : main.getStackTrace()) {
                        trace.append(frame).append('\n');
                      }
                      Files.writeString(folder.resolve("hang.txt"), trace);
                      Runtime.getRuntime().halt(1);
                    }
                  }
                } catch (InterruptedException | IOException e) {
                  return;
                }
              }
            });
    watch.setDaemon(true);
    watch.start();
  }
}
