package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.SyntheticClip;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.report.Clip;
import org.mahnmf.report.DemoReport;
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

  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;
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
      SyntheticClip clip = SyntheticClip.create(WIDTH, HEIGHT, FRAMES, seed);
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
      DenseMatrix euclidean = euclidean(frames);
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
      DenseMatrix euclidean,
      Stopwatch watch,
      Console console)
      throws IOException {
    DenseMatrix truth = Foreground.matrix(FRAMES, clip::mask);
    DenseMatrix background = robust.lowRank();
    Foreground found = Foreground.of(clip.pixels(), background, WIDTH);
    List<MethodScore> scores =
        List.of(
            found.score("MahNMF", truth, watch.seconds().get("fit")),
            Foreground.of(clip.pixels(), euclidean, WIDTH)
                .score("Euclidean NMF", truth, watch.seconds().get("euclidean")));
    Clip parts =
        new Clip(
            "A street, made by code from seed " + seed,
            WIDTH,
            HEIGHT,
            clip.pixels(),
            background,
            found.masks(),
            truth);
    String page = new DemoReport(parts, robust.basis(), scores, robust.record()).render();
    new FitFiles(folder)
        .write(robust, page, "synthetic clip " + seed, console.commandLine(), watch);
    return scores;
  }

  /** Returns the background by Euclidean NMF, run until it no longer improves. */
  private DenseMatrix euclidean(Observations frames) {
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
      return product(factors);
    }
  }

  private static DenseMatrix product(Factors factors) {
    DenseMatrix basis = factors.basis();
    DenseMatrix codes = factors.codes();
    DenseMatrix product = new DenseMatrix(codes.columns(), basis.columns());
    for (int i = 0; i < product.rows(); i++) {
      for (int j = 0; j < product.columns(); j++) {
        double sum = 0;
        for (int l = 0; l < basis.rows(); l++) {
          sum += codes.get(l, i) * basis.get(l, j);
        }
        product.set(i, j, sum);
      }
    }
    return product;
  }

  private void print(List<MethodScore> scores, Path report, Console console) {
    console
        .out()
        .printf(
            "Pixels that move, found in %d frames of %d x %d, against the truth:%n",
            FRAMES, WIDTH, HEIGHT);
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
