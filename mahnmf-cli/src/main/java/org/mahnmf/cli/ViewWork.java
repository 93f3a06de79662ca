package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.SyntheticClip;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.FitReport;
import org.mahnmf.solver.Solver;
import org.mahnmf.view.Request;
import org.mahnmf.view.Watch;
import org.mahnmf.view.Work;

/** What the page runs: the same as {@code mahnmf fit}. */
final class ViewWork implements Work {

  private static final PictureShape DEMO = new PictureShape(160, 120, 1, 255);
  private static final int DEMO_FRAMES = 60;

  @Override
  public List<String> solvers() {
    return Registry.solvers().stream()
        .map(Solver::name)
        .filter(name -> !name.equals("symmetric"))
        .toList();
  }

  @Override
  public void run(Request request, Path folder, Watch watch) throws IOException {
    Stopwatch stopwatch = new Stopwatch();
    watch.phase("reading");
    Table table = request.input().map(ViewWork::read).orElseGet(() -> demo(request.seed()));
    Observations observations =
        Observations.of(table.values()).withNames(table.columnNames(), table.rowNames());
    watch.input(table.values(), table.picture());
    stopwatch.lap("read");
    watch.phase("preparing");
    Factorization found =
        MahNmf.withRank(request.rank())
            .with(Registry.solver(request.solver()))
            .withSeed(request.seed())
            .withListener(watch)
            .withCancellation(watch::isStopWanted)
            .fit(observations);
    stopwatch.lap("fit");
    watch.factors(found.basis(), found.codes());
    watch.phase("writing");
    String name = request.input().map(Path::toString).orElse("demo");
    try (OutputFolder output = OutputFolder.open(folder, "--out")) {
      new FitFiles(output)
          .write(
              found,
              FitReport.of(name, found).withPictures(table.picture()).render(),
              name,
              command(request, name, folder),
              stopwatch,
              Map.of());
    }
  }

  private static Table read(Path input) {
    return Tables.read(Source.of(input), ReadOptions.DEFAULT);
  }

  private static Table demo(long seed) {
    SyntheticClip clip = SyntheticClip.create(DEMO.width(), DEMO.height(), DEMO_FRAMES, seed);
    return new Table(clip.pixels(), List.of(), List.of(), Optional.of(DEMO));
  }

  /** How to have the same from the command line. */
  private static String command(Request request, String name, Path folder) {
    return "mahnmf fit "
        + name
        + " --rank "
        + request.rank()
        + " --solver "
        + request.solver()
        + " --seed "
        + request.seed()
        + " --out "
        + folder;
  }
}
