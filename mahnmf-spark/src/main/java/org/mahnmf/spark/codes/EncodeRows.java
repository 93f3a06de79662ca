package org.mahnmf.spark.codes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.mahnmf.Model;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.OneSplit;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.file.Sample;

/**
 * Adds the codes of samples to their rows, a batch at a time.
 *
 * @param model in the units of the samples
 * @param layout of the samples in their own units
 * @param features place of their column in a row
 * @param weights place of the column of weights, or -1
 * @param residual whether the sum of absolute errors follows the codes
 * @param spreads of each feature, if the share of outlying entries follows the other columns; else
 *     null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodeRows(
    Model model, Block.Layout layout, int features, int weights, boolean residual, double[] spreads)
    implements MapPartitionsFunction<Row, Row> {

  private static final int BATCH = 256;

  /** Adds the share of outlying entries as well, for which the first samples are read. */
  public EncodeRows withOutliersOf(Dataset<?> dataset) {
    return new EncodeRows(model, layout, features, weights, residual, spreads(dataset));
  }

  /** One split of the first samples tells how much each feature usually differs. */
  private double[] spreads(Dataset<?> dataset) {
    Check.that(
        "outlierCol is set but the dataset is a stream, of which no samples can be looked at"
            + " beforehand; leave outlierCol empty, or set residualCol",
        !dataset.isStreaming());
    int rank = model.basis().rows();
    int count = OneSplit.rows(Integer.MAX_VALUE, layout.features(), rank).length;
    List<Sample> samples =
        dataset.toDF().limit(count).collectAsList().stream().map(this::sample).toList();
    if (samples.isEmpty()) {
      return new double[layout.features()];
    }
    Observations table = Block.table(layout, samples);
    return OneSplit.of(table, model.basis(), model.transform(table).codes()).spreads();
  }

  private Sample sample(Row row) {
    Vector vector = (Vector) row.get(features);
    Check.that(
        "a sample has %s but the basis has %s features",
        vector != null && vector.size() == layout.features(),
        vector == null ? "no vector" : vector.size() + " features",
        layout.features());
    return new Sample(vector, weights < 0 ? null : (Vector) row.get(weights), null);
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
      more.add(row(batch.get(j), samples.get(j), CodesRun.row(codes, j)));
    }
    return more.iterator();
  }

  private Row row(Row row, Sample sample, double[] code) {
    List<Object> values = new ArrayList<>();
    for (int k = 0; k < row.size(); k++) {
      values.add(row.get(k));
    }
    values.add(Vectors.dense(code));
    if (residual || spreads != null) {
      addErrors(sample, code, values);
    }
    return RowFactory.create(values.toArray());
  }

  /** Adds Σ weight·|x − fit| and the share of entries that stand out, as far as they are wanted. */
  private void addErrors(Sample sample, double[] code, List<Object> values) {
    double[] fit = new double[layout.features()];
    double[] part = new double[fit.length];
    Matrix basis = model.basis();
    for (int l = 0; l < code.length; l++) {
      basis.copyRow(l, part);
      for (int i = 0; i < fit.length; i++) {
        fit[i] += code[l] * part[i];
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
    if (residual) {
      values.add(error);
    }
    if (spreads != null) {
      values.add(judged > 0 ? (double) outliers / judged : 0.0);
    }
  }
}
