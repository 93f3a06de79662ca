package org.mahnmf.report.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.solver.FitListener;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.solver.PathProgress;
import org.mahnmf.solver.Progress;

/**
 * What can be seen of a run while it works: written by its thread, read by the threads of the page.
 * Factors are copied, a few times a second at most.
 */
public final class Watch implements FitListener {

  private static final long PAUSE = 200_000_000L;

  private final List<HistoryPoint> history = new ArrayList<>();
  private String phase = "waiting";
  private boolean stopWanted;
  private Matrix table;
  private PictureShape shape;
  private DenseMatrix basis;
  private DenseMatrix codes;
  private long begin = System.nanoTime();
  private long nextCopy = System.nanoTime();

  /** Tells what is being done, such as {@code reading}. */
  public synchronized void phase(String words) {
    phase = words;
  }

  /** Shows what is factored, samples in rows; <em>kept</em>. */
  public synchronized void input(Matrix values, Optional<PictureShape> picture) {
    table = values;
    shape = picture.orElse(null);
    begin = System.nanoTime();
  }

  /** Shows factors in the user's units, rank x features and samples x rank; <em>kept</em>. */
  public synchronized void factors(DenseMatrix newBasis, DenseMatrix newCodes) {
    basis = newBasis;
    codes = newCodes;
  }

  @Override
  public synchronized void onIteration(Progress progress) {
    // Since the table was there, so that the choice of the ridge counts, too.
    double seconds = (System.nanoTime() - begin) * 1e-9;
    history.add(new HistoryPoint(progress.iteration(), seconds, progress.objective()));
    phase = "iteration " + progress.iteration();
    long now = System.nanoTime();
    if (now - nextCopy >= 0) {
      nextCopy = now + PAUSE;
      factors(
          progress.factors().basis().copy(),
          progress.factors().codes().transpose().times(progress.scale()));
    }
  }

  @Override
  public synchronized void onPath(PathProgress progress) {
    phase = progress.words();
  }

  /** Returns whether the run has been asked to end. */
  public synchronized boolean isStopWanted() {
    return stopWanted;
  }

  synchronized void stop() {
    stopWanted = true;
  }

  synchronized String phase() {
    return phase;
  }

  synchronized List<HistoryPoint> history(int from) {
    return List.copyOf(history.subList(Math.min(from, history.size()), history.size()));
  }

  /** Everything that a picture is drawn from, as it is now. */
  record Snapshot(Matrix table, PictureShape shape, DenseMatrix basis, DenseMatrix codes) {}

  synchronized Optional<Snapshot> snapshot() {
    return table == null || basis == null
        ? Optional.empty()
        : Optional.of(new Snapshot(table, shape, basis, codes));
  }

  /** Lets go of what takes memory. */
  synchronized void forget() {
    table = null;
    basis = null;
    codes = null;
  }
}
