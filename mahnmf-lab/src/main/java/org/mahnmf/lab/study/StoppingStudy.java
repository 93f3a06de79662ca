package org.mahnmf.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.Registry;
import org.mahnmf.data.Draws;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Observations;
import org.mahnmf.solver.Progress;

/**
 * How near the point that hidden entries choose comes to the best one of the whole path. Faces with
 * salt &amp; pepper at rank 80: a solver runs to its end with 3 % of the entries hidden, and after
 * each step the errors to the clean pictures and of the hidden entries are taken. Beside it stands
 * the fit with {@code --validate 3%} by the same solver, which hides entries of its own choice and
 * ends by itself.
 */
public final class StoppingStudy implements Study {

  private static final double HIDDEN = .03;
  private static final int QUICK_PEOPLE = 10;
  private static final int QUICK_RANK = 20;
  private static final int MOST_STEPS = 150;
  private static final String ERROR = "error to the clean pictures";
  private static final String CHOSEN = "error of --validate";
  private static final double[] STEPS = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100, 150
  };

  /** Creates the study. */
  public StoppingStudy() {}

  @Override
  public String name() {
    return "stopping";
  }

  @Override
  public String description() {
    return "the point that hidden entries choose against the best of the whole path";
  }

  @Override
  public Plan plan(Setting setting) {
    FaceSets sets = FaceSets.read(setting.data(), Faces.Known.PAPER);
    List<Trial> trials = new ArrayList<>();
    for (Faces faces : sets.found()) {
      for (String solver : List.of("smoothing", "admm")) {
        for (int repeat = 1; repeat <= setting.trialsOr(3, 1); repeat++) {
          long seed = setting.seed() + repeat;
          trials.add(
              new Trial(
                  List.of(faces.name(), solver),
                  repeat,
                  () -> follow(faces, solver, seed, setting.quick())));
        }
      }
    }
    return new Plan(List.of("data", "solver"), trials, sets.files(), sets.skipped());
  }

  /** The paths, and as a level line the point that hidden entries chose. */
  @Override
  public List<Panel> panels(StudyResult result) {
    return Panel.ofPoints(result).stream()
        .map(panel -> panel.yTitle().equals(ERROR) ? withChosen(panel, result) : panel)
        .map(panel -> panel.withLogarithmic(true, true))
        .toList();
  }

  private static Panel withChosen(Panel panel, StudyResult result) {
    List<Curve> curves = new ArrayList<>(panel.curves());
    double[] ends = {STEPS[1], STEPS[STEPS.length - 1]};
    for (StudyResult.Row row : result.rows()) {
      if (row.group().get(0).equals(panel.title())) {
        StudyResult.Summary chosen = row.values().get(CHOSEN);
        curves.add(
            new Curve(
                row.group().get(1) + ", chosen",
                ends,
                new double[] {chosen.mean(), chosen.mean()},
                new double[] {chosen.deviation(), chosen.deviation()}));
      }
    }
    return new Panel(panel.title(), panel.xTitle(), panel.yTitle(), true, true, curves);
  }

  private static Map<String, Double> follow(Faces faces, String solver, long seed, boolean quick) {
    int people = quick ? QUICK_PEOPLE : Integer.MAX_VALUE;
    DenseMatrix clean = faces.rows(faces.split(Protocol.TRAINING_EACH, people, seed).train());
    DenseMatrix spoilt =
        Noises.apply(
            Noises.all().stream().filter(one -> one.name().equals("Salt & pepper")).findFirst(),
            clean,
            faces.shape(),
            seed);
    MahNmf settings =
        MahNmf.withRank(quick ? QUICK_RANK : Protocol.TABLE_RANK)
            .withSeed(seed)
            .withThreads(1)
            .with(Registry.solver(solver))
            .with(Registry.start("random"))
            .withMaxIterations(MOST_STEPS);
    List<Point> path = path(settings, clean, spoilt, seed);
    Factorization validated = settings.withValidation(HIDDEN).fit(Observations.of(spoilt));
    double best = path.stream().mapToDouble(Point::error).min().orElseThrow();
    double chosen = Errors.relative(clean, validated.lowRank());
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("best error of the path", best);
    values.put("error at its end", path.get(path.size() - 1).error());
    values.put(CHOSEN, chosen);
    values.put("excess in %", 100 * (chosen / best - 1));
    for (double step : STEPS) {
      Point point = path.get((int) Math.min(step, path.size() - 1));
      values.put(Curve.point(ERROR + " over steps", step), point.error());
      values.put(Curve.point("error of hidden entries over steps", step), point.hidden());
    }
    return values;
  }

  /**
   * A point of a run: ‖L − A‖² / ‖L‖² to the clean pictures, and the mean |e| of hidden entries.
   */
  private record Point(double error, double hidden) {}

  private static List<Point> path(
      MahNmf settings, DenseMatrix clean, DenseMatrix spoilt, long seed) {
    DenseMatrix seen = spoilt.copy();
    Draws draws = new Draws(Draws.mix(seed));
    for (int k = 0; k < seen.array().length; k++) {
      if (draws.uniform() < HIDDEN) {
        seen.array()[k] = Double.NaN;
      }
    }
    List<Point> path = new ArrayList<>();
    settings
        .withListener(now -> path.add(point(product(now), clean, spoilt, seen)))
        .fit(Observations.of(seen));
    return path;
  }

  private static Point point(
      DenseMatrix found, DenseMatrix clean, DenseMatrix spoilt, DenseMatrix seen) {
    double sum = 0;
    int count = 0;
    for (int k = 0; k < seen.array().length; k++) {
      if (Double.isNaN(seen.array()[k])) {
        sum += Math.abs(found.array()[k] - spoilt.array()[k]);
        count++;
      }
    }
    return new Point(Errors.relative(clean, found), sum / count);
  }

  /** WᵀH in the user's units, a sample in each row. */
  private static DenseMatrix product(Progress now) {
    Factors factors = now.factors();
    int features = factors.basis().columns();
    DenseMatrix product = new DenseMatrix(factors.codes().columns(), features);
    for (int i = 0; i < product.rows(); i++) {
      int to = product.offset(i);
      for (int l = 0; l < factors.rank(); l++) {
        double code = now.scale() * factors.codes().get(l, i);
        int from = factors.basis().offset(l);
        for (int j = 0; j < features; j++) {
          product.array()[to + j] += code * factors.basis().array()[from + j];
        }
      }
    }
    return product;
  }
}
