package org.mahnmf.cli.study;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.base.Version;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.VariantOptions;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.internal.kernel.Products;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf info}: what there is on this machine. */
@CommandLine.Command(
    header = "Show versions, the machine, and what a fit can use.",
    footer = {"Example:", "  mahnmf info --json"})
public final class InfoCommand implements Command {

  @Option(names = "--json", description = "Print JSON and nothing else.")
  private boolean json;

  @Override
  public int execute(Console console) {
    Map<String, Object> info = info();
    if (json) {
      console.out().print(JsonWriter.format(info));
      return DONE;
    }
    Summary summary = new Summary();
    info.forEach((name, value) -> addTo(summary, name, value));
    summary.print(console.out());
    return DONE;
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
    info.put("kernels", Products.arithmetic());
    Map<String, Object> solvers = new LinkedHashMap<>();
    Solvers.all().forEach(one -> solvers.put(one.name(), one.description()));
    info.put("solvers", solvers);
    Map<String, Object> starts = new LinkedHashMap<>();
    Starts.all().forEach(one -> starts.put(one.name(), one.description()));
    info.put("starts", starts);
    info.put("losses", VariantOptions.losses());
    info.put("terms", VariantOptions.terms());
    return info;
  }

  private static void addTo(Summary summary, String name, Object value) {
    if (value instanceof Map<?, ?> many) {
      String one = name.replaceAll("(?<=s)es$|s$", "");
      many.forEach((key, text) -> summary.add(one + " " + key, text));
    } else {
      summary.add(name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT), value);
    }
  }
}
