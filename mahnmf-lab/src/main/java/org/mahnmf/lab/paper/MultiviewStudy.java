package org.mahnmf.lab.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mahnmf.lab.judge.AveragePrecision;
import org.mahnmf.lab.judge.LinearSvm;
import org.mahnmf.lab.judge.PenaltySearch;
import org.mahnmf.lab.judge.Sparseness;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.ManhattanNmf;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.method.PenalizedLeastSquares;
import org.mahnmf.lab.study.Cost;
import org.mahnmf.lab.study.Curve;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.term.Groups;

/**
 * Section 5.5 of the paper: latent spaces of several views by MahNMF-GS, EucNMF-GS and FLSS, judged
 * by linear support vector machines on the codes, and the machines on the views themselves, {@code
 * features}. Training and test samples are encoded alike. The machines' penalty of errors is found
 * by cross-validation on the training samples; {@code validated mAP} is what it had there. Whoever
 * wants the best setting of a method, such as γ or the scaling of the views, has to choose by this
 * one: the best mAP on the test samples is too good by what chance adds. Where a sample has one
 * class, {@code first right}, the share of samples whose class with the largest score is right, is
 * the accuracy. The sparseness (eq5.4) of a view is the mean over its features of that of their
 * column of the basis. The quick form takes the 499 images of Corel5k with three views, one
 * scaling, and small dimensions. Dimensions that a set does not have are left out.
 */
public final class MultiviewStudy extends Study {

  /** Penalties of errors of the support vector machines, on codes of deviation 1. */
  private static final double[] PENALTIES = {1e-4, 1e-3, 1e-2, 1e-1};

  private static final int FOLDS = 3;
  private static final Method.Budget BUDGET = new Method.Budget(100, 1);
  private static final int QUICK_RANK = 40;
  private static final int FULL_TRIALS = 3;

  /** The name of the views themselves among the methods. */
  private static final String FEATURES = "features";

  /** Features in a point of the sparseness pattern. */
  private static final int BIN = 20;

  /** The quick form takes the first. */
  private static final List<ViewSet.Known> SETS =
      List.of(
          ViewSet.Known.COREL_499,
          ViewSet.Known.MSRC,
          ViewSet.Known.HANDWRITTEN,
          ViewSet.Known.COREL_ALL);

  /** The quick form takes the first. */
  private static final List<ViewSet.Scaling> SCALINGS =
      List.of(ViewSet.Scaling.LARGEST, ViewSet.Scaling.SUM, ViewSet.Scaling.ROOT);

  private static final List<Function<Groups, Method>> METHODS =
      List.of(
          views -> ManhattanNmf.groupSparse(views, 1),
          views -> ManhattanNmf.groupSparse(views, 10),
          views -> ManhattanNmf.groupSparse(views, 30),
          views -> ManhattanNmf.groupSparse(views, 100),
          PenalizedLeastSquares::eucNmf,
          PenalizedLeastSquares::flss);

