package org.mahnmf.cli.video;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.data.FrameStream;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.online.OnlineFit;
import org.mahnmf.online.OnlineMahNmf;
import org.mahnmf.online.OnlineStep;

/** Takes the frames of a stream apart one after the other. */
final class WatchRun implements AutoCloseable {

  private final OnlineMahNmf settings;
  private final WatchFiles files;
  private final Queue<String> names = new ArrayDeque<>(); // of frames without a mask yet
  private final List<Long> changes = new ArrayList<>();
  private OnlineFit fit;
  private PictureShape shape;
  private long frames;
  private long seen;
  private long work; // nanoseconds from frames to masks
  private long began;

  WatchRun(OnlineMahNmf settings, WatchFiles files) {
    this.settings = settings;
    this.files = files;
  }

  /** Works until the stream ends or cannot be read any further; {@link #finish} comes next. */
  void run(FrameQueue queue, BooleanSupplier unwanted, ProgressLine progress) throws IOException {
    Optional<FrameStream.Frame> frame = queue.next(unwanted);
    began = System.nanoTime();
    while (frame.isPresent()) {
      add(frame.get(), progress);
      frame = queue.next(unwanted);
    }
  }

  /** Takes apart what has waited for more frames. */
  void finish(ProgressLine progress) throws IOException {
    if (fit != null) {
      long start = System.nanoTime();
      List<OnlineStep> last = fit.finish();
      work += System.nanoTime() - start;
      show(last, progress);
    }
  }

  private void add(FrameStream.Frame frame, ProgressLine progress) throws IOException {
    long start = System.nanoTime();
    if (fit == null) {
      shape = frame.shape();
      fit = settings.withPicture(shape).start();
    }
    names.add(frame.name());
    seen++;
    List<OnlineStep> steps = fit.add(frame.values());
    work += System.nanoTime() - start;
    show(steps, progress);
  }

  private void show(List<OnlineStep> steps, ProgressLine progress) throws IOException {
    for (OnlineStep step : steps) {
      long start = System.nanoTime();
      double[] difference = step.difference();
      boolean[] mask = step.mask(difference);
      work += System.nanoTime() - start;
      if (step.isChange()) {
        changes.add(step.number());
      }
      files.add(names.remove(), step, shape, difference, mask);
      frames++;
      progress.onStream(frames);
    }
  }

  /** Returns how many frames have a mask. */
  long frames() {
    return frames;
  }

  /** Returns how many frames have come. */
  long seen() {
    return seen;
  }

  /** Returns at which frames, from 1, the background was learned anew. */
  List<Long> changes() {
    return List.copyOf(changes);
  }

  /** Returns the seconds from frames to masks. */
  double seconds() {
    return work * 1e-9;
  }

  /** Returns the seconds since the first frame came. */
  double secondsInAll() {
    return (System.nanoTime() - began) * 1e-9;
  }

  /** Returns how frames are laid out. */
  PictureShape shape() {
    return shape;
  }

  /** Returns the parts as they are. */
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
