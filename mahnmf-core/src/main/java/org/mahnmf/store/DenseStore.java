package org.mahnmf.store;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Observations;

/**
 * X and its transpose as dense doubles, each with its columns contiguous, weights likewise if there
 * are any. Memory: two copies of X and, if weighted, two of the weights.
 */
public final class DenseStore implements Store {

  /** Columns per piece of work; does not depend on the number of threads, see {@link Workers}. */
  private static final int CHUNK = Kernels.BLOCK;

  private final double scale;
  private final double weightSum;
  private final double absoluteSum;
  private final long observed;
  private final double largestWeight;
  private final Workers workers;
  private final DenseSide codes;
  private final DenseSide basis;

  private DenseStore(Observations observations, double scale, Workers workers) {
    this.scale = scale;
    this.workers = workers;
    int samples = observations.samples();
    int features = observations.features();
    DenseMatrix x = new DenseMatrix(samples, features);
    DenseMatrix weights = needsWeights(observations) ? new DenseMatrix(samples, features) : null;
    double[] row = new double[features];
    double sum = 0;
    double absolute = 0;
    double largest = 0;
    long positive = 0;
    for (int i = 0; i < samples; i++) {
      observations.values().copyRow(i, row);
      for (int j = 0; j < features; j++) {
        double weight = weights == null ? 1 : observations.weight(i, j);
        double value = weight > 0 ? row[j] / scale : 0;
        x.set(i, j, value);
        if (weights != null) {
          weights.set(i, j, weight);
        }
        sum += weight;
        absolute += weight * value;
        largest = Math.max(largest, weight);
        positive += weight > 0 ? 1 : 0;
      }
    }
    this.weightSum = sum;
    this.absoluteSum = absolute;
    this.observed = positive;
    this.largestWeight = largest;
    this.codes = new DenseSide(x, weights, workers);
    this.basis =
        new DenseSide(x.transpose(), weights == null ? null : weights.transpose(), workers);
  }

  /**
   * Opens a table divided by the power of two nearest its mean.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static DenseStore scaled(Observations observations, Workers workers) {
    return new DenseStore(observations, scaleOf(observations), workers);
  }

  /**
   * Opens a table in its own units.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  public static DenseStore unscaled(Observations observations, Workers workers) {
    return new DenseStore(observations, 1, workers);
  }

  /**
   * Opens a table divided by a power of four near its mean, so that both factors of a symmetric
   * problem take the same share of it, a power of two.
   *
   * @param observations <em>not modified</em>
   * @param workers the threads of the passes; <em>kept</em>
   */
  static DenseStore scaledByFours(Observations observations, Workers workers) {
    return new DenseStore(observations, PowerScale.evenPower(scaleOf(observations)), workers);
  }

  /** Some lines of another store, at its scale. */
  private DenseStore(DenseStore whole, int[] samples, int[] features, Holdout.Filter seen) {
    this.scale = whole.scale;
    this.workers = whole.workers;
    DenseMatrix x = new DenseMatrix(samples.length, features.length);
    DenseMatrix weights = new DenseMatrix(samples.length, features.length);
    double sum = 0;
    double absolute = 0;
    double largest = 0;
    long positive = 0;
    boolean all = whole.codes.weights == null;
    for (int i = 0; i < samples.length; i++) {
      for (int j = 0; j < features.length; j++) {
        double given =
            whole.codes.weights == null ? 1 : whole.codes.weights.get(samples[i], features[j]);
        boolean kept = seen.test(samples[i], features[j]);
        all &= kept;
        double weight = kept ? given : 0;
        double value = weight > 0 ? whole.codes.x.get(samples[i], features[j]) : 0;
        x.set(i, j, value);
        weights.set(i, j, weight);
        sum += weight;
        absolute += weight * value;
        largest = Math.max(largest, weight);
        positive += weight > 0 ? 1 : 0;
      }
    }
    this.weightSum = sum;
    this.absoluteSum = absolute;
    this.observed = positive;
    this.largestWeight = largest;
    this.codes = new DenseSide(x, all ? null : weights, workers);
    this.basis = new DenseSide(x.transpose(), all ? null : weights.transpose(), workers);
  }

