package org.mahnmf;

import org.mahnmf.solver.Workspace;

/**
 * How much room a fit of a dense table takes, known from its size before anything is read.
 *
 * <pre>{@code
 * long bytes = Footprint.of(MahNmf.ofRank(10), 100_000, 200, false).tables();
 * }</pre>
 *
 * @param tables bytes of the copy of X, of its weights and of what solvers keep per entry: in the
 *     heap, or in a space outside it
 * @param factors bytes of everything that has the size of the factors, always in the heap
 * @param result bytes of the factors themselves
 */
public record Footprint(long tables, long factors, long result) {

  /**
   * Estimates a fit.
   *
   * @param settings of the fit
   * @param samples rows of the table
   * @param features columns of the table
   * @param weighted whether entries have weights or some are missing
   */
  public static Footprint of(MahNmf settings, int samples, int features, boolean weighted) {
    double entries = (double) samples * features;
    Workspace workspace = settings.solver().workspace(settings.rank(), samples, features);
    double copies = (weighted ? 2 : 1) + workspace.tables();
    double factor = (double) settings.rank() * ((double) samples + features) * Double.BYTES;
    return new Footprint(
        (long) (copies * entries * settings.precision().bytes()),
        (long) (workspace.factors() * factor),
        (long) factor);
  }
}
