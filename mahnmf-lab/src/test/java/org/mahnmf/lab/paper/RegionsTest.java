package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.data.synthetic.SyntheticFaces;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.HoldoutPlan.Pattern;
import org.mahnmf.solver.RidgeChoice;

/** Corruption that comes in pieces is judged by regions, any other by entries. */
class RegionsTest {

  /** How much worse than with entries {@code auto} may be where entries judge rightly. */
  private static final double HARMLESS = 1.08;

  /** Clean pictures, and what is made of them. */
  private record Case(DenseMatrix clean, PictureShape shape, int rank) {

    /** A square of 10 x 10 pixels of every picture, white or grey. */
    private DenseMatrix covered() {
      int side = 10;
      DenseMatrix covered = clean.copy();
      for (int i = 0; i < covered.rows(); i++) {
        Draws draws = new Draws(Draws.mix(100 + i));
        int x = draws.below(shape.width() - side + 1);
        int y = draws.below(shape.height() - side + 1);
        double grey = draws.flip() ? shape.white() : shape.white() / 2;
        for (int k = 0; k < side * side; k++) {
          covered.set(i, (y + k / side) * shape.width() + x + k % side, grey);
        }
      }
      return covered;
    }

    private DenseMatrix under(String name) {
      Noise noise =
          Noises.cases().stream()
              .filter(n -> n.name().equals(name))
              .findFirst()
              .orElse(Noises.NONE);
      return Noises.apply(noise, clean, shape, 1);
    }

    private Factorization fit(DenseMatrix seen, Optional<Pattern> pattern) {
      MahNmf settings = MahNmf.ofRank(rank).withSeed(1);
      return pattern
          .map(some -> settings.withValidation(HoldoutPlan.of(some)))
          .orElse(settings)
          .fit(Observations.of(seen).withPicture(shape));
    }

    private double error(Factorization fit) {
      return Errors.relative(clean, DenseMatrix.copyOf(fit.lowRank()));
    }

    private static boolean isInRegions(Factorization fit) {
      return fit.record().outcome().choice().map(RidgeChoice::isInRegions).orElseThrow();
    }

    /** Entries choose at least so many times the error. */
    private void regionsSeeWhatEntriesDoNot(double most, double worse) {
      DenseMatrix covered = covered();
      double entries = error(fit(covered, Optional.of(Pattern.ENTRIES)));
      Factorization regions = fit(covered, Optional.of(Pattern.REGIONS));
      assertTrue(isInRegions(regions));
      assertTrue(error(regions) <= most, "error " + error(regions));
      assertTrue(worse * error(regions) <= entries, entries + " against " + error(regions));
      Factorization auto = fit(covered, Optional.empty());
      assertArrayEquals(
          DenseMatrix.copyOf(regions.basis()).array(), DenseMatrix.copyOf(auto.basis()).array());
    }

    private void autoIsHarmless(List<String> noises) {
      for (String noise : noises) {
        DenseMatrix seen = under(noise);
        double entries = error(fit(seen, Optional.of(Pattern.ENTRIES)));
        Factorization auto = fit(seen, Optional.of(Pattern.AUTO));
        assertTrue(error(auto) <= HARMLESS * entries, noise + ": " + error(auto) + ", " + entries);
      }
    }
  }

  private static Case generated() {
    return new Case(SyntheticFaces.create(16, 10, 1).pictures(), SyntheticFaces.shape(), 20);
  }

  @Test
  void generatedFacesUnderSquares() {
    generated().regionsSeeWhatEntriesDoNot(.025, 1.5);
  }

  @Test
  void generatedFacesUnderOtherNoise() {
    generated().autoIsHarmless(List.of("Salt & pepper", "Laplace", "none"));
  }

  private static Case yaleB() {
    Path data = Path.of(System.getenv().getOrDefault("MAHNMF_DATA", "../../shared/data"));
    assumeTrue(
        Files.exists(data.resolve(Faces.Known.PAPER.get(0).file())),
        "skipped: set MAHNMF_DATA to a folder with faces_32x32/YaleB_32x32.mat to run it");
    Faces faces = Faces.Known.PAPER.get(0).read(data).orElseThrow();
    int[] train = faces.split(Integer.MAX_VALUE, 1).train();
    return new Case(faces.rows(train), faces.shape(), Faces.TABLE_RANK);
  }

  /** Entries choose .24 here, robust PCA gives .22. */
  @Test
  @Tag("long")
  void realFacesUnderSquares() {
    yaleB().regionsSeeWhatEntriesDoNot(.125, 2);
  }

  @Test
  @Tag("long")
  void realFacesUnderOtherNoise() {
    yaleB().autoIsHarmless(List.of("Salt & pepper", "Laplace", "none", "Occlusion"));
  }
}
