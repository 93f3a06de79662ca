package org.mahnmf;

import java.util.List;
import org.mahnmf.internal.start.HalsStart;
import org.mahnmf.internal.start.NndsvdStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.internal.start.StillStart;
import org.mahnmf.solver.Start;

/**
 * The starting points.
 *
 * <pre>{@code
 * Factorization fit = MahNmf.ofRank(2).with(Starts.nndsvd()).fit(Observations.of(table));
 * }</pre>
 */
public final class Starts {

  private Starts() {}

  /** Returns all, those of other libraries included. */
  public static List<Start> all() {
    return Services.all(Start.class);
  }

  /**
   * Finds one by its name.
   *
   * @param name as in {@link Start#name()}
   * @throws IllegalArgumentException naming the ones that exist
   */
  public static Start named(String name) {
    return Services.named("start", name, all(), Start::name);
  }

  /** Uniform numbers of the right size. */
  public static Start random() {
    return new RandomStart();
  }

  /** Some steps of Euclidean NMF from random numbers. */
  public static Start hals() {
    return new HalsStart();
  }

  /** The singular vectors' positive parts. */
  public static Start nndsvd() {
    return new NndsvdStart();
  }

  /** Still pictures, for the background of a film. */
  public static Start still() {
    return new StillStart();
  }
}
