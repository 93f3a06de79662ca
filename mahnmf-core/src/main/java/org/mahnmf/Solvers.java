package org.mahnmf;

import java.util.List;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Exact;
import org.mahnmf.internal.descent.Reweighted;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.search.Auto;
import org.mahnmf.internal.symmetric.SymmetricRri;
import org.mahnmf.solver.Solver;

/**
 * The algorithms.
 *
 * <pre>{@code
 * Factorization lowest = MahNmf.ofRank(2).with(Solvers.admm()).fit(Observations.of(table));
 * Solver named = Solvers.named("rri");
 * }</pre>
 */
public final class Solvers {

  private Solvers() {}

  /** Returns all, those of other libraries included, but for methods as published. */
  public static List<Solver> all() {
    return some(false);
  }

  private static List<Solver> some(boolean asPublished) {
    return Services.all(Solver.class).stream()
        .filter(solver -> solver.isAsPublished() == asPublished)
        .toList();
  }

  /**
   * Finds one by its name.
   *
   * @param name as in {@link Solver#name()}
   * @throws IllegalArgumentException naming the ones that exist
   */
  public static Solver named(String name) {
    return Services.named("solver", name, all(), Solver::name);
  }

  /**
   * Finds a method exactly as the paper prints it; {@code mahnmf-lab} has them.
   *
   * @param name {@code smoothing} or {@code rri}
   * @throws IllegalArgumentException naming the ones that exist, or the module that is missing
   */
  public static Solver asPublished(String name) {
    List<Solver> printed = some(true);
    if (printed.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + name + "' as published is in mahnmf-lab, which is not on the class path");
    }
    return Services.named("solver as published", name, printed, Solver::name);
  }

  /** The default: ADMM with the ridge that hidden entries choose, then a polish. */
  public static Solver auto() {
    return new Auto();
  }

  /** The lowest objective of the plain problem, by alternating directions. */
  public static Solver admm() {
    return new Admm();
  }

  /** Nesterov's smoothing of the paper, corrected. */
  public static Solver smoothing() {
    return new Smoothing();
  }

  /** Rank-one residue iteration of the paper, by exact weighted medians. */
  public static Solver rri() {
    return new Rri();
  }

  /** Exact linear programmes in turn, for small tables. */
  public static Solver exact() {
    return new Exact();
  }

  /** Reweighted least squares, for films. */
  public static Solver reweighted() {
    return new Reweighted();
  }

  /** X ≈ HHᵀ. */
  public static Solver symmetric() {
    return new SymmetricRri();
  }
}
