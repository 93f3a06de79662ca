package org.mahnmf.cli.table;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.RunRecord;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.data.synthetic.SyntheticClip;
import org.mahnmf.internal.start.Hals;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.picture.Foreground;
import org.mahnmf.picture.MaskScore;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Store;
import org.mahnmf.report.ClipReport;
import org.mahnmf.report.MethodScore;
import org.mahnmf.report.chart.Clip;
import org.mahnmf.term.Manhattan;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf demo}: separates a clip of a street into background and what moves. */
@CommandLine.Command(
    header = "See what it does: find what moves in the clip of a street camera.",
    description = {
      "Makes a short clip whose moving objects are known, separates its background at rank "
          + DemoCommand.RANK
          + " by MahNMF and by ordinary (Euclidean) NMF, and compares both with the truth.",
      "Takes some seconds. The last line is the report to open in a browser."
    },
    footer = {"Example:", "  mahnmf demo --out street --seed 3"})
public final class DemoCommand implements Command {

  static final int RANK = 2;

  private static final PictureShape SHAPE = new PictureShape(160, 120, 1, 255);
  private static final int FRAMES = 120;
  private static final int MOST_SWEEPS = 500;
  private static final double SWEEP_TOLERANCE = 1e-6;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "mahnmf-demo",
      description = "Folder for the results (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another seed makes another clip (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--quiet", description = "No progress and no notes.")
  private boolean quiet;

  @Override
  public int execute(Console console) throws IOException {
    String name = "synthetic clip " + seed;
    try (FitJob job = FitJob.open(console, RunOptions.of(quiet), name, out)) {
      job.progress().phase("making a clip");
      SyntheticClip clip = SyntheticClip.create(SHAPE.width(), SHAPE.height(), FRAMES, seed);
      Observations frames = Observations.of(clip.pixels());
      job.lap("read");
      MahNmf settings = job.watched(MahNmf.ofRank(RANK).withSeed(seed));
      Factorization robust = job.fit(settings, frames);
      job.progress().phase("comparing with Euclidean NMF");
      Matrix euclidean = euclidean(frames);
      job.lap("euclidean");
      return job.finish(
          () -> {
            Matrix background = robust.lowRank();
            Foreground found = foreground(clip, background);
            Foreground other = foreground(clip, euclidean);
            List<MethodScore> scores =
                List.of(
                    score("MahNMF", found, clip, job.seconds().get("fit")),
                    score("Euclidean NMF", other, clip, job.seconds().get("euclidean")));
            Clip parts =
                new Clip(
                    "A street, made by code from seed " + seed,
                    SHAPE,
                    List.of(),
                    clip.pixels(),
                    background,
                    found.masks(),
                    Optional.of(truth(clip)));
            String page = new ClipReport(parts, robust.basis(), scores, robust.record()).render();
            RunRecord record = robust.record();
            String json =
                job.write(files -> files.factors(robust).report(page).record(record, Map.of()));
            Path report = job.folder().file(FitFiles.REPORT);
            job.print(json, text -> print(scores, report, text), record.outcome().notes());
          });
    }
  }

  private static DenseMatrix truth(SyntheticClip clip) {
    DenseMatrix truth = new DenseMatrix(FRAMES, SHAPE.pixels());
    for (int k = 0; k < FRAMES; k++) {
      boolean[] mask = clip.mask(k);
      for (int j = 0; j < mask.length; j++) {
        truth.set(k, j, mask[j] ? 1 : 0);
      }
    }
    return truth;
  }

  /** The same rule for every method, so that none is tuned. */
  private static Foreground foreground(SyntheticClip clip, Matrix background) {
    try (Workers workers = new Workers(Workers.defaultThreads())) {
      return Foreground.of(clip.pixels(), background, Optional.of(SHAPE), workers);
    }
  }

  private static MethodScore score(
      String method, Foreground found, SyntheticClip clip, double seconds) {
    MaskScore score = new MaskScore(SHAPE.white());
    for (int k = 0; k < found.count(); k++) {
      score.add(found.mask(k), found.size(k), clip.codes(k));
    }
    return new MethodScore(method, score.precision(), score.recall(), score.f(), seconds);
  }

  /** Returns the background by Euclidean NMF, run until it no longer improves. */
  private Matrix euclidean(Observations frames) {
    try (Workers workers = new Workers(Workers.defaultThreads())) {
      Store store = DenseStore.unscaled(frames, workers);
      Side any = Side.nonNegative();
      Problem problem = new Problem(store.extent(), RANK, new Manhattan(), any, any);
      Factors factors = new RandomStart().create(problem, store, seed);
      Hals.run(store, factors, MOST_SWEEPS, SWEEP_TOLERANCE);
      return new ProductMatrix(factors.codes().transpose(), factors.basis());
    }
  }

  private static void print(List<MethodScore> scores, Path report, PrintStream text) {
    text.printf(
        "Pixels that move, found in %d frames of %d x %d, against the truth:%n",
        FRAMES, SHAPE.width(), SHAPE.height());
    text.println("method         precision  recall      F     time");
    for (MethodScore of : scores) {
      Object[] row = {of.method(), of.precision(), of.recall(), of.f(), of.seconds()};
      text.println(Summary.text("%-13s  %9.3f  %6.3f  %5.3f  %5.1f s", row));
    }
    text.println(report);
  }
}
