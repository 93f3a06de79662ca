package org.mahnmf.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.Registry;
import org.mahnmf.Version;
import org.mahnmf.data.Json;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.Loss;
import org.mahnmf.solver.Solver;
import org.mahnmf.start.Start;
import org.mahnmf.store.Workers;
import org.mahnmf.term.Manhattan;
import org.mahnmf.term.NonNegative;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf info}: what there is on this machine. */
@CommandLine.Command(
    name = "info",
    header = {"Show versions, the machine, and the solvers and starts there are.", ""},
    sortOptions = false,
    sortSynopsis = false,
    description = "",
    footer = {"", "Example:", "  mahnmf info --json"})
final class InfoCommand implements Command {

  @Option(names = "--json", description = "Print JSON and nothing else.")
  private boolean json;

  @Override
  public int execute(Console console) {
    Map<String, Object> info = info();
    if (json) {
      console.out().print(Json.format(info));
      return ExitCode.DONE;
    }
    Summary summary = new Summary();
    info.forEach((name, value) -> addTo(summary, name, value));
    summary.print(console.out());
    return ExitCode.DONE;
  }

  private static Map<String, Object> info() {
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("version", Version.TEXT);
    info.put("java", System.getProperty("java.version"));
    info.put("javaVendor", System.getProperty("java.vendor"));
    info.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    info.put("processors", Runtime.getRuntime().availableProcessors());
    info.put("threads", Workers.defaultThreads());
    info.put("memoryMegabytes", Runtime.getRuntime().maxMemory() >> 20);
    info.put("kernels", KernelLookup.kernels().name());
    Map<String, Object> solvers = new LinkedHashMap<>();
    for (Solver solver : Registry.solvers()) {
      solvers.put(solver.name(), solver.description());
    }
    info.put("solvers", solvers);
    Map<String, Object> starts = new LinkedHashMap<>();
    for (Start start : Registry.starts()) {
      starts.put(start.name(), start.description());
    }
    info.put("starts", starts);
    info.put("losses", List.of(new Manhattan()).stream().map(Loss::name).toList());
    info.put("terms", List.of(new NonNegative()).stream().map(FeasibleSet::name).toList());
    return info;
  }

  private static void addTo(Summary summary, String name, Object value) {
    if (value instanceof Map<?, ?> many) {
      many.forEach((key, text) -> summary.add(name.replaceAll("s$", "") + " " + key, text));
    } else if (value instanceof List<?> list) {
      summary.add(name, String.join(", ", list.stream().map(Object::toString).toList()));
    } else {
      summary.add(name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT), value);
    }
  }
}
