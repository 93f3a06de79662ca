package org.mahnmf.cli.job;

import java.util.function.LongSupplier;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;

/**
 * Tells how the work goes: on a terminal one line that is written over and vanishes at the end,
 * elsewhere plain lines, at most one every few seconds besides the first and the last.
 */
public final class ProgressLine implements IterationListener, AutoCloseable {

  private static final long TERMINAL_PAUSE = 100_000_000L;
  private static final long PLAIN_PAUSE = 5_000_000_000L;

  private final Console console;
  private final boolean quiet;
  private final LongSupplier clock;
  private TimeLeft timeLeft;
  private long began;
  private long nextShown;
  private String reading = "";
  private String pending = "";
  private int width;

  public ProgressLine(Console console, boolean quiet) {
    this(console, quiet, System::nanoTime);
  }

  public ProgressLine(Console console, boolean quiet, LongSupplier clock) {
    this.console = console;
    this.quiet = quiet;
    this.clock = clock;
  }

  /** Tells what is being done, on a terminal. */
  public void phase(String words) {
    endOfRun();
    if (console.terminal()) {
      overwrite(words + " ...");
    }
  }

  public void beginReading(String words) {
    phase(words);
    reading = words;
    began = clock.getAsLong();
    nextShown = began + pause();
  }

  /**
   * Tells how far a reader has come, if it takes a while.
   *
   * @param fraction what is done, from 0 to 1
   */
  public void onRead(double fraction) {
    if (fraction > 0) {
      showIfDue(
          "%s, %.0f %%, about %s",
          reading, 100 * fraction, TimeLeft.amount(seconds() * (1 - fraction) / fraction));
    }
  }

  /**
   * Tells how many frames are done, how fast, and how long the others take.
   *
   * @param done frames so far, at least 1
   */
  public void onFrame(String words, int done, int all) {
    double seconds = Math.max(1e-9, seconds());
    showIfDue(
        "%s, %d of %d frames, %.0f frames/s, about %s",
        words, done, all, done / seconds, TimeLeft.amount(seconds * (all - done) / done));
  }

  /** Tells how many frames of a stream are done, and how fast. */
  public void onStream(long done) {
    showIfDue("%s, %d frames, %.0f frames/s", reading, done, done / Math.max(1e-9, seconds()));
  }

  public void onStudyTrial(int done, int all, double secondsLeft) {
    String left = done < all ? ", about " + TimeLeft.amount(secondsLeft) : "";
    showIfDue("trial %d of %d done%s", done, all, left);
  }

  public void onRankFit(int rank, int fold, int folds, double error) {
    showIfDue("rank %d, fold %d of %d: held-out error %.4g", rank, fold, folds, error);
  }

  public void onWeightFit(double weight, int fold, int folds, double error) {
    showIfDue("weight %.3g, fold %d of %d: held-out error %.4g", weight, fold, folds, error);
  }

  private void showIfDue(String format, Object... values) {
    if (isDue()) {
      show(Summary.text(format, values), "");
    }
  }

  private boolean isDue() {
    return clock.getAsLong() - nextShown >= 0;
  }

  private double seconds() {
    return (clock.getAsLong() - began) * 1e-9;
  }

  private long pause() {
    return console.terminal() ? TERMINAL_PAUSE : PLAIN_PAUSE;
  }

  public void beginRun(TimeLeft newTimeLeft) {
    phase("preparing a start");
    timeLeft = newTimeLeft;
    began = clock.getAsLong();
    nextShown = began;
  }

  @Override
  public void onIteration(Progress progress) {
    timeLeft.update(progress, seconds());
    int step = progress.iteration();
    String change = step > 0 ? Summary.text(", change %.1e", progress.relativeChange()) : "";
    pending =
        Summary.text(
            "%siteration %d, objective %.6g%s, %.1f s",
            timeLeft.startWords(), step, progress.objective(), change, seconds());
    if (isDue()) {
      show(pending, timeLeft.words());
      pending = "";
    }
  }

  @Override
  public void onPath(PathProgress progress) {
    double seconds = seconds();
    timeLeft.update(progress, seconds);
    boolean worthALine = console.terminal() || seconds >= PLAIN_PAUSE * 1e-9;
    if (worthALine && isDue()) {
      show(Summary.text("%s, %.1f s", progress.words(), seconds), timeLeft.pathWords());
    }
  }

  private void show(String words, String left) {
    nextShown = clock.getAsLong() + pause();
    String all = left.isEmpty() ? words : words + ", " + left;
    if (console.terminal()) {
      overwrite(all);
    } else {
      line(all);
    }
  }

  /** Shows the last step of a run; on a terminal the summary tells it better. */
  private void endOfRun() {
    if (!pending.isEmpty() && !console.terminal()) {
      line(pending);
    }
    pending = "";
  }

  /** Makes room for other words: the last step is told, and a terminal's line is empty again. */
  public void clear() {
    endOfRun();
    if (width > 0) {
      overwrite("");
      console.err().print('\r');
      console.err().flush();
      width = 0;
    }
  }

  /** Says what a person should know, in the middle of the work. */
  public void note(String note) {
    if (!quiet) {
      clear();
      console.note(note);
    }
  }

  @Override
  public void close() {
    clear();
  }

  private void overwrite(String words) {
    if (!quiet) {
      console.err().print("\r" + words + " ".repeat(Math.max(0, width - words.length())));
      console.err().flush();
      width = words.length();
    }
  }

  private void line(String words) {
    if (!quiet) {
      console.err().println(words);
    }
  }
}
