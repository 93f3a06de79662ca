package org.mahnmf.lab.study;

import java.util.LinkedHashMap;
import java.util.Map;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.noise.Noises;

/** What the face studies share. */
public final class Protocol {

  /** Pictures of each person to learn from (Section 5.2). */
  public static final int TRAINING_EACH = 7;

  /** The rank of Table 1. */
  public static final int TABLE_RANK = 80;

  /** The rank of the figures that show base vectors. */
  public static final int PICTURE_RANK = 50;

  /** The course of solver {@code auto}: trials of another one are not mixed with these. */
  private static final String DEFAULT = "held-out ridge";

  private Protocol() {}

  /**
   * Returns what the figures of the face studies depend on and nobody asks for: the levels of the
   * noises, and what MahNMF's default does. Every method runs to its own stop; only its most steps
   * are a number to write down.
   */
  public static Map<String, Object> toMap() {
    Map<String, Object> levels = new LinkedHashMap<>();
    Noises.all().forEach(noise -> levels.put(noise.name(), noise.level()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("noiseLevels", levels);
    map.put("default", DEFAULT);
    map.put("mostSteps", Budget.DEFAULT.maxIterations());
    return map;
  }
}
