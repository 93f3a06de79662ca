package org.mahnmf.internal.start;

import java.util.SplittableRandom;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.solver.Start;

/**
 * A few sweeps of Euclidean {@link Hals} from a {@link RandomStart}, balanced.
 *
 * <p>Costs two products per sweep. It begins near a good Euclidean fit, which lowers the final
 * objective on data with little noise; many outliers draw it towards themselves, and a random start
 * is then the better one.
 */
public final class HalsStart implements Start {

  private static final int DEFAULT_SWEEPS = 10;

  private final int sweeps;

  /** Creates the start with 10 sweeps. */
  public HalsStart() {
    this(DEFAULT_SWEEPS);
  }

  /**
   * Creates the start.
   *
   * @param sweeps how often both factors are updated, at least 0
   */
  public HalsStart(int sweeps) {
    if (sweeps < 0) {
      throw new IllegalArgumentException(
          "sweeps is " + sweeps + " but must be at least 0; the usual number is " + DEFAULT_SWEEPS);
    }
    this.sweeps = sweeps;
  }

  @Override
  public String name() {
    return "hals";
  }

  @Override
  public String identity() {
    return "hals with " + sweeps + " sweeps";
  }

  @Override
  public String description() {
    return sweeps + " sweeps of Euclidean NMF from random factors";
  }

  @Override
  public Factors create(Problem problem, long seed) {
    Factors factors = new RandomStart().create(problem, seed);
    Hals hals = new Hals(problem, factors);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      hals.sweep(1);
    }
    RandomStart.revive(problem, factors, new SplittableRandom(~seed));
    Balance.apply(factors);
    return factors;
  }
}
