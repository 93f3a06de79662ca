package org.mahnmf.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.spark.file.Sample;

/** Samples of a known basis with gross errors in a share of their entries; each row on its own. */
public final class Planted implements Serializable {

  private static final long serialVersionUID = 1;

  final int samples;
  final int features;
  final int rank;
  private final double errors;
  private final long seed;

  public Planted(int samples, int features, int rank, double errors, long seed) {
    this.samples = samples;
    this.features = features;
    this.rank = rank;
    this.errors = errors;
    this.seed = seed;
  }

  double[][] basis() {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] basis = new double[rank][features];
    for (double[] part : basis) {
      for (int i = 0; i < features; i++) {
        part[i] = random.nextDouble() < .5 ? random.nextDouble() : 0;
      }
    }
    return basis;
  }

  /** Returns a row without its errors. */
  double[] clean(double[][] basis, int row) {
    SplittableRandom random = new SplittableRandom(seed * 31 + row);
    double[] x = new double[features];
    for (double[] part : basis) {
      double code = random.nextDouble() < .5 ? random.nextDouble() : 0;
      for (int i = 0; i < features; i++) {
        x[i] += code * part[i];
      }
    }
    return x;
  }

  double[] row(double[][] basis, int row) {
    double[] x = clean(basis, row);
    SplittableRandom random = new SplittableRandom(~(seed * 31 + row));
    for (int i = 0; i < features; i++) {
      if (random.nextDouble() < errors) {
        x[i] = random.nextDouble() * rank;
      }
    }
    return x;
  }

  public DenseMatrix table() {
    double[][] basis = basis();
    double[][] rows = new double[samples][];
    for (int j = 0; j < samples; j++) {
      rows[j] = row(basis, j);
    }
    return DenseMatrix.ofRows(rows);
  }

  public DenseMatrix cleanTable() {
    double[][] basis = basis();
    double[][] rows = new double[samples][];
    for (int j = 0; j < samples; j++) {
      rows[j] = clean(basis, j);
    }
    return DenseMatrix.ofRows(rows);
  }

  /** The rows made where they are needed. */
  public JavaRDD<Sample> samples(SparkSession spark, int partitions) {
    return numbers(spark, partitions)
        .mapPartitions(
            rows -> {
              double[][] basis = basis();
              List<Sample> made = new ArrayList<>();
              rows.forEachRemaining(
                  row -> made.add(new Sample(Vectors.dense(row(basis, row)), null, null)));
              return made.iterator();
            });
  }

  JavaRDD<Vector> vectors(SparkSession spark, int partitions) {
    return samples(spark, partitions).map(sample -> sample.features);
  }

  private JavaRDD<Integer> numbers(SparkSession spark, int partitions) {
    List<Integer> numbers = new ArrayList<>();
    for (int j = 0; j < samples; j++) {
      numbers.add(j);
    }
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(numbers, partitions);
  }
}
