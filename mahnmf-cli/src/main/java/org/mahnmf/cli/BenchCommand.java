package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf bench}: how fast this machine is at it. */
@CommandLine.Command(
    name = "bench",
    header = {"Measure kernels, solvers and growth on this machine.", ""},
    sortOptions = false,
    sortSynopsis = false,
    description = {
      "",
      "Compares, in one run, the kernels with a matrix product of OpenBLAS and with the speed of"
          + " memory, the solvers with each other, and how time grows with the size. Writes"
          + " bench.json and bench.html to the folder DIR. Takes a few minutes; the first call"
          + " fetches OpenBLAS.",
      ""
    },
    footer = {"", "Example:", "  mahnmf bench --quick --out bench"})
final class BenchCommand implements Command {

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Option(names = "--quick", description = "Fewer sizes, less time: about a minute.")
  private boolean quick;

  @Override
  public int execute(Console console) throws IOException {
    try (OutputFolder folder = OutputFolder.open(out, "--out")) {
      Benchmark benchmark = Extra.find(Benchmark.class, "bench");
      String files = benchmark.run(folder.path(), quick, console.out());
      console.out().println("files: " + files + " in " + out);
    }
    return ExitCode.DONE;
  }
}
