package org.mahnmf.internal.fit;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;
import java.util.stream.DoubleStream;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.encode.Reweighting;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Side;

/**
 * Some features of a table in the place of all, and the way back: for given codes each feature is a
 * small problem of its own, min over w ≥ 0 of ‖x − Hᵀw‖₁ (eq3.2), which reweighted least squares
 * bring close to its minimum ({@link Reweighting}).
 *
 * @param observations all features; <em>kept</em>
 */
public record FeatureSample(Observations observations) {

  // Smaller gains are not worth a second step.
  private static final double LEAST_GAIN = 1.5;

  /**
   * What the codes of a sample make of all features.
   *
   * @param basis rank x features
   * @param loss Σ |X − codes·basis|
   * @param size Σ |X|
   */
  public record Whole(DenseMatrix basis, double loss, double size) {}

  /** Returns whether a sample of so many features stands for all, and saves something. */
  public static boolean pays(Plan plan, Observations observations, int count) {
    Plan.Target target = plan.target();
    return observations.features() > LEAST_GAIN * count
        && !target.symmetric()
        && !plan.method().solver().isAsPublished()
        && target.loss().curvature() == 0
        && isPlain(target.basis())
        && isPlain(target.codes())
        && observations.weights().isEmpty()
        && !(observations.values() instanceof SparseMatrix)
        && !hasMissing(observations);
  }

  private static boolean isPlain(Side side) {
    return side.terms().size() == 1 && side.set().equals(Box.NON_NEGATIVE);
  }

  private static boolean hasMissing(Observations observations) {
    if (observations.values() instanceof ByteMatrix) {
      return false;
    }
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (double value : row) {
        if (Double.isNaN(value)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Chooses one feature from each of as many bands of equal width. */
  public static int[] choose(int features, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] chosen = new int[count];
    for (int k = 0; k < count; k++) {
      int from = (int) ((long) k * features / count);
      int to = (int) ((k + 1L) * features / count);
      chosen[k] = random.nextInt(from, to);
    }
    return chosen;
  }

  /** Returns the table of some features. */
  public Observations sample(int count, long seed) {
    int[] chosen = choose(observations.features(), count, seed);
    DenseMatrix sample = new DenseMatrix(observations.samples(), count);
    for (int i = 0; i < sample.rows(); i++) {
      for (int k = 0; k < count; k++) {
        sample.set(i, k, observations.values().get(i, chosen[k]));
      }
    }
    return Observations.of(sample);
  }

  /**
   * Finds the basis of all features, a block at a time.
   *
   * @param codes samples x rank, the same for all features; <em>not modified</em>
   * @param threads at least 1; the answer does not depend on it
   * @param done told the share of the features that are done, up to 1
   */
  public Whole extend(Matrix codes, int threads, DoubleConsumer done) {
    double[][] rows = codes.transpose().toArray();
    int features = observations.features();
    DenseMatrix basis = new DenseMatrix(rows.length, features);
    double[] losses = new double[features];
    double[] sizes = new double[features];
    AtomicInteger found = new AtomicInteger();
    try (Workers workers = new Workers(threads)) {
      PerWorker<Reweighting> blocks =
          new PerWorker<>(workers, () -> new Reweighting(rows, 0, Double.POSITIVE_INFINITY, false));
      workers.run(
          features,
          Reweighting.BLOCK,
          (worker, from, to) -> {
            extend(blocks.of(worker), from, to, basis, losses, sizes);
            tell(done, (double) found.addAndGet(to - from) / features);
          });
    }
    return new Whole(basis, DoubleStream.of(losses).sum(), DoubleStream.of(sizes).sum());
  }

  private synchronized void tell(DoubleConsumer done, double share) {
    done.accept(share);
  }

  private void extend(
      Reweighting block, int from, int to, DenseMatrix basis, double[] losses, double[] sizes) {
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRange(i, from, to, block.entries(i));
    }
    block.startAtZero();
    block.solve();
    for (int j = from; j < to; j++) {
      losses[j] = block.loss(j - from);
      sizes[j] = block.size(j - from);
      for (int l = 0; l < basis.rows(); l++) {
        basis.set(l, j, block.result(l, j - from));
      }
    }
  }
}
