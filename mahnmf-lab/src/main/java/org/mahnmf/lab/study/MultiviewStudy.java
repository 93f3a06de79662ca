package org.mahnmf.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.mahnmf.lab.method.EucNmfGroupSparse;
import org.mahnmf.lab.method.Flss;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.ManhattanGroupSparse;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.views.AveragePrecision;
import org.mahnmf.lab.views.LinearSvm;
import org.mahnmf.lab.views.Sparseness;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;
import org.mahnmf.term.Groups;

/**
 * Section 5.5 of the paper: latent spaces of several views by MahNMF-GS, EucNMF-GS and FLSS, judged
 * by linear support vector machines on the codes. Training and test samples are encoded alike. Each
 * view is divided by its largest entry. Where a sample has one class, {@code first right}, the
 * share of samples whose class with the largest score is right, is the accuracy. The sparseness
 * (eq5.4) of a view is the mean over its features of that of their column of the basis. The quick
 * form takes the 499 images of Corel5k with three views, and small dimensions. Dimensions that a
 * set does not have are left out.
 */
public final class MultiviewStudy implements Study {

  /** Price of errors of the support vector machines, on codes of deviation 1. */
  private static final double SVM_C = .01;

  private static final Method.Budget BUDGET = new Method.Budget(100, 1);
  private static final int QUICK_RANK = 40;
  private static final int FULL_TRIALS = 3;

  /** Features in a point of the sparseness pattern. */
  private static final int BIN = 20;

  private static final List<Function<Groups, Method>> METHODS =
      List.of(
          views -> new ManhattanGroupSparse(views, 1),
          views -> new ManhattanGroupSparse(views, 10),
          views -> new ManhattanGroupSparse(views, 100),
          EucNmfGroupSparse::new,
          Flss::new);

  /** Creates the study. */
  public MultiviewStudy() {}

  @Override
  public String name() {
    return "multiview";
  }

  @Override
  public String description() {
    return "latent spaces of several views by MahNMF-GS, EucNMF-GS and FLSS (Section 5.5)";
  }

  @Override
  public Plan plan(Setting setting) {
    List<Trial> trials = new ArrayList<>();
    List<String> files = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    List<ViewSet.Known> sets =
        setting.quick()
            ? List.of(ViewSet.Known.COREL_499)
            : List.of(
                ViewSet.Known.COREL_499,
                ViewSet.Known.MSRC,
                ViewSet.Known.HANDWRITTEN,
                ViewSet.Known.COREL_ALL);
    for (ViewSet.Known known : sets) {
      if (known.isIn(setting.data())) {
        known.files().stream().filter(file -> !files.contains(file)).forEach(files::add);
        addTrials(known, setting, trials);
      } else {
        skipped.add(known.name());
      }
    }
    return new Plan(List.of("data", "dimensions", "method"), trials, files, skipped);
  }

  private static void addTrials(ViewSet.Known known, Setting setting, List<Trial> trials) {
    ViewSet set = known.read(setting.data());
    // An official split leaves nothing to repeat.
    int repeats = set.training() > 0 ? 1 : setting.trialsOr(FULL_TRIALS, 1);
    int learning = set.split(setting.seed())[0].length;
    int most = Math.min(learning, set.values().columns());
    for (int rank : known.ranks()) {
      if (rank > most || (setting.quick() && rank > QUICK_RANK)) {
        continue;
      }
      for (Function<Groups, Method> maker : METHODS) {
        Method method = maker.apply(set.views());
        List<String> group = List.of(known.name(), Integer.toString(rank), method.name());
        for (int repeat = 1; repeat <= repeats; repeat++) {
          long seed = setting.seed() + repeat;
          trials.add(new Trial(group, repeat, () -> measure(set, method, rank, seed)));
        }
      }
    }
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    List<Panel> panels = new ArrayList<>(Panel.ofRows(result, "dimensions", "method", "mAP"));
    panels.addAll(Panel.ofPoints(result));
    return panels;
  }

  private static Map<String, Double> measure(ViewSet set, Method method, int rank, long seed) {
    int[][] split = set.split(seed);
    Observations training = Observations.of(set.rows(split[0]));
    Map<String, Double> cost = new LinkedHashMap<>();
    Learned fit = Cost.of(() -> method.fit(training, rank, seed, BUDGET), cost);
    DenseMatrix mine = fit.encode(training);
    DenseMatrix others = fit.encode(Observations.of(set.rows(split[1])));
    LinearSvm svm = LinearSvm.train(mine, set.members(split[0]), SVM_C);
    Map<String, Double> values = new LinkedHashMap<>();
    score(svm, others, set.members(split[1]), values);
    values.put("parts used", (double) used(fit));
    values.put("seconds", cost.get("seconds"));
    sparseness(set.views(), fit.basis(), values);
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
    int used = 0;
    for (int l = 0; l < fit.basis().rows(); l++) {
      double part = 0;
      for (int j = 0; j < fit.basis().columns(); j++) {
        part = Math.max(part, Math.abs(fit.basis().get(l, j)));
      }
      double code = 0;
      for (int i = 0; i < fit.codes().rows(); i++) {
        code = Math.max(code, Math.abs(fit.codes().get(i, l)));
      }
      used += part > 0 && code > 0 ? 1 : 0;
    }
    return used;
  }

  private static void sparseness(Groups views, DenseMatrix basis, Map<String, Double> values) {
    double[] each = new double[basis.columns()];
    double[] column = new double[basis.rows()];
    for (int j = 0; j < each.length; j++) {
      for (int l = 0; l < column.length; l++) {
        column[l] = basis.get(l, j);
      }
      each[j] = Sparseness.of(column);
    }
    for (int v = 0; v < views.size(); v++) {
      double sum = 0;
      for (int j : views.members(v)) {
        sum += each[j];
      }
      values.put("sparseness " + views.name(v), sum / views.members(v).length);
    }
    for (int from = 0; from < each.length; from += BIN) {
      int to = Math.min(each.length, from + BIN);
      double sum = 0;
      for (int j = from; j < to; j++) {
        sum += each[j];
      }
      values.put(Curve.point("sparseness over feature", from), sum / (to - from));
    }
  }
}
