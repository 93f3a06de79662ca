package org.mahnmf.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.OptionalModule;
import org.mahnmf.cli.job.OutputFolder;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf bench}: how fast this machine is at it. */
@CommandLine.Command(
    header = "Measure how fast the program is on this machine.",
    description = {
      "Prints how passes over tables compare with a matrix product of OpenBLAS and with the speed"
          + " of memory, in a few minutes. The first call fetches OpenBLAS.",
      "",
      "With --report it also times whole fits beside scikit-learn and RPCA, all solvers, and how"
          + " time and memory grow, in about ten minutes, and writes performance.md with plots."
          + " The environment variable MAHNMF_PYTHON names a Python that has scikit-learn, if"
          + " python3 has not."
    },
    footer = {"Example:", "  mahnmf bench --report --out performance"})
public final class BenchCommand implements Command {

  @Option(names = "--report", description = "Measure everything and write a page about it.")
  private boolean report;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the page; implies --report. Default: performance.")
  private Path out;

  @Option(
      names = "--guard",
      description =
          "Compare kernels with the ratios on record instead; exit code 1 if one is below 80 %% of"
              + " its own.")
  private boolean guard;

  @Option(names = "--quick", description = "Fewer and smaller tables: about a minute.")
  private boolean quick;

  @Override
  public int execute(Console console) throws IOException {
    if (report || out != null) {
      Path place = out == null ? Path.of("performance") : out;
      try (OutputFolder folder = OutputFolder.open(place, "--out")) {
        String files = find().report(folder.path(), quick, console.err());
        console.out().println("files: " + files + " in " + place);
      }
      return DONE;
    }
    if (guard) {
      return find().guard(console.out()) ? DONE : FAILED;
    }
    find().passes(quick, console.out());
    return DONE;
  }

  private static Benchmark find() throws IOException {
    return OptionalModule.find(Benchmark.class, "bench");
  }
}
