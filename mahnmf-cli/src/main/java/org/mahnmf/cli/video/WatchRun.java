package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.mahnmf.cli.job.FailedException;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.online.OnlineFit;
import org.mahnmf.online.OnlineMahNmf;
import org.mahnmf.online.OnlineStep;
import org.mahnmf.picture.MaskScore;

/**
 * Takes the frames of a stream apart one after the other, writes what is found and compares it with
 * the truth.
 */
final class WatchRun implements AutoCloseable {

  /** What can be written for each frame. */
  enum Part {
    MASK,
    BACKGROUND,
    FOREGROUND;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final OnlineMahNmf settings;
  private final OutputFolder folder;
  private final Set<Part> parts;
  private final Optional<MaskTruth.Finder> truth;
  private final ProgressLine progress;
  private final Queue<String> names = new ArrayDeque<>(); // of frames without a mask yet
  private final List<Long> changes = new ArrayList<>();
  private Optional<MaskScore> score = Optional.empty();
  private OnlineFit fit;
  private PictureShape shape;
  private long frames;
  private long seen;
  private long work; // nanoseconds from frames to masks
  private long began;

  WatchRun(
      OnlineMahNmf settings,
      OutputFolder folder,
      Set<Part> parts,
      Optional<MaskTruth.Finder> truth,
      ProgressLine progress) {
    this.settings = settings;
    this.folder = folder;
    this.parts = parts;
    this.truth = truth;
    this.progress = progress;
  }

  /** Works until the stream ends or cannot be read any further; {@link #finish} comes next. */
  void run(FrameQueue queue, BooleanSupplier unwanted) throws IOException {
    Optional<FrameStream.Frame> frame = queue.next(unwanted);
    began = System.nanoTime();
    while (frame.isPresent()) {
      add(frame.get());
      frame = queue.next(unwanted);
    }
  }

  /** Takes apart what has waited for more frames. */
  void finish() throws IOException {
    if (fit != null) {
      long start = System.nanoTime();
      List<OnlineStep> last = fit.finish();
      work += System.nanoTime() - start;
      show(last);
    }
  }

  private void add(FrameStream.Frame frame) throws IOException {
    long start = System.nanoTime();
    if (fit == null) {
      shape = frame.shape();
      fit = settings.withPicture(shape).start();
    }
    names.add(frame.name());
    seen++;
    List<OnlineStep> steps = fit.add(frame.values());
    work += System.nanoTime() - start;
    show(steps);
  }

  private void show(List<OnlineStep> steps) throws IOException {
    for (OnlineStep step : steps) {
      long start = System.nanoTime();
      double[] difference = step.difference();
      boolean[] mask = step.mask(difference);
      work += System.nanoTime() - start;
      if (step.isChange()) {
        changes.add(step.number());
      }
      try {
        add(names.remove(), step, difference, mask);
      } catch (IOException e) {
        throw new FailedException(
            folder.path()
                + ": cannot be written to: "
                + OutputFolder.reason(e)
                + "; "
                + frames
                + " frames are there",
            e);
      }
      frames++;
      progress.onStream(frames);
    }
  }

  /**
   * Writes a frame and counts it.
   *
   * @param name of the frame, or empty
   * @param difference from the background; <em>not modified</em>
   * @param mask which pixels stand out; <em>not modified</em>
   */
  private void add(String name, OnlineStep step, double[] difference, boolean[] mask)
      throws IOException {
    if (truth.isPresent()) {
      if (score.isEmpty()) {
        score = Optional.of(new MaskScore(shape.white()));
      }
      byte[] codes = truth.get().codes(name, step.number() - 1, shape);
      score.get().add(mask, step.size(difference), codes);
    }
    for (Part part : parts) {
      Files.createDirectories(folder.file(part.toString()));
      boolean isMask = part == Part.MASK;
      FrameFolder.write(
          folder.file(part.toString()),
          name,
          step.number(),
          isMask ? numbers(mask) : picture(part, step, mask),
          isMask ? new PictureShape(shape.width(), shape.height(), 1, 1) : shape);
    }
  }

  private static double[] numbers(boolean[] mask) {
    double[] numbers = new double[mask.length];
    for (int k = 0; k < mask.length; k++) {
      numbers[k] = mask[k] ? 1 : 0;
    }
    return numbers;
  }

  /** The background, or the frame where something stands out and half of white elsewhere. */
  private double[] picture(Part part, OnlineStep step, boolean[] mask) {
    if (part == Part.BACKGROUND) {
      return step.background();
    }
    float[] frame = step.sample();
    double[] picture = new double[frame.length];
    for (int j = 0; j < frame.length; j++) {
      picture[j] = mask[j / shape.channels()] ? frame[j] : shape.white() / 2;
    }
    return picture;
  }

  Optional<MaskScore> score() {
    return score;
  }

  List<String> results() {
    List<String> names = new ArrayList<>();
    parts.forEach(part -> names.add(part + "/"));
    names.add(FitFiles.BASIS);
    names.add(FitFiles.RECORD);
    return names;
  }

  long frames() {
    return frames;
  }

  long seen() {
    return seen;
  }

  /** Returns at which frames, from 1, the background was learned anew. */
  List<Long> changes() {
    return changes;
  }

  /** Returns the seconds from frames to masks. */
  double seconds() {
    return work * 1e-9;
  }

  /** Returns the seconds since the first frame came. */
  double secondsInAll() {
    return (System.nanoTime() - began) * 1e-9;
  }

  PictureShape shape() {
    return shape;
  }

  DenseMatrix basis() {
    return fit.basis().orElseThrow();
  }

  @Override
  public void close() {
    if (fit != null) {
      fit.close();
    }
  }
}
