package org.mahnmf.cli.table;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.data.file.InputException;
import org.mahnmf.report.view.Viewer;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf view}: a local page to start runs and watch them. */
@CommandLine.Command(
    header = "Open a local page to start runs, watch and compare them.",
    description = {
      "Prints an address to open in a browser. The page listens to this machine alone and to those"
          + " who know that address. It offers what lies in the folders DIR as inputs, and the"
          + " clip of the demo. Ctrl-C ends it; a run at work then saves its best so far."
    },
    footer = {"Example:", "  mahnmf view recordings"})
public final class ViewCommand implements Command {

  private static final int MOST_PORT = 65535;

  @Parameters(paramLabel = "DIR", arity = "0..*", description = "Folders with inputs.")
  private List<Path> folders = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "mahnmf-view-runs",
      description = "Folder for the results (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port to listen at (default: any that is free).")
  private int port;

  @Override
  public int execute(Console console) throws IOException {
    InputException.throwIf(
        port < 0 || port > MOST_PORT, "--port is " + port + " but must be from 0 to " + MOST_PORT);
    for (Path folder : folders) {
      InputException.throwIf(!Files.isDirectory(folder), folder + ": is not a folder");
    }
    try (OutputFolder opened = OutputFolder.open(out, "--out");
        Viewer viewer = viewer(opened.path())) {
      console.out().println(viewer.address());
      console.out().flush();
      console.note("open this address in a browser; Ctrl-C ends the page");
      console.interruption().await();
    }
    return INTERRUPTED; // nothing else ends it
  }

  private Viewer viewer(Path results) throws IOException {
    try {
      return new Viewer(new ViewWork(), folders, results, port, Viewer.MOST_UPLOAD);
    } catch (BindException e) {
      throw new InputException("--port " + port + ": another program listens there", e);
    }
  }
}
