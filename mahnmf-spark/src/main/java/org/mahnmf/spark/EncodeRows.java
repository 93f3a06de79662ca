package org.mahnmf.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;

/** Adds the codes of samples to their rows, a batch at a time. */
final class EncodeRows implements MapPartitionsFunction<Row, Row> {

  private static final long serialVersionUID = 1;

  private static final int BATCH = 256;

  private final SentModel sent;
  private final Block.Layout layout;
  private final int features;
  private final int weights;
  private final boolean residual;
  private final boolean outlier;

  private EncodeRows(MahNmfModel model, StructType schema) {
    Model core = model.coreModel();
    this.sent = new SentModel(core, model.getExact());
    // In the user's units; zeros of weight 1 may as well be stored.
    boolean sparse = model.getStorage().equals(SparkSettings.SPARSE) || model.getZeroWeight() != 1;
    this.layout =
        new Block.Layout(core.basis().columns(), 1, sparse, sparse ? model.getZeroWeight() : 1);
    this.features = schema.fieldIndex(model.getFeaturesCol());
    this.weights = model.getWeightsCol().isEmpty() ? -1 : schema.fieldIndex(model.getWeightsCol());
    this.residual = !model.getResidualCol().isEmpty();
    this.outlier = !model.getOutlierCol().isEmpty();
  }

  static EncodeRows of(MahNmfModel model, StructType schema) {
    return new EncodeRows(model, schema);
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    Model model = sent.open(1);
    return new Iterator<>() {
      private Iterator<Row> batch = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        return batch.hasNext() || rows.hasNext();
      }

      @Override
      public Row next() {
        if (!batch.hasNext()) {
          batch = encode(model, rows);
        }
        return batch.next();
      }
    };
  }

  private Iterator<Row> encode(Model model, Iterator<Row> rows) {
    List<Row> batch = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    while (rows.hasNext() && batch.size() < BATCH) {
      Row row = rows.next();
      batch.add(row);
      Sample sample =
          new Sample(
              (Vector) row.get(features), weights < 0 ? null : (Vector) row.get(weights), null);
      requireWidth(sample);
      samples.add(sample);
    }
    Block block = Block.read(layout, 0, samples.size(), samples.iterator());
    DenseMatrix codes = model.transform(block.observations()).codes();
    List<Row> more = new ArrayList<>();
    for (int j = 0; j < batch.size(); j++) {
      more.add(row(batch.get(j), samples.get(j), codes, j));
    }
    return more.iterator();
  }

  private void requireWidth(Sample sample) {
    if (sample.features == null || sample.features.size() != layout.features) {
      throw new IllegalArgumentException(
          "a sample has "
              + (sample.features == null ? "no vector" : sample.features.size() + " features")
              + " but the basis has "
              + layout.features
              + " features");
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
    if (residual || outlier) {
      double[] sums = errors(sample, code);
      if (residual) {
        values.add(sums[0]);
      }
      if (outlier) {
        values.add(sums[1] > 0 ? sums[0] / sums[1] : 0.0);
      }
    }
    return RowFactory.create(values.toArray());
  }

  /** Σ weight·|x − fit| and Σ weight·x over the entries that count. */
  private double[] errors(Sample sample, double[] code) {
    double[] fit = new double[layout.features];
    for (int l = 0; l < code.length; l++) {
      for (int i = 0; i < fit.length; i++) {
        fit[i] += code[l] * sent.basis.entries[l * fit.length + i];
      }
    }
    double error = 0;
    double whole = 0;
    for (int i = 0; i < fit.length; i++) {
      double value = sample.features.apply(i);
      double weight = value == 0 && layout.sparse ? layout.zeroWeight : sample.weight(i, value);
      if (weight > 0) {
        error += weight * Math.abs(value - fit[i]);
        whole += weight * value;
      }
    }
    return new double[] {error, whole};
  }
}
