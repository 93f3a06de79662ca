package org.mahnmf.data.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Hourly power readings of the rooms of a house over four weeks, with glitches and gaps that are
 * known.
 *
 * <p>Three habits make every reading: what always runs, what people do on working days, and what
 * they do in the evening and at weekends; so the clean table has rank 3. Meters add noise of two
 * per cent. Now and then one shows a spike or sticks at zero, and about three per cent of the
 * readings are lost.
 *
 * <p>The same arguments make the same numbers on any machine.
 *
 * @param seen what the meters showed, hours x rooms, NaN where a reading was lost
 * @param clean what they should have shown
 * @param events everything that went wrong, hour by hour
 */
public record SyntheticSensors(DenseMatrix seen, DenseMatrix clean, List<Event> events) {

  private static final int HOURS = 24 * 28;
  private static final double NOISE = 0.02;
  private static final double GLITCH_SHARE = 0.01;
  private static final double LOST_SHARE = 0.03;
  private static final String[] ROOMS = {
    "hall", "kitchen", "bath", "office", "library", "workshop", "living room", "bedroom",
    "nursery", "guest room", "cellar", "garage", "attic", "laundry", "server", "garden"
  };

  // What always runs, working days, evenings and weekends: kilowatts of each room.
  private static final double[][] HABITS = {
    {.06, .22, .05, .10, .04, .05, .08, .03, .03, .02, .30, .06, .04, .05, .90, .12},
    {.10, .15, .05, .85, .30, .75, .05, .02, .02, .03, .06, .20, .04, .10, .25, .10},
    {.20, .95, .35, .06, .15, .05, .60, .25, .20, .12, .04, .10, .06, .45, .05, .20}
  };

  /**
   * Something that a meter got wrong; hours and rooms count from 0.
   *
   * @param kind {@code spike}, {@code stuck} or {@code lost}
   */
  public record Event(int row, int column, String kind) {}

  public static SyntheticSensors create(long seed) {
    SyntheticSensors sensors =
        new SyntheticSensors(
            new DenseMatrix(HOURS, ROOMS.length),
            new DenseMatrix(HOURS, ROOMS.length),
            new ArrayList<>());
    Draws draws = new Draws(seed);
    for (int hour = 0; hour < HOURS; hour++) {
      double[] amounts = amounts(hour, draws);
      for (int room = 0; room < ROOMS.length; room++) {
        double power = 0;
        for (int habit = 0; habit < HABITS.length; habit++) {
          power += amounts[habit] * HABITS[habit][room];
        }
        sensors.clean.set(hour, room, rounded(power));
        sensors.seen.set(hour, room, sensors.read(power, hour, room, draws));
      }
    }
    return new SyntheticSensors(sensors.seen, sensors.clean, List.copyOf(sensors.events));
  }

  public static List<String> rooms() {
    return List.of(ROOMS);
  }

  /** Returns the names of the hours, such as {@code day 03 17:00}; day 1 is a Monday. */
  public static List<String> hours() {
    return IntStream.range(0, HOURS)
        .mapToObj(k -> String.format(Locale.ROOT, "day %02d %02d:00", k / 24 + 1, k % 24))
        .toList();
  }

  private static double[] amounts(int hour, Draws draws) {
    double time = hour % 24;
    boolean weekend = hour / 24 % 7 >= 5;
    double work = weekend ? .08 : bell(time, 10.5, 3) + bell(time, 15, 3);
    double home = bell(time, 7, 1.2) + 1.3 * bell(time, 19.5, 2.5);
    home += weekend ? .8 * bell(time, 13, 4) : 0;
    return new double[] {
      1 + .1 * draws.uniform(), work * draws.uniform(.8, 1.2), home * draws.uniform(.75, 1.25)
    };
  }

  private double read(double power, int hour, int room, Draws draws) {
    double noisy = power * (1 + NOISE * draws.gaussian());
    double dice = draws.uniform();
    if (dice < GLITCH_SHARE) {
      boolean spike = draws.flip();
      events.add(new Event(hour, room, spike ? "spike" : "stuck"));
      return spike ? rounded(power + draws.uniform(1.5, 4)) : 0;
    }
    if (dice < GLITCH_SHARE + LOST_SHARE) {
      events.add(new Event(hour, room, "lost"));
      return Double.NaN;
    }
    return rounded(Math.max(0, noisy));
  }

  private static double bell(double time, double middle, double width) {
    double far = (time - middle) / width;
    return StrictMath.exp(-.5 * far * far);
  }

  /** In whole watts. */
  private static double rounded(double kilowatts) {
    return Math.rint(1000 * kilowatts) / 1000;
  }
}
