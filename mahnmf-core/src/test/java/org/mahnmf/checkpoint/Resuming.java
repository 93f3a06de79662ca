package org.mahnmf.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.HistoryPoint;

/** Resumes a run from its checkpoints and compares with the run that nobody disturbed. */
public final class Resuming {

  private Resuming() {}

  /**
   * Saves a fit after every step and resumes it from some checkpoints, the first and the last among
   * them.
   *
   * @param name tells the case apart in messages
   * @param most how many checkpoints to resume from
   * @return the fit that nobody disturbed
   */
  public static Factorization check(
      String name, MahNmf settings, Observations observations, int most) {
    Factorization expected = settings.fit(observations);
    MemoryPlace place = new MemoryPlace();
    Checkpoint all = Checkpoint.begin(place, Duration.ZERO);
    requireSame(name + ", saved", expected, settings.withCheckpoint(all).fit(observations));
    List<byte[]> kept = place.kept();
    assertTrue(!kept.isEmpty(), name + " was never saved");
    assertEquals(kept.size(), all.timesSaved());
    int tries = Math.min(most, kept.size());
    for (int k = 0; k < tries; k++) {
      int which = tries == 1 ? 0 : k * (kept.size() - 1) / (tries - 1);
      Checkpoint one = Checkpoint.resume(MemoryPlace.holding(kept.get(which)), Duration.ofDays(1));
      assertTrue(one.isResumed());
      String where = name + ", saving " + (which + 1) + " of " + kept.size();
      requireSame(where, expected, settings.withCheckpoint(one).fit(observations));
    }
    return expected;
  }

  private static void requireSame(String name, Factorization expected, Factorization actual) {
    assertArrayEquals(expected.basis().toDense().array(), actual.basis().toDense().array(), name);
    assertArrayEquals(expected.codes().toDense().array(), actual.codes().toDense().array(), name);
    assertEquals(withoutTimes(expected), withoutTimes(actual), name);
    assertEquals(objectives(expected), objectives(actual), name);
  }

  private static Map<String, Object> withoutTimes(Factorization found) {
    Map<String, Object> map = new LinkedHashMap<>(found.record().toMap());
    map.remove("seconds");
    map.remove("history");
    return map;
  }

  private static List<Double> objectives(Factorization found) {
    return found.record().outcome().history().stream().map(HistoryPoint::objective).toList();
  }
}
