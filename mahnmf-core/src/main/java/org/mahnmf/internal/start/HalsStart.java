package org.mahnmf.internal.start;

import java.util.SplittableRandom;
import org.mahnmf.base.Check;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Store;
import org.mahnmf.solver.Start;

/**
 * A few sweeps of Euclidean {@link Hals} from a {@link RandomStart}, balanced.
 *
 * <p>Costs two products per sweep. It begins near a good Euclidean fit, which lowers the final
 * objective on data with little noise; many outliers draw it towards themselves, and a random start
 * is then the better one.
 *
 * @param sweeps how often both factors are updated, at least 0
 */
public record HalsStart(int sweeps) implements Start {

  private static final int DEFAULT_SWEEPS = 10;

  /** Creates the start with 10 sweeps. */
  public HalsStart() {
    this(DEFAULT_SWEEPS);
  }

  /** Checks the number. */
  public HalsStart {
    Check.that(
        "sweeps is %s but must be at least 0; the usual number is %s",
        sweeps >= 0, sweeps, DEFAULT_SWEEPS);
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
  public Factors create(Problem problem, Store store, long seed) {
    Factors factors = new RandomStart().create(problem, store, seed);
    Hals hals = new Hals(store, factors);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      hals.sweep(1);
    }
    RandomStart.revive(problem, factors, new SplittableRandom(~seed));
    Balance.apply(factors);
    return factors;
  }
}
