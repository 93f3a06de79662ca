package org.mahnmf.solver;

import java.util.Locale;

/**
 * Where the choice of the ridge stands, before the first outer step of the fit itself.
 *
 * @param share of the natural weight that is tried now
 * @param point which weight of the path, from 1
 * @param points how many there may be
 * @param start which of several starts, from 1
 * @param starts how many there are
 * @param steps outer steps of this start so far
 */
public record PathProgress(double share, int point, int points, int start, int starts, int steps) {

  /** Returns it in words for a person. */
  public String words() {
    if (points == 1) {
      return (starts > 1 ? "choosing a start: " + start + " of " + starts : "preparing the fit")
          + ", step "
          + steps;
    }
    return String.format(
        Locale.ROOT,
        "choosing the ridge: weight %d of at most %d (%s)%s, step %d",
        point,
        points,
        share == 0 ? "none" : share + " of the natural one",
        starts > 1 ? ", start " + start + " of " + starts : "",
        steps);
  }
}
