package org.mahnmf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.problem.Objective;
import org.mahnmf.report.chart.Clip;
import org.mahnmf.solver.HistoryPoint;

/** Made-up fits and clips. */
public final class Samples {

  private Samples() {}

  /** A planted fit: parts are bumps, 1 % of the cells are off, 1 % are missing. */
  static FitView fit(int samples, int features, int rank, boolean named, long seed) {
    Random random = new Random(seed);
    DenseMatrix basis = new DenseMatrix(rank, features);
    for (int l = 0; l < rank; l++) {
      double centre = (l + 0.5) * features / rank;
      for (int j = 0; j < features; j++) {
        double far = (j - centre) * rank / (1.3 * features);
        basis.set(l, j, 2 * StrictMath.exp(-3 * far * far) + 0.1 * random.nextDouble());
      }
    }
    DenseMatrix codes = new DenseMatrix(samples, rank);
    for (int i = 0; i < samples; i++) {
      for (int l = 0; l < rank; l++) {
        codes.set(i, l, random.nextDouble() < 0.5 ? 0 : 10 * random.nextDouble() * (l + 1));
      }
    }
    DenseMatrix table = new DenseMatrix(samples, features);
    double loss = 0;
    double sum = 0;
    for (int i = 0; i < samples; i++) {
      for (int j = 0; j < features; j++) {
        double expected = 0;
        for (int l = 0; l < rank; l++) {
          expected += codes.get(i, l) * basis.get(l, j);
        }
        double value = Math.max(0, expected + random.nextGaussian());
        double dice = random.nextDouble();
        if (dice < 0.006) {
          value += 30 + 60 * random.nextDouble();
        } else if (dice < 0.01) {
          value *= 0.1;
        } else if (dice < 0.02) {
          value = Double.NaN;
        }
        table.set(i, j, value);
        if (!Double.isNaN(value)) {
          loss += Math.abs(value - expected);
          sum += value;
        }
      }
    }
    Observations observations = Observations.of(table);
    if (named) {
      observations = observations.withNames(names("feature", features), names("sample", samples));
    }
    return new FitView(
        observations, basis, codes, record(samples, features, rank, loss, loss / sum, true));
  }

