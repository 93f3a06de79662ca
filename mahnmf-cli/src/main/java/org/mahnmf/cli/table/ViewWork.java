package org.mahnmf.cli.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FailedException;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.synthetic.SyntheticClip;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.report.FitReport;
import org.mahnmf.report.view.Request;
import org.mahnmf.report.view.Watch;
import org.mahnmf.report.view.Work;
import org.mahnmf.solver.Solver;

/** What the page runs: the same as {@code mahnmf fit}. */
public final class ViewWork implements Work {

  private static final PictureShape DEMO = new PictureShape(160, 120, 1, 255);
  private static final int DEMO_FRAMES = 60;

  @Override
  public List<String> solvers() {
    return Solvers.all().stream()
        .map(Solver::name)
        .filter(name -> !name.equals("symmetric"))
        .toList();
  }

  @Override
  public void run(Request request, Path folder, Watch watch) throws IOException {
    String name = request.input().map(Path::toString).orElse("demo");
    Console silent = Console.silent(command(request, name, folder));
    try (FitJob job = FitJob.open(silent, RunOptions.of(true), name, folder)) {
      MahNmf settings =
          MahNmf.ofRank(request.rank())
              .with(Solvers.named(request.solver()))
              .withSeed(request.seed())
              .withListener(watch)
              .withCancellation(watch::isStopWanted);
      watch.phase("reading");
      InputTable table =
          request.input().isEmpty()
              ? demo(request.seed())
              : job.readToFit(Source.of(request.input().get()), settings);
      watch.input(table.observations().values(), table.picture());
      watch.phase("preparing");
      job.finish(
          () -> {
            Factorization found = job.checked(() -> settings.fit(table.observations()));
            job.lap("fit");
            watch.factors(found.basis().toDense(), found.codes().toDense());
            watch.phase("writing");
            String page = FitReport.of(name, found).withPictures(table.picture()).render();
            job.write(files -> files.factors(found).report(page).record(found.record(), Map.of()));
          });
    } catch (FailedException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static InputTable demo(long seed) {
    SyntheticClip clip = SyntheticClip.create(DEMO.width(), DEMO.height(), DEMO_FRAMES, seed);
    return new InputTable(Observations.of(clip.pixels()), Optional.of(DEMO), Optional.empty());
  }

  /** How to have the same from the command line. */
  private static List<String> command(Request request, String name, Path folder) {
    List<String> words = new ArrayList<>(List.of("fit", name, "--rank", "" + request.rank()));
    words.addAll(List.of("--solver", request.solver(), "--seed", "" + request.seed()));
    words.addAll(List.of("--out", folder.toString()));
    return words;
  }
}
