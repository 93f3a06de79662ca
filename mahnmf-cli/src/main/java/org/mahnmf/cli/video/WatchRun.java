package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private OnlineFit fit;
  private long work; // nanoseconds from frames to masks
  private long began;

  /** At which frames, from 1, the background was learned anew. */
  final List<Long> changes = new ArrayList<>();

  Optional<MaskScore> score = Optional.empty();
  PictureShape shape;
  long frames; // with a mask
  long seen;

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
      show(fit.finish(), start);
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
    show(fit.add(frame.values()), start);
  }

  private void show(List<OnlineStep> steps, long since) throws IOException {
    work += System.nanoTime() - since;
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
        throw new FailedException(folder.problem(e) + "; " + frames + " frames are there", e);
      }
      frames++;
      progress.onStream(frames);
    }
  }

  /** Writes a frame and compares its mask with the truth; the name may be empty. */
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
      Path place = Files.createDirectories(folder.file(part.toString()));
      PictureShape size =
          part == Part.MASK ? new PictureShape(shape.width(), shape.height(), 1, 1) : shape;
      double[] picture =
          switch (part) {
            case MASK ->
                IntStream.range(0, mask.length).mapToDouble(k -> mask[k] ? 1 : 0).toArray();
            case BACKGROUND -> step.background();
            case FOREGROUND -> foreground(step.sample(), mask);
          };
      FrameFolder.write(place, name, step.number(), picture, size);
    }
  }

  /** The frame where something stands out, and half of white elsewhere. */
  private double[] foreground(float[] frame, boolean[] mask) {
    double[] picture = new double[frame.length];
    for (int j = 0; j < frame.length; j++) {
      picture[j] = mask[j / shape.channels()] ? frame[j] : shape.white() / 2;
    }
    return picture;
  }

  List<String> results() {
    Stream<String> folders = parts.stream().map(part -> part + "/");
    return Stream.concat(folders, Stream.of(FitFiles.BASIS, FitFiles.RECORD)).toList();
  }

  /** From frames to masks. */
  double seconds() {
    return work * 1e-9;
  }

  /** Since the first frame came. */
  double secondsInAll() {
    return (System.nanoTime() - began) * 1e-9;
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