  /** Creates the study. */
  public MultiviewStudy() {
    super(
        "multiview",
        "latent spaces of several views by MahNMF-GS, EucNMF-GS and FLSS (Section 5.5)");
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Validated mAP is that of the training samples left out in turn, at the penalty of errors"
            + " that is best there: choose settings by it, and read mAP afterwards.");
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "data", "scaling", "dimensions", "method");
    for (ViewSet.Known known : setting.quick() ? SETS.subList(0, 1) : SETS) {
      Path data = setting.data();
      // Sets share files.
      Stream<String> files = known.files().stream().filter(file -> !plan.files().contains(file));
      if (plan.finds(known.name(), known.isIn(data), files::toList)) {
        ViewSet set = known.read(data, SCALINGS.get(0));
        for (ViewSet.Scaling scaling : setting.quick() ? SCALINGS.subList(0, 1) : SCALINGS) {
          Supplier<ViewSet> same =
              scaling.equals(SCALINGS.get(0)) ? () -> set : readOnce(known, data, scaling);
          addTrials(known, scaling, set, same, plan);
        }
      }
    }
    return plan;
  }

  /** A set that is read when it is needed. */
  private static Supplier<ViewSet> readOnce(
      ViewSet.Known known, Path data, ViewSet.Scaling scaling) {
    Map<ViewSet.Known, ViewSet> read = new ConcurrentHashMap<>();
    return () -> read.computeIfAbsent(known, set -> set.read(data, scaling));
  }

  /** Adds the trials of a set in one scaling; {@code shape} is the set in any. */
  private static void addTrials(
      ViewSet.Known known,
      ViewSet.Scaling scaling,
      ViewSet shape,
      Supplier<ViewSet> set,
      Plan plan) {
    // An official split leaves nothing to repeat.
    int times = shape.training() > 0 ? 1 : plan.setting().trialsOr(FULL_TRIALS, 1);
    int width = shape.values().columns();
    int most = Math.min(shape.split(plan.setting().seed())[0].length, width);
    int enough = plan.setting().quick() ? Math.min(most, QUICK_RANK) : most;
    BiFunction<Integer, String, List<String>> group =
        (rank, method) -> List.of(known.name(), scaling.words(), Integer.toString(rank), method);
    plan.repeat(times, group.apply(width, FEATURES), seed -> features(set.get(), seed));
    for (int rank : known.ranks().stream().filter(r -> r <= enough).toList()) {
      for (Function<Groups, Method> maker : METHODS) {
        Method method = maker.apply(shape.views());
        plan.repeat(
            times,
            group.apply(rank, method.name()),
            seed -> measure(set.get(), method, rank, seed));
      }
    }
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    List<Panel> panels = new ArrayList<>();
    Panel.ofRows(result, "dimensions", "method", "mAP").forEach(one -> panels.add(level(one)));
    panels.addAll(Panel.ofPoints(result));
    return panels;
  }

  /** Draws the one point of the views themselves as a level line over the reduced dimensions. */
  private static Panel level(Panel panel) {
    double[] places =
        panel.curves().stream()
            .filter(curve -> !curve.label().equals(FEATURES))
            .flatMapToDouble(curve -> Arrays.stream(curve.x()))
            .sorted()
            .toArray();
    if (places.length == 0) {
      return panel;
    }
    double[] ends = {places[0], places[places.length - 1]};
    List<Curve> curves =
        panel.curves().stream()
            .map(curve -> curve.label().equals(FEATURES) ? curve.level(ends) : curve)
            .toList();
    return new Panel(
        panel.title(), panel.xTitle(), panel.yTitle(), panel.logX(), panel.logY(), curves);
  }

  /** The views themselves, which a latent space has to be measured by. */
  private static Map<String, Double> features(ViewSet set, long seed) {
    int[][] split = set.split(seed);
    return score(set, split, set.rows(split[0]), set.rows(split[1]));
  }

  private static Map<String, Double> measure(ViewSet set, Method method, int rank, long seed) {
    int[][] split = set.split(seed);
    Observations training = Observations.of(set.rows(split[0]));
    Map<String, Double> cost = new LinkedHashMap<>();
    Learned fit = Cost.of(() -> method.fit(training, rank, seed, BUDGET), cost);
    DenseMatrix others = fit.encode(Observations.of(set.rows(split[1])));
    Map<String, Double> values = score(set, split, fit.encode(training), others);
    values.put("parts used", (double) used(fit));
    values.put("seconds", cost.get("seconds"));
    sparseness(set.views(), fit.basis(), values);
    return values;
  }

  private static Map<String, Double> score(
      ViewSet set, int[][] split, DenseMatrix mine, DenseMatrix others) {
    boolean[][] classes = set.members(split[0]);
    PenaltySearch.Choice choice = PenaltySearch.of(mine, classes, PENALTIES, FOLDS);
    LinearSvm svm = LinearSvm.train(mine, classes, choice.penalty());
    Map<String, Double> values = new LinkedHashMap<>();
    score(svm, others, set.members(split[1]), values);
    values.put("validated mAP", choice.meanPrecision());
    values.put("penalty", choice.penalty());
    return values;
  }

  private static void score(
      LinearSvm svm, DenseMatrix codes, boolean[][] truth, Map<String, Double> values) {
    double usual = 0;
    double voc = 0;
    int judged = 0;
    double[][] scores = new double[truth.length][];
    for (int k = 0; k < truth.length; k++) {
      scores[k] = svm.scores(codes, k);
      double precision = AveragePrecision.usual(scores[k], truth[k]);
      if (!Double.isNaN(precision)) {
        usual += precision;
        voc += AveragePrecision.voc(scores[k], truth[k]);
        judged++;
      }
    }
    values.put("mAP", usual / judged);
    values.put("mAP VOC 07", voc / judged);
    values.put("first right", firstRight(scores, truth));
  }

  /** Returns the share of samples whose class with the largest score is right. */
  private static double firstRight(double[][] scores, boolean[][] truth) {
    int right = 0;
    int samples = scores[0].length;
    for (int i = 0; i < samples; i++) {
      int best = 0;
      for (int k = 1; k < scores.length; k++) {
        best = scores[k][i] > scores[best][i] ? k : best;
      }
      right += truth[best][i] ? 1 : 0;
    }
    return right / (double) samples;
  }

  /** Returns how many parts have anything in both factors. */
  private static int used(Learned fit) {
    double[][] codes = Rows.of(fit.codes().transpose());
    return (int)
        IntStream.range(0, codes.length)
            .filter(l -> isUsed(Rows.row(fit.basis(), l)) && isUsed(codes[l]))
            .count();
  }

  private static boolean isUsed(double[] entries) {
    return Arrays.stream(entries).anyMatch(entry -> Math.abs(entry) > 0);
  }

  private static void sparseness(Groups views, DenseMatrix basis, Map<String, Double> values) {
    double[] each = Arrays.stream(Rows.of(basis.transpose())).mapToDouble(Sparseness::of).toArray();
    for (int v = 0; v < views.size(); v++) {
      values.put("sparseness " + views.name(v), mean(each, views.members(v)));
    }
    for (int from = 0; from < each.length; from += BIN) {
      int[] bin = IntStream.range(from, Math.min(each.length, from + BIN)).toArray();
      values.put(Curve.point("sparseness over feature", from), mean(each, bin));
    }
  }

  private static double mean(double[] values, int[] which) {
    double sum = 0;
    for (int j : which) {
      sum += values[j];
    }
    return sum / which.length;
  }
}