  private static boolean needsWeights(Observations observations) {
    if (observations.weights().isPresent()) {
      return true;
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

  /** The power of two nearest the mean of the entries that count, found without overflow. */
  private static double scaleOf(Observations observations) {
    Matrix values = observations.values();
    double[] row = new double[values.columns()];
    double largest = 0;
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (observations.weight(i, j) > 0) {
          largest = Math.max(largest, row[j]);
        }
      }
    }
    if (largest == 0) {
      return 1;
    }
    double safe = PowerScale.nearest(largest);
    double sum = 0;
    double weightSum = 0;
    for (int i = 0; i < values.rows(); i++) {
      values.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j);
        if (weight > 0) {
          sum += weight * (row[j] / safe);
          weightSum += weight;
        }
      }
    }
    return safe * PowerScale.nearest(sum / weightSum);
  }

  @Override
  public int features() {
    return basis.count();
  }

  @Override
  public int samples() {
    return codes.count();
  }

  @Override
  public double scale() {
    return scale;
  }

  @Override
  public double weightSum() {
    return weightSum;
  }

  @Override
  public double absoluteSum() {
    return absoluteSum;
  }

  @Override
  public long observed() {
    return observed;
  }

  @Override
  public double largestWeight() {
    return largestWeight;
  }

  @Override
  public boolean isWeighted() {
    return codes.weights != null;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public Optional<Store> part(int[] samples, int[] features, Holdout.Filter seen) {
    return Optional.of(new DenseStore(this, samples, features, seen));
  }

  @Override
  public Optional<Dual> newDual() {
    return Optional.of(new DenseDual(codes.x, codes.weights, workers));
  }

  @Override
  public SideData side(Factor moving) {
    return moving == Factor.CODES ? codes : basis;
  }

  /** One orientation: row j of the matrix is column j of the problem. */
  private static final class DenseSide implements SideData {

    private final DenseMatrix x;
    private final DenseMatrix weights;
    private final Workers workers;

    DenseSide(DenseMatrix x, DenseMatrix weights, Workers workers) {
      this.x = x;
      this.weights = weights;
      this.workers = workers;
    }

    @Override
    public int length() {
      return x.columns();
    }

    @Override
    public int count() {
      return x.rows();
    }

    @Override
    public void pass(
        PassOperation operation,
        DenseMatrix fixed,
        DenseMatrix moving,
        DenseMatrix product,
        PassSums sums) {
      int rank = fixed.rows();
      Kernels.Panel panel = KernelLookup.kernels().pack(fixed.array(), rank, length());
      Scratch[] scratch = new Scratch[workers.threads()];
      workers.run(
          count(),
          CHUNK,
          (worker, from, to) -> {
            if (scratch[worker] == null) {
              scratch[worker] = new Scratch(panel, rank, length());
            }
            scratch[worker].pass(operation, this, moving, product, sums, from, to);
          });
    }

    @Override
    public void product(DenseMatrix fixed, DenseMatrix product) {
      int rank = fixed.rows();
      Kernels.Panel panel = KernelLookup.kernels().pack(fixed.array(), rank, length());
      Scratch[] scratch = new Scratch[workers.threads()];
      workers.run(
          count(),
          CHUNK,
          (worker, from, to) -> {
            if (scratch[worker] == null) {
              scratch[worker] = new Scratch(panel, rank, length());
            }
            Scratch mine = scratch[worker];
            for (int j = from; j < to; j++) {
              read(j, mine.x);
              if (weights != null) {
                readWeights(j, mine.weights);
                for (int i = 0; i < mine.x.length; i++) {
                  mine.x[i] *= mine.weights[i];
                }
              }
              mine.lane.backward(mine.x, mine.product);
              Blocks.scatter(mine.product, 1, product, j);
            }
          });
    }

    @Override
    public void read(int column, double[] values) {
      x.copyRow(column, values);
    }

    @Override
    public void readWeights(int column, double[] out) {
      if (weights == null) {
        Arrays.fill(out, 0, length(), 1);
      } else {
        weights.copyRow(column, out);
      }
    }
  }

  /** What one thread needs for a pass. */
  private static final class Scratch {

    final Kernels.Lane lane;
    final double[] h;
    final double[] x;
    final double[] weights;
    final double[] product;
    final double[] sums = new double[4 * CHUNK];

    Scratch(Kernels.Panel panel, int rank, int length) {
      lane = panel.newLane();
      h = new double[CHUNK * rank];
      x = new double[length];
      weights = new double[length];
      product = new double[CHUNK * rank];
    }

    void pass(
        PassOperation operation,
        DenseSide side,
        DenseMatrix moving,
        DenseMatrix out,
        PassSums all,
        int from,
        int to) {
      Blocks.gather(moving, from, to - from, h);
      lane.block(
          operation,
          to - from,
          h,
          side.x.array(),
          side.weights == null ? null : side.weights.array(),
          side.x.offset(from),
          out == null ? null : product,
          sums);
      if (out != null) {
        Blocks.scatter(product, to - from, out, from);
      }
      for (int j = from; j < to; j++) {
        all.set(j, sums, 4 * (j - from));
      }
    }
  }
}
