package org.mahnmf.lab.paper;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.data.FrameRange;
import org.mahnmf.lab.separate.GoDec;
import org.mahnmf.lab.separate.ManhattanSeparator;
import org.mahnmf.lab.separate.Rpca;
import org.mahnmf.lab.separate.Separation;
import org.mahnmf.lab.separate.Separator;
import org.mahnmf.lab.study.Cost;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.picture.Foreground;
import org.mahnmf.picture.MaskScore;

/**
 * Section 5.4.1 of the paper: the background of surveillance clips by RPCA, GoDec and MahNMF, all
 * at rank 2 where a rank is given. Where there are true masks it scores precision, recall and F of
 * {@link Foreground}, the same for all methods, and the best F that one threshold for all pixels
 * gives. Seconds are from the frames in memory to the low-rank part, on one thread. The quick form
 * takes the first 60 frames of two clips.
 */
public final class BackgroundStudy extends Study {

  private static final int RANK = 2;
  private static final int QUICK_FRAMES = 60;
  private static final int QUICK_SCENES = 2;

  /** Frames shown, as shares of the clip. */
  private static final double[] SHOWN = {.3, .75};

  private static final List<Separator> METHODS =
      List.of(
          Rpca.full(),
          Rpca.partial(),
          new GoDec(RANK, GoDec.DEMO_SHARE),
          new ManhattanSeparator(RANK));

  /** Creates the study. */
  public BackgroundStudy() {
    super(
        "background",
        "the background of surveillance clips by RPCA, GoDec and MahNMF (Section 5.4.1)");
  }

  @Override
  public List<String> remarks() {
    return List.of(Cost.REMARK);
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "data", "method");
    for (Scene scene : setting.quick() ? Scene.ALL.subList(0, QUICK_SCENES) : Scene.ALL) {
      if (plan.finds(scene.name(), scene.isIn(setting.data()), () -> scene.files(setting))) {
        Clip clip = new Clip(scene, setting);
        for (Separator method : METHODS) {
          List<String> group = List.of(scene.name(), method.name());
          plan.repeat(setting.trialsOr(1, 1), group, seed -> clip.measure(method, seed));
        }
        plan.draw(
            "background-" + scene.name().toLowerCase(Locale.ROOT).replace(' ', '-') + ".png",
            scene.name()
                + ": frame, then background and foreground of RPCA, of GoDec and of MahNMF",
            clip::picture);
      }
    }
    return plan;
  }

  /** A clip that is read when it is needed. */
  private record Clip(Scene scene, Setting setting) {

    private Scene.Frames read() {
      return scene.read(setting.data(), setting.quick() ? QUICK_FRAMES : FrameRange.OPEN);
    }

    Map<String, Double> measure(Separator method, long seed) {
      Scene.Frames frames = read();
      Map<String, Double> values = new LinkedHashMap<>();
      Separation found = Cost.separate(method, frames.table().values(), seed, values);
      values.put("rank", (double) found.rank());
      values.put("error", Errors.absolute(frames.table().values(), found.low()));
      score(frames, found.low(), values);
      return values;
    }

    private static void score(Scene.Frames frames, Matrix low, Map<String, Double> values) {
      try (Workers workers = new Workers(1)) {
        Foreground found =
            Foreground.of(frames.table().values(), low, Optional.of(frames.shape()), workers);
        MaskScore score = new MaskScore(frames.shape().white());
        long marked = 0;
        for (int k = 0; k < found.count(); k++) {
          boolean[] mask = found.mask(k);
          for (boolean pixel : mask) {
            marked += pixel ? 1 : 0;
          }
          if (frames.truth().isPresent()) {
            score.add(mask, found.size(k), frames.truth().get().codes(k));
          }
        }
        values.put("foreground", marked / ((double) found.count() * found.pixels()));
        if (frames.truth().isPresent()) {
          values.put("precision", score.precision());
          values.put("recall", score.recall());
          values.put("F", score.f());
          values.put("best F", score.bestF());
          values.put("best threshold", score.bestThreshold());
        }
      }
    }

    byte[] picture() {
      Scene.Frames frames = read();
      Matrix table = frames.table().values();
      int[] shown = Arrays.stream(SHOWN).mapToInt(share -> (int) (share * table.rows())).toArray();
      return new SeparationPicture(table, frames.shape())
          .png(shown, METHODS.subList(1, METHODS.size()), setting.seed() + 1);
    }
  }
}
