package org.mahnmf.spark;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Matrices;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A learnt basis. {@link #transform} finds the codes of each sample on its own, with the step that
 * {@code mahnmf transform} uses.
 *
 * <p>A saved model is a folder that {@code mahnmf transform} takes, and the folder of a {@code
 * mahnmf fit} can be loaded as a model.
 */
public final class MahNmfModel extends Model<MahNmfModel> implements MahNmfParams, MLWritable {

  private static final long serialVersionUID = 1;

  private final String uid;
  private final MahNmfParamSet paramSet;
  private final Command.Basis basis;
  private final TreeMap<String, Object> settings;
  private final FitSummary summary;

  /**
   * Creates a model.
   *
   * @param summary of the fit, or null
   */
  MahNmfModel(String uid, org.mahnmf.Model model, FitSummary summary) {
    this.uid = uid;
    this.basis = new Command.Basis(model.basis());
    this.settings = new TreeMap<>(model.settings());
    this.summary = summary;
    this.paramSet = new MahNmfParamSet(uid);
    paramSet.setDefaults(this);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public MahNmfParamSet paramSet() {
    return paramSet;
  }

  /**
   * Sets the column of samples.
   *
   * @param value see {@link #featuresCol()}
   */
  public MahNmfModel setFeaturesCol(String value) {
    set(featuresCol(), value);
    return this;
  }

  /**
   * Sets the column of codes.
   *
   * @param value see {@link #codesCol()}
   */
  public MahNmfModel setCodesCol(String value) {
    set(codesCol(), value);
    return this;
  }

  /**
   * Sets the column of the sums of absolute errors.
   *
   * @param value see {@link #residualCol()}
   */
  public MahNmfModel setResidualCol(String value) {
    set(residualCol(), value);
    return this;
  }

  /**
   * Sets the column of outlier scores.
   *
   * @param value see {@link #outlierCol()}
   */
  public MahNmfModel setOutlierCol(String value) {
    set(outlierCol(), value);
    return this;
  }

  /**
   * Sets the column of weights.
   *
   * @param value see {@link #weightsCol()}
   */
  public MahNmfModel setWeightsCol(String value) {
    set(weightsCol(), value);
    return this;
  }

  /**
   * Sets whether transform finds proven optima.
   *
   * @param value see {@link #exact()}
   */
  public MahNmfModel setExact(boolean value) {
    set(exact(), value);
    return this;
  }

  /** Returns the parts, rank x features. */
  public Matrix basis() {
    DenseMatrix parts = basis.matrix();
    return Matrices.dense(parts.rows(), parts.columns(), parts.transpose().array());
  }

  /** Returns the model as core knows it. */
  public org.mahnmf.Model coreModel() {
    Map<String, Object> known = settings;
    return org.mahnmf.Model.of(basis.matrix()).withSettings(known).withExact(getExact());
  }

  /** Returns how the fit went, if this model was not loaded. */
  public Optional<FitSummary> summary() {
    return Optional.ofNullable(summary);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    EncodeRows encode = EncodeRows.of(this, dataset.schema());
    return dataset.toDF().mapPartitions(encode, Encoders.row(schema));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Columns.checked(schema, this, false);
  }

  @Override
  public MahNmfModel copy(ParamMap extra) {
    MahNmfModel copy = new MahNmfModel(uid, coreModel(), summary);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ModelFolder.Writer(this);
  }

  /** Returns what reads a saved model, or the folder of a {@code mahnmf fit}. */
  public static MLReader<MahNmfModel> read() {
    return new ModelFolder.Reader();
  }

  /**
   * Reads a saved model, or the folder of a {@code mahnmf fit}.
   *
   * @param path where it was saved
   */
  public static MahNmfModel load(String path) {
    return read().load(path);
  }
}
