package org.mahnmf.cli.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.mahnmf.MahNmf;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;

/**
 * Tells how the work goes: on a terminal one line that is written over and vanishes at the end,
 * elsewhere plain lines, at most one every few seconds besides the first and the last.
 */
public final class ProgressLine implements FitListener, AutoCloseable {

  private static final long TERMINAL_PAUSE = 100_000_000L;
  private static final long PLAIN_PAUSE = 5_000_000_000L;

  private final Console console;
  private final boolean quiet;
  private final LongSupplier clock;
  private final long pause;
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
    this.pause = console.terminal() ? TERMINAL_PAUSE : PLAIN_PAUSE;
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
    nextShown = began + pause;
  }

  /** Tells which fraction a reader has done, from 0 to 1, if it takes a while. */
  public void onRead(double fraction) {
    if (fraction > 0) {
      showIfDue(
          "%s, %.0f %%, about %s",
          reading, 100 * fraction, TimeLeft.amount(seconds() * (1 - fraction) / fraction));
    }
  }

  /** Tells how many frames are done, at least 1, how fast, and how long the others take. */
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

  @Override
  public void onFold(String point, int fold, int folds, double error) {
    showIfDue("%s, fold %d of %d: held-out error %.4g", point, fold, folds, error);
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

  public void beginRun(MahNmf settings) {
    phase("preparing a start");
    timeLeft = new TimeLeft(settings);
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
    nextShown = clock.getAsLong() + pause;
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

  /**
   * Guesses how long a run still takes: at most until the limit of iterations or time, and about as
   * long as the relative change needs to fall to the tolerance if it keeps falling as in the last
   * steps. All its times are seconds since the fit began.
   */
  static final class TimeLeft {

    private static final int WINDOW = 12;
    private static final int FEWEST_FOR_TREND = 5;
    private static final double FLAT = -1e-3;

    private record Point(int iteration, double seconds, double logChange) {}

    private final MahNmf settings;
    private final Deque<Point> window = new ArrayDeque<>();
    private final Deque<Point> settled = new ArrayDeque<>();
    private int startsBegun;
    private int pathLegs = -1;
    private int legsLeft;
    private int firstLeg = -1;
    private double firstLegBegan;
    private double legBegan;
    private double startBegan;
    private double now;

    TimeLeft(MahNmf settings) {
      this.settings = settings;
    }

    /** Sees where the run stands; iteration 0 begins another start. */
    void update(Progress progress, double seconds) {
      now = seconds;
      boolean first = startsBegun == 0; // a resumed run begins later than at 0
      if (first || progress.iteration() == 0) {
        startBegan = first ? seconds : startBegan;
        startsBegun++;
        window.clear();
        settled.clear();
      }
      Point point = new Point(progress.iteration(), seconds, Math.log(progress.relativeChange()));
      keep(window, point);
      if (progress.settled() && Double.isFinite(point.logChange)) {
        keep(settled, point);
      }
    }

    /** Sees where the choice of the ridge stands, which comes before the steps of the run. */
    void update(PathProgress progress, double seconds) {
      now = seconds;
      int legs = (progress.point() - 1) * progress.starts() + progress.start() - 1;
      if (legs != pathLegs) {
        pathLegs = legs;
        legBegan = seconds;
        // The first weight takes longer than the others.
        if (progress.point() > 1 && firstLeg < 0) {
          firstLeg = legs;
          firstLegBegan = seconds;
        }
      }
      legsLeft = progress.points() * progress.starts() - legs;
    }

    /** Returns words about the choice of the ridge, or nothing while there is nothing to say. */
    String pathWords() {
      if (firstLeg < 0 || pathLegs == firstLeg) {
        return limitWords();
      }
      double each = (legBegan - firstLegBegan) / (pathLegs - firstLeg);
      double left = Math.max(0, legsLeft * each - (now - legBegan));
      return "at most " + amount(Math.min(left, settings.timeLimit() - now)) + " for this";
    }

    private String limitWords() {
      double limit = settings.timeLimit();
      return limit < Double.POSITIVE_INFINITY ? "at most " + amount(limit - now) : "";
    }

    /** Returns which start runs, from 1, if there are several. */
    String startWords() {
      int starts = settings.restarts();
      return starts > 1 ? "start " + startsBegun + "/" + starts + ", " : "";
    }

    /** Returns words such as {@code about 12 s left}, or nothing while there is nothing to say. */
    String words() {
      if (window.size() < 2) {
        return limitWords();
      }
      Point first = window.getFirst();
      Point last = window.getLast();
      double pace = (last.seconds - first.seconds) / (last.iteration - first.iteration);
      double steps = allStarts(pace * (settings.maxIterations() - last.iteration));
      double most = Math.min(settings.timeLimit() - now, steps);
      double guess = allStarts(pace * stepsByTrend(last.iteration));
      return guess < most ? "about " + amount(guess) : "at most " + amount(most);
    }

    /** Adds the starts to come, each as long as the ones so far. */
    private double allStarts(double thisStart) {
      double each = (now - startBegan + thisStart) / startsBegun;
      return thisStart + (settings.restarts() - startsBegun) * each;
    }

    /** Steps until a straight line through the logarithms of the change meets the tolerance. */
    private double stepsByTrend(int iteration) {
      if (settled.size() < FEWEST_FOR_TREND || settings.tolerance() == 0) {
        return Double.POSITIVE_INFINITY;
      }
      double meanX = settled.stream().mapToDouble(Point::iteration).average().orElseThrow();
      double meanY = settled.stream().mapToDouble(Point::logChange).average().orElseThrow();
      double xx = 0;
      double xy = 0;
      for (Point point : settled) {
        xx += (point.iteration - meanX) * (point.iteration - meanX);
        xy += (point.iteration - meanX) * (point.logChange - meanY);
      }
      double slope = xy / xx;
      return slope < FLAT
          ? Math.max(1, meanX + (Math.log(settings.tolerance()) - meanY) / slope - iteration)
          : Double.POSITIVE_INFINITY;
    }

    private static void keep(Deque<Point> points, Point point) {
      points.add(point);
      if (points.size() > WINDOW) {
        points.remove();
      }
    }

    /** Returns words such as {@code 12 s left}. */
    static String amount(double seconds) {
      double shown = Math.max(1, seconds);
      boolean minutes = shown >= 100;
      boolean hours = shown >= 100 * 60;
      return Summary.text(
          "%.0f %s left",
          hours ? shown / 3600 : minutes ? shown / 60 : shown, hours ? "h" : minutes ? "min" : "s");
    }
  }
}
