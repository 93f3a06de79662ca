package org.mahnmf.cli.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;

/**
 * Guesses how long a run still takes: at most until the limit of iterations or time, and about as
 * long as the relative change needs to fall to the tolerance if it keeps falling as in the last
 * steps.
 */
public final class TimeLeft {

  private static final int WINDOW = 12;
  private static final int FEWEST_FOR_TREND = 5;
  private static final double FLAT = -1e-3;

  private record Point(int iteration, double seconds, double logChange) {}

  private final int maxIterations;
  private final double timeLimit;
  private final double tolerance;
  private final int restarts;
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

  /**
   * Knows the limits of a run.
   *
   * @param timeLimit seconds in all, infinite if there is none
   */
  public TimeLeft(int maxIterations, double timeLimit, double tolerance, int restarts) {
    this.maxIterations = maxIterations;
    this.timeLimit = timeLimit;
    this.tolerance = tolerance;
    this.restarts = restarts;
  }

  /**
   * Sees where the run stands.
   *
   * @param progress iteration 0 begins another start
   * @param seconds since the fit began
   */
  void update(Progress progress, double seconds) {
    now = seconds;
    boolean first = startsBegun == 0; // a resumed run begins later than at 0
    if (first || progress.iteration() == 0) {
      if (first) {
        startBegan = seconds;
      }
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

  /**
   * Sees where the choice of the ridge stands, which comes before the steps of the run.
   *
   * @param seconds since the fit began
   */
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
      return timeLimit < Double.POSITIVE_INFINITY ? "at most " + amount(timeLimit - now) : "";
    }
    double each = (legBegan - firstLegBegan) / (pathLegs - firstLeg);
    double left = Math.max(0, legsLeft * each - (now - legBegan));
    return "at most " + amount(Math.min(left, timeLimit - now)) + " for this";
  }

  /** Returns which start runs, from 1, if there are several. */
  String startWords() {
    return restarts > 1 ? "start " + startsBegun + "/" + restarts + ", " : "";
  }

  /** Returns words such as {@code about 12 s left}, or nothing while there is nothing to say. */
  String words() {
    if (window.size() < 2) {
      return timeLimit < Double.POSITIVE_INFINITY ? "at most " + amount(timeLimit - now) : "";
    }
    Point first = window.getFirst();
    Point last = window.getLast();
    double pace = (last.seconds - first.seconds) / (last.iteration - first.iteration);
    double most = Math.min(timeLimit - now, allStarts(pace * (maxIterations - last.iteration)));
    double guess = allStarts(pace * stepsByTrend(last.iteration));
    return guess < most ? "about " + amount(guess) : "at most " + amount(most);
  }

  /** Adds the starts to come, each as long as the ones so far. */
  private double allStarts(double thisStart) {
    double each = (now - startBegan + thisStart) / startsBegun;
    return thisStart + (restarts - startsBegun) * each;
  }

  /** Steps until a straight line through the logarithms of the change meets the tolerance. */
  private double stepsByTrend(int iteration) {
    if (settled.size() < FEWEST_FOR_TREND || tolerance == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double meanX = 0;
    double meanY = 0;
    for (Point point : settled) {
      meanX += point.iteration;
      meanY += point.logChange;
    }
    meanX /= settled.size();
    meanY /= settled.size();
    double xx = 0;
    double xy = 0;
    for (Point point : settled) {
      xx += (point.iteration - meanX) * (point.iteration - meanX);
      xy += (point.iteration - meanX) * (point.logChange - meanY);
    }
    double slope = xy / xx;
    if (!(slope < FLAT)) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(1, meanX + (Math.log(tolerance) - meanY) / slope - iteration);
  }

  private static void keep(Deque<Point> points, Point point) {
    points.add(point);
    if (points.size() > WINDOW) {
      points.remove();
    }
  }

  /** Returns words such as {@code 12 s left}. */
  static String amount(double seconds) {
    return duration(seconds) + " left";
  }

  /** Returns words such as {@code 12 s}. */
  static String duration(double seconds) {
    if (seconds < 1) {
      return "1 s";
    }
    if (seconds < 100) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    if (seconds < 100 * 60) {
      return String.format(Locale.ROOT, "%.0f min", seconds / 60);
    }
    return String.format(Locale.ROOT, "%.0f h", seconds / 3600);
  }
}