  static List<String> names(String kind, int count) {
    String[] odd = {
      "<script>alert(1)</script>",
      "Øresund & Malmö",
      "\"quoted\" 'name'",
      "東京",
      "a very long " + kind + " name indeed",
    };
    List<String> names = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      names.add(k % 9 == 4 ? odd[k / 9 % odd.length] : kind + " " + (k + 1));
    }
    return names;
  }

  static RunRecord record(
      int samples, int features, int rank, double loss, double relativeError, boolean history) {
    List<HistoryPoint> points = new ArrayList<>();
    for (int k = 0; history && k <= 80; k++) {
      double above = 9 * StrictMath.exp(-k / 3.0) + 0.6 * StrictMath.exp(-k / 20.0);
      points.add(new HistoryPoint(k, 0.004 + 0.0113 * k, loss * (1 + above)));
    }
    Map<String, Double> terms = new LinkedHashMap<>();
    terms.put(Objective.LOSS, loss);
    if (history) {
      terms.put("codes: ridge <0.1>", loss * 0.02);
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("tolerance", 1e-4);
    settings.put("maxIterations", 500);
    settings.put("exactCodes", true);
    return new RunRecord(
        new RunRecord.Environment("0.1.0", "17.0.15", "scalar", 8, "double"),
        new RunRecord.Setup("smoothing", "random", rank, 42, 1, settings),
        new RunRecord.Data(samples, features, (long) samples * features, "9f3c1ab2"),
        new RunRecord.Outcome(
            new RunRecord.Score(
                new Objective(terms),
                relativeError,
                history ? loss * 0.993 : Double.NEGATIVE_INFINITY,
                List.of()),
            new RunRecord.Work(history ? 80 : 0, history ? 640 : 0, history ? 0.912 : 0, points),
            new RunRecord.Ending(
                history
                    ? "objective fell by less than 10⁻⁴ of itself in 10 iterations"
                    : "X is zero",
                false,
                history
                    ? List.of("Two features were constant; <b>nothing</b> can be said about them.")
                    : List.of()),
            Optional.empty(),
            Optional.empty(),
            List.of()));
  }

  /** A clip: a box and a ball walk over a slope with a lamp whose light changes. */
  static Clip clip(int width, int height, int count) {
    Random random = new Random(7);
    int pixels = width * height;
    DenseMatrix frames = new DenseMatrix(count, pixels);
    DenseMatrix background = new DenseMatrix(count, pixels);
    DenseMatrix found = new DenseMatrix(count, pixels);
    DenseMatrix truth = new DenseMatrix(count, pixels);
    for (int t = 0; t < count; t++) {
      double light = 1 + 0.15 * StrictMath.sin(t * 0.11);
      double boxX = -0.2 + 1.4 * t / count;
      double ballX = 1.1 - 1.3 * t / count;
      double ballY = 0.35 + 0.2 * StrictMath.sin(t * 0.2);
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          double u = (x + 0.5) / width;
          double v = (y + 0.5) / height;
          int k = y * width + x;
          boolean wall = v < 0.62;
          double lamp = 70 * StrictMath.exp(-14 * ((u - 0.7) * (u - 0.7) + (v - 0.2) * (v - 0.2)));
          boolean tile = Math.floorMod((int) (u * 12) + (int) (v * 14), 2) == 0;
          double still = (wall ? 110 - 40 * u : tile ? 74 : 58) + light * lamp;
          boolean window = u > 0.12 && u < 0.3 && v > 0.14 && v < 0.42;
          still = window ? 170 * light : still;
          boolean box = u > boxX && u < boxX + 0.11 && v > 0.5 && v < 0.84;
          double aspect = (double) height / width;
          double far = (u - ballX) * (u - ballX) + (v - ballY) * (v - ballY) * aspect * aspect;
          boolean ball = far < 0.003;
          double seen = box ? 28 : ball ? 225 : still;
          seen = Math.max(0, Math.min(255, seen + 3 * random.nextGaussian()));
          double guess = still * (1 + 0.004 * random.nextGaussian());
          frames.set(t, k, Math.rint(seen));
          background.set(t, k, guess);
          found.set(t, k, Math.abs(seen - guess) > 25 ? 1 : 0);
          truth.set(t, k, v < 0.03 ? Double.NaN : box || ball ? 1 : 0);
        }
      }
    }
    return new Clip(
        "Lamp & <ball>",
        new PictureShape(width, height, 1, 255),
        List.of(),
        frames,
        background,
        found,
        Optional.of(truth));
  }

  static ClipReport demo(Clip clip) {
    DenseMatrix basis = new DenseMatrix(3, clip.shape().length());
    for (int l = 0; l < 3; l++) {
      int frame = Math.min(clip.count() - 1, l * clip.count() / 3);
      clip.background().copyRow(frame, new double[basis.columns()]);
      for (int k = 0; k < basis.columns(); k++) {
        double first = clip.background().get(0, k);
        basis.set(l, k, l == 0 ? first : Math.abs(clip.background().get(frame, k) - first));
      }
    }
    return new ClipReport(
        clip,
        basis,
        List.of(
            new MethodScore("MahNMF", 0.942, 0.913, 0.927, 0.91),
            new MethodScore("Robust PCA", 0.921, 0.902, 0.911, 6.4),
            new MethodScore("Euclidean NMF", 0.711, 0.804, 0.755, 0.62),
            new MethodScore("Median <frame>", 0.858, 0.795, 0.825, 0.031)),
        record(clip.count(), clip.shape().length(), 3, 1.93e6, 0.0312, true));
  }
}
