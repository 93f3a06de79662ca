package org.mahnmf.cli;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.mahnmf.search.PathProgress;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.Progress;

/**
 * Tells how the work goes: on a terminal one line that is written over and vanishes at the end,
 * elsewhere plain lines, at most one every few seconds besides the first and the last.
 */
final class ProgressLine implements IterationListener, AutoCloseable {

  private static final long TERMINAL_PAUSE = 100_000_000L;
  private static final long PLAIN_PAUSE = 5_000_000_000L;

  private final Console console;
  private final boolean quiet;
  private final LongSupplier clock;
  private TimeLeft timeLeft;
  private int restarts = 1;
  private long began;
  private long nextShown;
  private String reading = "";
  private String pending = "";
  private int width;

  /**
   * Prepares to tell.
   *
   * @param console where to talk
   * @param quiet tell nothing
   */
  ProgressLine(Console console, boolean quiet) {
    this(console, quiet, System::nanoTime);
  }

  ProgressLine(Console console, boolean quiet, LongSupplier clock) {
    this.console = console;
    this.quiet = quiet;
    this.clock = clock;
  }

  /**
   * Tells what is being done, on a terminal.
   *
   * @param words such as {@code reading data.csv}
   */
  void phase(String words) {
    endOfRun();
    if (console.terminal()) {
      overwrite(words + " ...");
    }
  }

  /**
   * Prepares to watch a reader.
   *
   * @param words such as {@code reading data.csv}
   */
  void beginReading(String words) {
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
  void onRead(double fraction) {
    long now = clock.getAsLong();
    if (now - nextShown >= 0 && fraction > 0) {
      double left = (now - began) * 1e-9 * (1 - fraction) / fraction;
      show(
          String.format(
              Locale.ROOT, "%s, %.0f %%, about %s", reading, 100 * fraction, TimeLeft.amount(left)),
          now);
    }
  }

  /**
   * Tells how many frames are done, how fast, and how long the others take.
   *
   * @param words such as {@code writing}
   * @param done frames so far, at least 1
   * @param all frames in all
   */
  void onFrame(String words, int done, int all) {
    long now = clock.getAsLong();
    if (now - nextShown >= 0) {
      double seconds = Math.max(1e-9, (now - began) * 1e-9);
      show(
          String.format(
              Locale.ROOT,
              "%s, %d of %d frames, %.0f frames/s, about %s",
              words,
              done,
              all,
              done / seconds,
              TimeLeft.amount(seconds * (all - done) / done)),
          now);
    }
  }

  /**
   * Tells how many frames of a stream are done, and how fast.
   *
   * @param done frames so far
   */
  void onStream(long done) {
    long now = clock.getAsLong();
    if (now - nextShown >= 0) {
      double seconds = Math.max(1e-9, (now - began) * 1e-9);
      show(
          String.format(Locale.ROOT, "%s, %d frames, %.0f frames/s", reading, done, done / seconds),
          now);
    }
  }

  /**
   * Tells that a trial of a study is done.
   *
   * @param done trials so far
   * @param all trials of the study
   * @param secondsLeft a guess
   */
  void onStudyTrial(int done, int all, double secondsLeft) {
    long now = clock.getAsLong();
    if (now - nextShown >= 0) {
      String left = done < all ? ", about " + TimeLeft.amount(secondsLeft) : "";
      show("trial " + done + " of " + all + " done" + left, now);
    }
  }

  /**
   * Tells that a fit of a search for the rank is done.
   *
   * @param rank of the fit
   * @param fold from 1
   * @param folds how many there are
   * @param error of the hidden entries
   */
  void onRankFit(int rank, int fold, int folds, double error) {
    onSearchFit("rank " + rank, fold, folds, error);
  }

  /**
   * Tells that a fit of a search for a weight is done.
   *
   * @param weight of the fit
   * @param fold from 1
   * @param folds how many there are
   * @param error of the hidden entries
   */
  void onWeightFit(double weight, int fold, int folds, double error) {
    onSearchFit(String.format(Locale.ROOT, "weight %.3g", weight), fold, folds, error);
  }

  private void onSearchFit(String what, int fold, int folds, double error) {
    long now = clock.getAsLong();
    if (now - nextShown >= 0) {
      show(
          String.format(
              Locale.ROOT, "%s, fold %d of %d: held-out error %.4g", what, fold, folds, error),
          now);
    }
  }

  private long pause() {
    return console.terminal() ? TERMINAL_PAUSE : PLAIN_PAUSE;
  }

  /**
   * Prepares to watch a run.
   *
   * @param newTimeLeft guesses how long it takes
   * @param newRestarts number of starts
   */
  void beginRun(TimeLeft newTimeLeft, int newRestarts) {
    phase("preparing a start");
    timeLeft = newTimeLeft;
    restarts = newRestarts;
    began = clock.getAsLong();
    nextShown = began;
  }

  @Override
  public void onIteration(Progress progress) {
    long now = clock.getAsLong();
    double seconds = (now - began) * 1e-9;
    timeLeft.update(progress, seconds);
    pending = words(progress, seconds);
    if (now - nextShown >= 0) {
      String left = timeLeft.words();
      show(left.isEmpty() ? pending : pending + ", " + left, now);
      pending = "";
    }
  }

  @Override
  public void onPath(PathProgress progress) {
    long now = clock.getAsLong();
    double seconds = (now - began) * 1e-9;
    timeLeft.update(progress, seconds);
    boolean worthALine = console.terminal() || now - began >= PLAIN_PAUSE;
    if (worthALine && now - nextShown >= 0) {
      String words = String.format(Locale.ROOT, "%s, %.1f s", progress.words(), seconds);
      String left = timeLeft.pathWords();
      show(left.isEmpty() ? words : words + ", " + left, now);
    }
  }

  private void show(String words, long now) {
    nextShown = now + pause();
    if (console.terminal()) {
      overwrite(words);
    } else {
      line(words);
    }
  }

  private String words(Progress progress, double seconds) {
    StringBuilder words = new StringBuilder();
    if (restarts > 1) {
      words.append("start ").append(timeLeft.start()).append('/').append(restarts).append(", ");
    }
    words.append(
        String.format(
            Locale.ROOT,
            "iteration %d, objective %.6g",
            progress.iteration(),
            progress.objective()));
    if (progress.iteration() > 0) {
      words.append(String.format(Locale.ROOT, ", change %.1e", progress.relativeChange()));
    }
    return words.append(String.format(Locale.ROOT, ", %.1f s", seconds)).toString();
  }

  /** Shows the last step of a run; on a terminal the summary tells it better. */
  private void endOfRun() {
    if (!pending.isEmpty() && !console.terminal()) {
      line(pending);
    }
    pending = "";
  }

  /** Makes room for other words: the last step is told, and a terminal's line is empty again. */
  void clear() {
    endOfRun();
    if (width > 0) {
      overwrite("");
      console.err().print('\r');
      console.err().flush();
      width = 0;
    }
  }

  /**
   * Says what a person should know, in the middle of the work.
   *
   * @param note one sentence
   */
  void note(String note) {
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
