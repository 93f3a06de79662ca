package org.mahnmf.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Observations;
import org.mahnmf.store.PassOperation;
import org.mahnmf.store.PassSums;
import org.mahnmf.store.SideData;
import org.mahnmf.store.SparseStore;
import org.mahnmf.store.Store;
import org.mahnmf.store.Workers;

/**
 * Smoothing passes over a planted sparse table, with one and two threads and for ten times the
 * non-zeros.
 *
 * <p>Arguments: none to measure, or {@code FILE NONZEROS} to write the table as a Matrix Market
 * file of 20,000 rows and 100,000 columns.
 */
public final class SparsePass {

  private static final int SAMPLES = 20_000;
  private static final int FEATURES = 100_000;
  private static final int RANK = 20;
  private static final int PASSES = 5;

  private SparsePass() {}

  /**
   * Measures or writes.
   *
   * @param arguments none, or a file and a number of non-zeros
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 2) {
      write(Path.of(arguments[0]), planted(Integer.parseInt(arguments[1])));
      return;
    }
    PrintStream out = System.out;
    double[] seconds = new double[2];
    for (int size = 0; size < 2; size++) {
      SparseMatrix table = planted(size == 0 ? 2_000_000 : 20_000_000);
      for (int threads = 1; threads <= 2; threads++) {
        try (Workers workers = new Workers(threads)) {
          Store store = SparseStore.scaled(Observations.of(table), .01, workers);
          seconds[size] = pass(store, Factor.CODES) + pass(store, Factor.BASIS);
        }
        out.printf(
            "%,d non-zeros, %d threads: a pass each for codes and basis takes %.3f s%n",
            table.nonZeros(), threads, seconds[size]);
      }
    }
    out.printf("ten times the non-zeros: %.1f times the time%n", seconds[1] / seconds[0]);
  }

  /** The quickest of a few. */
  private static double pass(Store store, Factor which) {
    SideData data = store.side(which);
    SplittableRandom random = new SplittableRandom(2);
    DenseMatrix fixed = factor(data.length(), random);
    DenseMatrix moving = factor(data.count(), random);
    DenseMatrix product = new DenseMatrix(RANK, data.count());
    double[] q = new double[data.length()];
    Arrays.fill(q, 1);
    PassOperation operation = new PassOperation.SmoothedSign(.1, q, 0);
    PassSums sums = new PassSums(data.count());
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < PASSES; k++) {
      long begin = System.nanoTime();
      data.pass(operation, fixed, moving, product, sums);
      best = Math.min(best, (System.nanoTime() - begin) * 1e-9);
    }
    return best;
  }

  private static DenseMatrix factor(int count, SplittableRandom random) {
    DenseMatrix factor = new DenseMatrix(RANK, count);
    for (int k = 0; k < factor.array().length; k++) {
      factor.array()[k] = random.nextDouble();
    }
    return factor;
  }

  /**
   * Each part owns features of its own, each sample holds two parts, and of what they make a few
   * entries are seen, one in ten of them an outlier; the rest is zero.
   */
  static SparseMatrix planted(int nonZeros) {
    SplittableRandom random = new SplittableRandom(1);
    int perSample = nonZeros / SAMPLES;
    int support = Math.min(FEATURES / 2, 20 * perSample);
    int[][] features = new int[RANK][support];
    double[][] parts = new double[RANK][support];
    for (int l = 0; l < RANK; l++) {
      for (int k = 0; k < support; k++) {
        features[l][k] = random.nextInt(FEATURES);
        parts[l][k] = .5 + random.nextDouble();
      }
    }
    int[] rows = new int[SAMPLES * perSample];
    int[] columns = new int[rows.length];
    double[] values = new double[rows.length];
    boolean[] taken = new boolean[FEATURES];
    int count = 0;
    for (int i = 0; i < SAMPLES; i++) {
      int begin = count;
      int first = random.nextInt(RANK);
      int second = (first + 1 + random.nextInt(RANK - 1)) % RANK;
      double[] codes = {.5 + random.nextDouble(), .5 + random.nextDouble()};
      for (int k = 0; k < perSample; k++) {
        int which = k % 2;
        int l = which == 0 ? first : second;
        int place = random.nextInt(support);
        int feature = features[l][place];
        if (!taken[feature]) {
          taken[feature] = true;
          rows[count] = i;
          columns[count] = feature;
          values[count] =
              random.nextInt(10) == 0 ? 10 * random.nextDouble() : codes[which] * parts[l][place];
          count++;
        }
      }
      for (int k = begin; k < count; k++) {
        taken[columns[k]] = false;
      }
    }
    return SparseMatrix.ofTriplets(
        SAMPLES,
        FEATURES,
        Arrays.copyOf(rows, count),
        Arrays.copyOf(columns, count),
        Arrays.copyOf(values, count));
  }

  private static void write(Path file, SparseMatrix table) throws IOException {
    int[] columns = new int[table.columns()];
    double[] values = new double[table.columns()];
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      out.write("%%MatrixMarket matrix coordinate real general\n");
      out.write(table.rows() + " " + table.columns() + " " + table.nonZeros() + "\n");
      for (int i = 0; i < table.rows(); i++) {
        int count = table.copyNonZeros(i, columns, values);
        for (int k = 0; k < count; k++) {
          out.write((i + 1) + " " + (columns[k] + 1) + " " + values[k] + "\n");
        }
      }
    }
  }
}
