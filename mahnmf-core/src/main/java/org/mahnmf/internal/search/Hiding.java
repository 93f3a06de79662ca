package org.mahnmf.internal.search;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.problem.Store;

/** Says of every entry, asked for row by row, whether it is hidden. */
interface Hiding {

  /** Runs that a feature is cut into where samples are no pictures, and samples in one at least. */
  int RUNS = 16;

  int SHORTEST_RUN = 2;

  boolean isHidden(int sample, int feature);

  /**
   * Draws a number from 0 to 1 for each entry or region; those of the fold are hidden.
   *
   * @param plan which entries; AUTO is not known here
   * @param picture how a sample is laid out, if it is a picture
   * @param fromBothEnds whether a fold has a part of the numbers near 1 as well
   */
  static Hiding of(
      HoldoutPlan plan,
      Optional<PictureShape> picture,
      Store store,
      long seed,
      boolean fromBothEnds) {
    SplittableRandom random = new SplittableRandom(seed);
    double from = plan.fold() * plan.share();
    double to = from + plan.share();
    DoublePredicate isInFold =
        drawn ->
            (drawn >= from && drawn < to) || (fromBothEnds && 1 - drawn >= from && 1 - drawn < to);
    if (plan.pattern() != HoldoutPlan.Pattern.REGIONS) {
      return (sample, feature) -> isInFold.test(random.nextDouble());
    }
    if (picture.isPresent()) {
      Quarters quarters = new Quarters(picture.get(), store.samples(), random);
      return (sample, feature) -> isInFold.test(quarters.drawn(sample, feature));
    }
    int length = Math.max(SHORTEST_RUN, (store.samples() + RUNS - 1) / RUNS);
    double[] drawn = runs(store.features(), random);
    return (sample, feature) -> isInFold.test(drawn[feature * RUNS + sample / length]);
  }

  /** Spread evenly over the runs of a feature, so that no fold has much more than its share. */
  private static double[] runs(int features, SplittableRandom random) {
    double[] drawn = new double[Math.multiplyExact(features, RUNS)];
    for (int first = 0; first < drawn.length; first += RUNS) {
      double phase = random.nextDouble();
      for (int k = 0; k < RUNS; k++) {
        int other = first + random.nextInt(k + 1);
        drawn[first + k] = drawn[other];
        drawn[other] = (k + phase) / RUNS;
      }
    }
    return drawn;
  }

  /**
   * Pictures cut into quarters, each at a place of its own: the first quarter is in one piece, the
   * others continue at the opposite edge. A line of pixels is cut into four runs.
   */
  final class Quarters {

    private final int width;
    private final int height;
    private final int channels;
    private final int[] left;
    private final int[] top;
    private final double[] phases;

    Quarters(PictureShape shape, int pictures, SplittableRandom random) {
      boolean isLine = shape.width() == 1 || shape.height() == 1;
      this.width = isLine ? shape.pixels() : shape.width();
      this.height = isLine ? 1 : shape.height();
      this.channels = shape.channels();
      this.left = new int[pictures];
      this.top = new int[pictures];
      this.phases = new double[pictures];
      for (int i = 0; i < pictures; i++) {
        left[i] = random.nextInt(width - width / across() + 1);
        top[i] = random.nextInt(height - height / down() + 1);
        phases[i] = random.nextDouble();
      }
    }

    private int across() {
      return height == 1 ? 4 : 2;
    }

    private int down() {
      return height == 1 ? 1 : 2;
    }

    double drawn(int sample, int feature) {
      int pixel = feature / channels;
      int column = part(pixel % width - left[sample], width, across());
      int row = part(pixel / width - top[sample], height, down());
      return (row * across() + column + phases[sample]) / 4;
    }

    /** The first parts are as long as can be without being longer than the last. */
    private static int part(int place, int length, int parts) {
      int inside = place < 0 ? place + length : place;
      return Math.min(parts - 1, inside / Math.max(1, length / parts));
    }
  }
}
