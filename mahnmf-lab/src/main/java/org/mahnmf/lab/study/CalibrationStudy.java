package org.mahnmf.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Observations;

/**
 * Finds the level of each noise at which the training error of EucNMF on Yale B at rank 80 is that
 * of the paper's Table 1, by bisection; the paper gives no levels.
 */
public final class CalibrationStudy implements Study {

  /** Table 1, Yale B, training set, EucNMF. */
  private static final Map<String, Double> TARGETS =
      Map.of(
          "Occlusion", .080,
          "Laplace", .155,
          "Salt & pepper", .245,
          "Gaussian", .241,
          "Poisson", .028);

  private static final int STEPS = 7;

  /** Creates the study. */
  public CalibrationStudy() {}

  @Override
  public String name() {
    return "calibration";
  }

  @Override
  public String description() {
    return "levels of the five noises at which EucNMF has the training errors of Table 1";
  }

  @Override
  public Plan plan(Setting setting) {
    Faces.Known known = Faces.Known.PAPER.get(0);
    Optional<Faces> faces = known.read(setting.data());
    List<Trial> trials = new ArrayList<>();
    for (Noise noise : Noises.all()) {
      for (int repeat = 1; repeat <= setting.trialsOr(3, 1); repeat++) {
        long seed = setting.seed() + repeat;
        faces.ifPresent(
            set ->
                trials.add(
                    new Trial(
                        List.of(noise.name()),
                        (int) (seed - setting.seed()),
                        () -> calibrate(set, noise, seed))));
      }
    }
    return faces.isPresent()
        ? new Plan(List.of("noise"), trials, List.of(known.file()), List.of())
        : new Plan(List.of("noise"), trials, List.of(), List.of(known.name()));
  }

  @Override
  public Map<String, Double> printed(List<String> group) {
    return Map.of("error", TARGETS.get(group.get(0)));
  }

  private static Map<String, Double> calibrate(Faces faces, Noise noise, long seed) {
    DenseMatrix clean =
        faces.rows(faces.split(Protocol.TRAINING_EACH, Integer.MAX_VALUE, seed).train());
    double low = noise.level() / 2;
    double high = noise.level() * 2;
    double error = 0;
    for (int step = 0; step < STEPS; step++) {
      double middle = Math.sqrt(low * high);
      error = error(faces, clean, noise.withLevel(middle), seed);
      if (error < TARGETS.get(noise.name())) {
        low = middle;
      } else {
        high = middle;
      }
    }
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("level", Math.sqrt(low * high));
    values.put("error", error);
    return values;
  }

  private static double error(Faces faces, DenseMatrix clean, Noise noise, long seed) {
    DenseMatrix spoilt = Noises.apply(Optional.of(noise), clean, faces.shape(), seed);
    Learned fit =
        new NeNmf().fit(Observations.of(spoilt), Protocol.TABLE_RANK, seed, Protocol.BUDGET);
    return Errors.relative(clean, fit.reconstruct(fit.codes()));
  }
}
