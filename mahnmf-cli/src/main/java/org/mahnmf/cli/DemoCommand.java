package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.SyntheticClip;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.ProductMatrix;
import org.mahnmf.picture.Foreground;
import org.mahnmf.picture.MaskScore;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.report.Clip;
import org.mahnmf.report.ClipReport;
import org.mahnmf.report.MethodScore;
import org.mahnmf.start.Hals;
import org.mahnmf.start.RandomStart;
import org.mahnmf.store.DenseStore;
import org.mahnmf.store.Workers;
import org.mahnmf.term.Manhattan;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code mahnmf demo}: separates a clip of a street into background and what moves. */
@CommandLine.Command(
    name = "demo",
    header = {"See what it does: find what moves in the clip of a street camera.", ""},
    sortOptions = false,
    sortSynopsis = false,
    description = {
      "",
      "Makes a short clip whose moving objects are known, separates its background at rank "
          + DemoCommand.RANK
          + " by MahNMF and by ordinary (Euclidean) NMF, and compares both with the truth.",
      "Takes some seconds. The last line is the report to open in a browser.",
      ""
    },
    footer = {"", "Example:", "  mahnmf demo --out street --seed 3"})
final class DemoCommand implements Command {

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
    try (ProgressLine progress = new ProgressLine(console, quiet);
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      progress.phase("making a clip");
      Stopwatch watch = new Stopwatch();
      SyntheticClip clip = SyntheticClip.create(SHAPE.width(), SHAPE.height(), FRAMES, seed);
      Observations frames = Observations.of(clip.pixels());
      watch.lap("read");
      progress.beginRun(
          new TimeLeft(
              MahNmf.DEFAULT_MAX_ITERATIONS, Double.POSITIVE_INFINITY, MahNmf.DEFAULT_TOLERANCE, 1),
          1);
      Factorization robust =
          MahNmf.withRank(RANK).withSeed(seed).withListener(progress).fit(frames);
      watch.lap("fit");
      progress.phase("comparing with Euclidean NMF");
      Matrix euclidean = euclidean(frames);
      watch.lap("euclidean");
      progress.phase("writing " + out);
      List<MethodScore> scores =
          console
              .interruption()
              .finish(() -> write(folder, clip, robust, euclidean, watch, console));
      progress.clear();
      print(scores, folder.file(FitFiles.REPORT), console);
      if (!quiet) {
        robust.record().outcome().notes().forEach(console::note);
      }
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** Judges both backgrounds and writes all files. */
  private List<MethodScore> write(
      OutputFolder folder,
      SyntheticClip clip,
      Factorization robust,
      Matrix euclidean,
      Stopwatch watch,
      Console console)
      throws IOException {
    Matrix background = new ProductMatrix(robust.codes(), robust.basis());
    Foreground found = foreground(clip, background);
    List<MethodScore> scores =
        List.of(
            score("MahNMF", found, clip, watch.seconds().get("fit")),
            score(
                "Euclidean NMF",
                foreground(clip, euclidean),
                clip,
                watch.seconds().get("euclidean")));
    DenseMatrix truth = new DenseMatrix(FRAMES, SHAPE.pixels());
    for (int k = 0; k < FRAMES; k++) {
      boolean[] mask = clip.mask(k);
      for (int j = 0; j < mask.length; j++) {
        truth.set(k, j, mask[j] ? 1 : 0);
      }
    }
    Clip parts =
        new Clip(
            "A street, made by code from seed " + seed,
            SHAPE,
            List.of(),
            clip.pixels(),
            background,
            found.masks(),
            Optional.of(truth));
    String page = new ClipReport(parts, robust.basis(), scores, robust.record()).render();
    new FitFiles(folder)
        .write(robust, page, "synthetic clip " + seed, console.commandLine(), watch, Map.of());
    return scores;
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
      Problem problem =
          new Problem(
              DenseStore.unscaled(frames, workers),
              RANK,
              new Manhattan(),
              Side.nonNegative(),
              Side.nonNegative());
      Factors factors = new RandomStart().create(problem, seed);
      Hals.run(problem, factors, MOST_SWEEPS, SWEEP_TOLERANCE);
      return new ProductMatrix(factors.codes().transpose(), factors.basis());
    }
  }

  private void print(List<MethodScore> scores, Path report, Console console) {
    console
        .out()
        .printf(
            "Pixels that move, found in %d frames of %d x %d, against the truth:%n",
            FRAMES, SHAPE.width(), SHAPE.height());
    console.out().println("method         precision  recall      F     time");
    for (MethodScore score : scores) {
      console
          .out()
          .printf(
              Locale.ROOT,
              "%-13s  %9.3f  %6.3f  %5.3f  %5.1f s%n",
              score.method(),
              score.precision(),
              score.recall(),
              score.f(),
              score.seconds());
    }
    console.out().println(report);
  }
}
