package org.mahnmf.spark.codes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.OneSplit;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.file.Sample;

/** Adds the codes of samples to their rows, a batch at a time. */
public final class EncodeRows implements MapPartitionsFunction<Row, Row> {

  private static final long serialVersionUID = 1;

  private static final int BATCH = 256;

  private final Model model;
  private final Block.Layout layout;
  private final int features;
  private final int weights;
  private final boolean residual;

  /** Of each feature; null if outliers are not wanted. */
  private final double[] spreads;

  /**
   * Prepares the work.
   *
   * @param model in the units of the samples
   * @param layout of the samples in their own units
   * @param features place of their column in a row
   * @param weights place of the column of weights, or -1
   * @param residual whether the sum of absolute errors follows the codes
   * @param outliersOf the rows, if the share of outlying entries follows the other columns, for
   *     which the first samples are read; else empty
   */
  public EncodeRows(
      Model model,
      Block.Layout layout,
      int features,
      int weights,
      boolean residual,
      Optional<Dataset<?>> outliersOf) {
    this.model = model;
    this.layout = layout;
    this.features = features;
    this.weights = weights;
    this.residual = residual;
    this.spreads = outliersOf.map(this::spreads).orElse(null);
  }

  /** One split of the first samples tells how much each feature usually differs. */
  private double[] spreads(Dataset<?> dataset) {
    if (dataset.isStreaming()) {
      throw new IllegalArgumentException(
          "outlierCol is set but the dataset is a stream, of which no samples can be looked at"
              + " beforehand; leave outlierCol empty, or set residualCol");
    }
    int rank = model.basis().rows();
    int count = OneSplit.rows(Integer.MAX_VALUE, layout.features(), rank).length;
    List<Sample> samples = new ArrayList<>();
    for (Row row : dataset.toDF().limit(count).collectAsList()) {
      samples.add(sample(row));
    }
    if (samples.isEmpty()) {
      return new double[layout.features()];
    }
    Observations table = Block.table(layout, samples);
    return OneSplit.of(table, model.basis(), model.transform(table).codes()).spreads();
  }

  private Sample sample(Row row) {
    Sample sample =
        new Sample(
            (Vector) row.get(features), weights < 0 ? null : (Vector) row.get(weights), null);
    requireWidth(sample);
    return sample;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    Model alone = model.withThreads(1);
    return new Iterator<>() {
      private Iterator<Row> batch = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        return batch.hasNext() || rows.hasNext();
      }

      @Override
      public Row next() {
        if (!batch.hasNext()) {
          batch = encode(alone, rows);
        }
        return batch.next();
      }
    };
  }

  private Iterator<Row> encode(Model alone, Iterator<Row> rows) {
    List<Row> batch = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    while (rows.hasNext() && batch.size() < BATCH) {
      Row row = rows.next();
      batch.add(row);
      samples.add(sample(row));
    }
    DenseMatrix codes = alone.transform(Block.table(layout, samples)).codes().toDense();
    List<Row> more = new ArrayList<>();
    for (int j = 0; j < batch.size(); j++) {
      more.add(row(batch.get(j), samples.get(j), codes, j));
    }
    return more.iterator();
  }

  private void requireWidth(Sample sample) {
    if (sample.features == null || sample.features.size() != layout.features()) {
      throw new IllegalArgumentException(
          "a sample has %s but the basis has %s features"
              .formatted(
                  sample.features == null ? "no vector" : sample.features.size() + " features",
                  layout.features()));
    }
  }

  private Row row(Row row, Sample sample, DenseMatrix codes, int j) {
    double[] code = new double[codes.columns()];
    codes.copyRow(j, code);
    List<Object> values = new ArrayList<>();
    for (int k = 0; k < row.size(); k++) {
      values.add(row.get(k));
    }
    values.add(Vectors.dense(code));
    if (residual || spreads != null) {
      double[] sums = errors(sample, code);
      if (residual) {
        values.add(sums[0]);
      }
      if (spreads != null) {
        values.add(sums[2] > 0 ? sums[1] / sums[2] : 0.0);
      }
    }
    return RowFactory.create(values.toArray());
  }

  /** Σ weight·|x − fit|, how many entries stand out, and how many were looked at. */
  private double[] errors(Sample sample, double[] code) {
    double[] fit = new double[layout.features()];
    for (int l = 0; l < code.length; l++) {
      for (int i = 0; i < fit.length; i++) {
        fit[i] += code[l] * model.basis().get(l, i);
      }
    }
    double error = 0;
    int outliers = 0;
    int judged = 0;
    for (int i = 0; i < fit.length; i++) {
      double value = sample.features.apply(i);
      double weight = value == 0 && layout.sparse() ? layout.zeroWeight() : sample.weight(i, value);
      if (weight > 0) {
        error += weight * Math.abs(value - fit[i]);
        if (spreads != null && !(layout.sparse() && value == 0)) {
          judged++;
          boolean isFar = Math.abs(value - fit[i]) > OutlierScan.CUT_OFF * spreads[i];
          outliers += isFar && spreads[i] > 0 ? 1 : 0;
        }
      }
    }
    return new double[] {error, outliers, judged};
  }
}
