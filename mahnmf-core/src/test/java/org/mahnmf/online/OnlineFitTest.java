package org.mahnmf.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.MaskScore;

class OnlineFitTest {

  private static final int WIDTH = 48;
  private static final int HEIGHT = 36;
  private static final PictureShape SHAPE = new PictureShape(WIDTH, HEIGHT, 1, 255);

  /** A textured background in two lights with noise, before which blocks move. */
  private static final class Clip {

    private final SplittableRandom random = new SplittableRandom(5);
    private final double[] day = new double[SHAPE.length()];
    private final double[] night = new double[SHAPE.length()];
    private final byte[] truth = new byte[SHAPE.length()];
    private final double[] background = new double[SHAPE.length()];
    private int number;

    Clip() {
      for (int k = 0; k < day.length; k++) {
        day[k] = 80 + 100 * random.nextDouble();
        night[k] = day[k] * (k % WIDTH < WIDTH / 2 ? .3 : .7);
      }
    }

    double[] frame(boolean isNight) {
      double[] frame = new double[day.length];
      Arrays.fill(truth, MaskScore.STILL);
      for (int k = 0; k < frame.length; k++) {
        background[k] = isNight ? night[k] : day[k];
        frame[k] = Math.max(0, background[k] + 2 * random.nextDouble(-1, 1));
      }
      for (int block = 0; block < 3; block++) {
        int left = (number * (block + 1) + 17 * block) % (WIDTH + 8) - 8;
        for (int y = 12 * block; y < 12 * block + 8; y++) {
          for (int x = Math.max(0, left); x < Math.min(WIDTH, left + 8); x++) {
            frame[y * WIDTH + x] = 20 + 40 * block + 10 * random.nextDouble();
            truth[y * WIDTH + x] = MaskScore.MOVING;
          }
        }
      }
      number++;
      return frame;
    }
  }

  private static OnlineMahNmf settings() {
    return OnlineMahNmf.ofRank(2).withMemory(60).withPicture(SHAPE).withThreads(2).withSeed(1);
  }

  private static double share(boolean[] mask) {
    int set = 0;
    for (boolean one : mask) {
      set += one ? 1 : 0;
    }
    return (double) set / mask.length;
  }

  @Test
  void findsWhatMovesAndTheBackgroundBehindIt() {
    Clip clip = new Clip();
    MaskScore score = new MaskScore(255);
    List<byte[]> truths = new ArrayList<>();
    double error = 0;
    try (OnlineFit fit = settings().start()) {
      for (int t = 0; t < 200; t++) {
        double[] frame = clip.frame(false);
        truths.add(clip.truth.clone());
        List<OnlineStep> steps = fit.add(frame);
        int ready = t + 1 == OnlineFit.FIRST ? t + 1 : 1;
        assertEquals(t + 1 < OnlineFit.FIRST ? 0 : ready, steps.size());
        for (OnlineStep step : steps) {
          double[] difference = step.difference();
          byte[] truth = truths.get((int) step.number() - 1);
          score.add(step.mask(difference), step.size(difference), truth);
          double[] background = step.background();
          assertEquals(step.sample()[7], background[7] + difference[7], 1e-4);
          for (int k = 0; k < background.length; k++) {
            error += Math.abs(background[k] - clip.background[k]);
          }
          assertTrue(!step.isChange(), "no light was switched");
        }
      }
      assertEquals(200, fit.count());
    }
    assertTrue(score.f() > .93, "F " + score.f());
    assertTrue(error / 200 / SHAPE.length() < 1, "mean error " + error / 200 / SHAPE.length());
  }

  @Test
  void noticesThatTheLightIsSwitched() {
    Clip clip = new Clip();
    List<Long> changes = new ArrayList<>();
    double worst = 0;
    try (OnlineFit fit = settings().start()) {
      for (int t = 0; t < 160; t++) {
        boolean night = t >= 80;
        for (OnlineStep step : fit.add(clip.frame(night))) {
          if (step.isChange()) {
            changes.add(step.number());
          }
          if (t >= 100) {
            worst = Math.max(worst, Math.abs(share(step.mask()) - .1));
          }
        }
      }
    }
    assertEquals(List.of(85L), changes);
    assertTrue(worst < .06, "masks are as large as what moves but for " + worst);
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    assertArrayEquals(codes(1), codes(3));
  }

