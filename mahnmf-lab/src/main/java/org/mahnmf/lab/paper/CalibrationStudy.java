package org.mahnmf.lab.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * Finds the level of each noise at which the training error of EucNMF on Yale B at rank 80 is that
 * of the paper's Table 1; the paper gives no levels. By the secant method on the logarithms, where
 * the error is close to a power of the level.
 */
public final class CalibrationStudy extends Study {

  /** Table 1, Yale B, training set, EucNMF. */
  private static final Map<String, Double> TARGETS =
      Map.of(
          "Occlusion", .080,
          "Laplace", .155,
          "Salt & pepper", .245,
          "Gaussian", .241,
          "Poisson", .028);

  private static final int MOST_STEPS = 6;

  /** A relative difference of errors that does not matter: a third of the splits' deviation. */
  private static final double CLOSE = .005;

  private static final double FIRST_SLOPE = 1;
  private static final double LEAST_SLOPE = .2;
  private static final double MOST_SLOPE = 3;

  /** Creates the study. */
  public CalibrationStudy() {
    super(
        "calibration",
        "levels of the five noises at which EucNMF has the training errors of Table 1");
  }

  @Override
  public Map<String, Object> protocol() {
    return Faces.protocol();
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "noise");
    Faces.Known known = Faces.Known.PAPER.get(0);
    Optional<Faces> faces = known.read(setting.data());
    if (plan.finds(known.name(), faces.isPresent(), () -> List.of(known.file()))) {
      for (Noise noise : Noises.all()) {
        plan.repeat(
            setting.trialsOr(3, 1),
            List.of(noise.name()),
            seed -> calibrate(faces.get(), noise, seed));
      }
    }
    return plan;
  }

  @Override
  public Map<String, Double> printed(List<String> group) {
    return Map.of("error", TARGETS.get(group.get(0)));
  }

  private static Map<String, Double> calibrate(Faces faces, Noise noise, long seed) {
    DenseMatrix clean = faces.rows(faces.split(Integer.MAX_VALUE, seed).train());
    double target = TARGETS.get(noise.name());
    double level = noise.level();
    double error = error(faces, clean, noise, seed);
    double slope = FIRST_SLOPE;
    for (int step = 1; step < MOST_STEPS && Math.abs(error / target - 1) > CLOSE; step++) {
      double next = level * StrictMath.pow(target / error, 1 / slope);
      double found = error(faces, clean, noise.withLevel(next), seed);
      double secant = StrictMath.log(found / error) / StrictMath.log(next / level);
      // Steps of whole pixels, and the floor of the clean error, can spoil a short secant.
      slope = Math.max(LEAST_SLOPE, Math.min(MOST_SLOPE, secant));
      level = next;
      error = found;
    }
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("level", level);
    values.put("error", error);
    return values;
  }

  private static double error(Faces faces, DenseMatrix clean, Noise noise, long seed) {
    DenseMatrix spoilt = Noises.apply(noise, clean, faces.shape(), seed);
    Learned fit = new NeNmf().fit(Observations.of(spoilt), Faces.TABLE_RANK, seed, Budget.DEFAULT);
    return Errors.relative(clean, fit.reconstruct(fit.codes()));
  }
}
