package org.mahnmf.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.codes.EncodeRows;
import org.mahnmf.spark.file.ModelFolder;

/**
 * A learnt basis. {@link #transform} finds the codes of each sample on its own, with the step that
 * {@code mahnmf transform} uses.
 *
 * <p>A saved model is a folder that {@code mahnmf transform} takes, and the folder of a {@code
 * mahnmf fit} can be loaded as a model.
 */
public final class MahNmfModel extends Model<MahNmfModel>
    implements MahNmfParams<MahNmfModel>, MLWritable {

  private static final long serialVersionUID = 1;

  private final String uid;
  private final Made made = new Made();
  private final org.mahnmf.Model model;
  private final FitSummary summary;

  /** Takes the summary of the fit, or null. */
  MahNmfModel(String uid, org.mahnmf.Model model, FitSummary summary) {
    this.uid = uid;
    this.model = model;
    this.summary = summary;
    params(); // makes them all
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public Made made() {
    return made;
  }

  /** Returns the parts, rank x features. */
  public Matrix basis() {
    DenseMatrix parts = model.basis().toDense();
    return Matrices.dense(parts.rows(), parts.columns(), parts.transpose().array());
  }

  /** Returns the model as core knows it. */
  public org.mahnmf.Model coreModel() {
    return model.withExact(getExact());
  }

  /** Returns how the fit went, if this model was not loaded. */
  public Optional<FitSummary> summary() {
    return Optional.ofNullable(summary);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    // In the user's units; zeros of weight 1 may as well be stored.
    Block.Layout layout = new Block.Layout(model.basis().columns(), 1, isSparse(), getZeroWeight());
    EncodeRows encode =
        new EncodeRows(
            coreModel(),
            layout,
            dataset.schema().fieldIndex(getFeaturesCol()),
            getWeightsCol().isEmpty() ? -1 : dataset.schema().fieldIndex(getWeightsCol()),
            !getResidualCol().isEmpty(),
            null);
    return dataset
        .toDF()
        .mapPartitions(
            getOutlierCol().isEmpty() ? encode : encode.withOutliersOf(dataset),
            Encoders.row(schema));
  }

  private boolean isSparse() {
    return getStorage().equals(SparkSettings.SPARSE) || getZeroWeight() != 1;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Columns.checked(schema, this, false);
  }

  @Override
  public Param<Object> getParam(String name) {
    return super.getParam(MahNmfParams.named(name));
  }

  @Override
  public MahNmfModel copy(ParamMap extra) {
    MahNmfModel copy = new MahNmfModel(uid, coreModel(), summary);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        DefaultParamsWriter.saveMetadata(MahNmfModel.this, path, sparkSession());
        try {
          ModelFolder.write(path, coreModel(), record(), sparkSession());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  /** Returns what reads a saved model, or the folder of a {@code mahnmf fit}. */
  public static MLReader<MahNmfModel> read() {
    return new MLReader<>() {
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
    };
  }

  /** Reads a saved model, or the folder of a {@code mahnmf fit}. */
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
    map.put("rank", model.basis().rows());
    map.put("features", model.basis().columns());
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
}
