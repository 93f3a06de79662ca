package org.mahnmf.internal.start;

import java.util.SplittableRandom;
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
 */
public record HalsStart() implements Start {

  private static final int SWEEPS = 10;

  @Override
  public String name() {
    return "hals";
  }

  @Override
  public String identity() {
    return "hals with " + SWEEPS + " sweeps";
  }

  @Override
  public String description() {
    return SWEEPS + " sweeps of Euclidean NMF from random factors";
  }

  @Override
  public Factors create(Problem problem, Store store, long seed) {
    Factors factors = new RandomStart().create(problem, store, seed);
    Hals hals = new Hals(store, factors);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      hals.sweep(1);
    }
    RandomStart.revive(problem, factors, new SplittableRandom(~seed));
    factors.balance(1);
    return factors;
  }
}
