package org.mahnmf.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.data.synthetic.SampleSet;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf sample}: makes data with a known answer, to try everything without a download. */
@CommandLine.Command(
    header = "Make a sample set to try things out.",
    customSynopsis = "mahnmf sample video|faces|table|scene DIR [OPTION]...",
    description = {
      "Makes data by code, with the right answers beside them, and writes it to the folder DIR:",
      "  video  a street clip: frames, true masks and an animation",
      "  faces  pictures of 12 people under 10 lights: a folder, labels, a MAT file",
      "  table  power readings of 16 rooms with glitches and gaps, and what is right",
      "  scene  a landscape of five textured regions, and which pixel is in which"
    },
    footer = {"Example:", "  mahnmf sample video street"})
public final class SampleCommand implements Command {

  @Parameters(index = "0", paramLabel = "SET", description = "One of ${COMPLETION-CANDIDATES}.")
  private SampleSet set;

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "Folder for the files; created if need be.")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another seed makes another set (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--quiet", description = "No progress.")
  private boolean quiet;

  @Override
  public int execute(Console console) throws IOException {
    try (ProgressLine progress = new ProgressLine(console, quiet);
        OutputFolder folder = OutputFolder.open(out, "DIR")) {
      progress.phase("making " + set);
      set.write(folder.file(""), seed);
      progress.clear();
      console.out().println(out + ": " + set.description());
    }
    return DONE;
  }
}
