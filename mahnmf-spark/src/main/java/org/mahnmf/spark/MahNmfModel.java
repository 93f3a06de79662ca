package org.mahnmf.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.Matrices;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.base.Version;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.block.SentBasis;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.codes.EncodeRows;
import org.mahnmf.spark.codes.SentModel;
import org.mahnmf.spark.file.ModelFolder;

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
  private final SentBasis basis;
  private final TreeMap<String, Object> settings;
  private final FitSummary summary;

  /**
   * Creates a model.
   *
   * @param summary of the fit, or null
   */
  MahNmfModel(String uid, org.mahnmf.Model model, FitSummary summary) {
    this.uid = uid;
    this.basis = new SentBasis(model.basis());
    this.settings = new TreeMap<>(model.settings());
    this.summary = summary;
    this.paramSet = new MahNmfParamSet(this);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public MahNmfParamSet paramSet() {
    return paramSet;
  }

  private <T> MahNmfModel with(Param<T> param, T value) {
    set(param, value);
    return this;
  }

  /** Sets {@link #featuresCol()}. */
  public MahNmfModel setFeaturesCol(String value) {
    return with(featuresCol(), value);
  }

  /** Sets {@link #codesCol()}. */
  public MahNmfModel setCodesCol(String value) {
    return with(codesCol(), value);
  }

  /** Sets {@link #residualCol()}. */
  public MahNmfModel setResidualCol(String value) {
    return with(residualCol(), value);
  }

  /** Sets {@link #outlierCol()}. */
  public MahNmfModel setOutlierCol(String value) {
    return with(outlierCol(), value);
  }

  /** Sets {@link #weightsCol()}. */
  public MahNmfModel setWeightsCol(String value) {
    return with(weightsCol(), value);
  }

  /** Sets {@link #exact()}. */
  public MahNmfModel setExact(boolean value) {
    return with(exact(), value);
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
    // In the user's units; zeros of weight 1 may as well be stored.
    boolean sparse = isSparse();
    Block.Layout layout =
        new Block.Layout(basis.matrix().columns(), 1, sparse, sparse ? getZeroWeight() : 1);
    EncodeRows encode =
        new EncodeRows(
            new SentModel(coreModel(), getExact()),
            layout,
            dataset.schema().fieldIndex(getFeaturesCol()),
            getWeightsCol().isEmpty() ? -1 : dataset.schema().fieldIndex(getWeightsCol()),
            !getResidualCol().isEmpty());
    if (!getOutlierCol().isEmpty()) {
      encode = encode.withOutliers(coreModel(), dataset);
    }
    return dataset.toDF().mapPartitions(encode, Encoders.row(schema));
  }

  /** Whether samples are taken as sparse ones. */
  private boolean isSparse() {
    return getStorage().equals(SparkSettings.SPARSE) || getZeroWeight() != 1;
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
    return new Writer(this);
  }

  /** Returns what reads a saved model, or the folder of a {@code mahnmf fit}. */
  public static MLReader<MahNmfModel> read() {
    return new Reader();
  }

  /**
   * Reads a saved model, or the folder of a {@code mahnmf fit}.
   *
   * @param path where it was saved
   */
  public static MahNmfModel load(String path) {
    return read().load(path);
  }

  /** What the program reads of a record, and what a person wants to know. */
  private Map<String, Object> record() {
    Map<String, Object> map = new LinkedHashMap<>();
    summary()
        .ifPresent(
            fit -> {
              map.put("objective", fit.objective());
              map.put("terms", fit.terms());
              map.put("iterations", fit.iterations());
              map.put("products", fit.products());
              map.put("stopReason", fit.stopReason());
              map.put("samples", fit.samples());
            });
    map.put("solver", getSolver());
    map.put("engine", "spark");
    map.put("rank", basis.rank);
    map.put("features", basis.matrix().columns());
    map.put("start", getStart());
    map.put("seed", getSeed());
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put("tolerance", getTol());
    asked.put("maxIterations", getMaxIter());
    asked.put("ridge", getRidge());
    if (isSparse()) {
      asked.put("zeroWeight", getZeroWeight());
    }
    asked.put("model", coreModel().settings());
    map.put("settings", asked);
    map.put("version", Version.TEXT);
    return map;
  }

  /** Writes the folder. */
  private static final class Writer extends MLWriter {

    private final MahNmfModel model;

    Writer(MahNmfModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(model, path, sparkSession());
      try {
        ModelFolder.write(path, model.coreModel(), model.record(), sparkSession());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads the folder. */
  private static final class Reader extends MLReader<MahNmfModel> {

    @Override
    public MahNmfModel load(String path) {
      try {
        org.mahnmf.Model core = ModelFolder.read(path, sparkSession());
        if (!ModelFolder.hasMetadata(path, sparkSession())) {
          return new MahNmfModel(Identifiable$.MODULE$.randomUID("mahnmf"), core, null);
        }
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader.loadMetadata(path, sparkSession(), MahNmfModel.class.getName());
        MahNmfModel model = new MahNmfModel(metadata.uid(), core, null);
        metadata.getAndSetParams(model, scala.Option.empty());
        return model;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