  private static double[] codes(int threads) {
    Clip clip = new Clip();
    double[] codes = {};
    try (OnlineFit fit = settings().withThreads(threads).start()) {
      for (int t = 0; t < 70; t++) {
        for (OnlineStep step : fit.add(clip.frame(t > 50))) {
          codes = step.codes();
        }
      }
      double[] basis = fit.basis().orElseThrow().array();
      double[] all = Arrays.copyOf(codes, codes.length + basis.length);
      System.arraycopy(basis, 0, all, codes.length, basis.length);
      return all;
    }
  }

  @Test
  void doesNotDependOnTheUnit() {
    assertArrayEquals(maskAt(1), maskAt(1024));
  }

  private static boolean[] maskAt(double unit) {
    Clip clip = new Clip();
    boolean[] mask = {};
    PictureShape shape = new PictureShape(WIDTH, HEIGHT, 1, 255 * unit);
    try (OnlineFit fit = settings().withPicture(shape).start()) {
      for (int t = 0; t < 60; t++) {
        double[] frame = clip.frame(false);
        for (OnlineStep step : fit.add(Arrays.stream(frame).map(x -> x * unit).toArray())) {
          mask = step.mask();
        }
      }
    }
    return mask;
  }

  @Test
  void followsTablesToo() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] parts = new double[3][30];
    for (double[] part : parts) {
      Arrays.setAll(part, j -> random.nextDouble());
    }
    int found = 0;
    int wrong = 0;
    try (OnlineFit fit = OnlineMahNmf.ofRank(3).withThreads(1).start()) {
      for (int t = 0; t < 300; t++) {
        double[] sample = new double[30];
        for (double[] part : parts) {
          double code = random.nextDouble();
          for (int j = 0; j < 30; j++) {
            sample[j] += code * part[j] + .002 * random.nextDouble();
          }
        }
        int bad = random.nextInt(30);
        sample[bad] += 5;
        for (OnlineStep step : fit.add(sample)) {
          if (step.number() == t + 1 && t > 100) {
            boolean[] mask = step.mask();
            found += mask[bad] ? 1 : 0;
            wrong += (int) Math.round(share(mask) * 30) - (mask[bad] ? 1 : 0);
          }
        }
      }
    }
    assertTrue(found >= 190, found + " of 199 bad cells are found");
    assertTrue(wrong < .06 * 199 * 29, wrong + " good cells are taken for bad ones");
  }

  @Test
  void shortStreamsAreLearnedAtTheirEnd() {
    Clip clip = new Clip();
    try (OnlineFit fit = settings().start()) {
      for (int t = 0; t < 8; t++) {
        assertEquals(0, fit.add(clip.frame(false)).size());
      }
      assertTrue(fit.basis().isEmpty());
      assertEquals(8, fit.finish().size());
    }
    try (OnlineFit fit = settings().start()) {
      assertEquals(0, fit.finish().size());
    }
  }

  @Test
  void memoryStaysTheSame() {
    PictureShape tiny = new PictureShape(12, 10, 1, 255);
    SplittableRandom random = new SplittableRandom(2);
    double[] frame = new double[tiny.length()];
    long early = 0;
    try (OnlineFit fit =
        OnlineMahNmf.ofRank(1).withMemory(20).withPicture(tiny).withThreads(1).start()) {
      for (int t = 1; t <= 10_000; t++) {
        for (int k = 0; k < frame.length; k++) {
          frame[k] = 100 + k + random.nextInt(3);
        }
        fit.add(frame);
        if (t == 1000) {
          early = usedMemory();
        }
      }
      long late = usedMemory();
      assertTrue(late - early < Math.max(.03 * early, 1 << 20), early + " bytes, then " + late);
    }
  }

  private static long usedMemory() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void mistakes() {
    assertThrows(IllegalArgumentException.class, () -> OnlineMahNmf.ofRank(0));
    assertThrows(IllegalArgumentException.class, () -> settings().withMemory(1));
    try (OnlineFit fit = settings().start()) {
      assertThrows(IllegalArgumentException.class, () -> fit.add(new double[7]));
      double[] bad = new double[SHAPE.length()];
      bad[3] = Double.NaN;
      IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> fit.add(bad));
      assertEquals(
          "feature 4 of sample 1 is NaN but must be finite and at least 0", e.getMessage());
    }
    Clip clip = new Clip();
    try (OnlineFit fit = settings().start()) {
      List<OnlineStep> steps = List.of();
      for (int t = 0; t < OnlineFit.FIRST; t++) {
        steps = fit.add(clip.frame(false));
      }
      OnlineStep old = steps.get(0);
      fit.add(clip.frame(false));
      assertThrows(IllegalStateException.class, old::mask);
    }
  }
}
