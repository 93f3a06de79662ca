package org.mahnmf.spark;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.Engine;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.term.Box;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.Manhattan;

/**
 * Robust non-negative matrix factorisation of a column of vectors: X ≈ codes · basis by the least
 * sum of absolute errors. The basis is learnt by {@link #fit}; the model's transform adds codes.
 *
 * <p>Samples stay where they are, in one block per partition; the driver holds the basis. An outer
 * iteration moves three to four matrices of the basis's size per executor, whatever the number of
 * samples. The same seed gives the same answer for the same partitions.
 */
public final class MahNmfEstimator extends Estimator<MahNmfModel>
    implements MahNmfParams, MLWritable {

  private static final long serialVersionUID = 1;

  private static final String GROUP = "group";

  private final String uid;
  private final MahNmfParamSet paramSet;

  /** Creates an estimator with a new name. */
  public MahNmfEstimator() {
    this(Identifiable$.MODULE$.randomUID("mahnmf"));
  }

  /**
   * Creates an estimator.
   *
   * @param uid its name
   */
  public MahNmfEstimator(String uid) {
    this.uid = uid;
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
  public MahNmfEstimator setFeaturesCol(String value) {
    set(featuresCol(), value);
    return this;
  }

  /**
   * Sets the column of codes.
   *
   * @param value see {@link #codesCol()}
   */
  public MahNmfEstimator setCodesCol(String value) {
    set(codesCol(), value);
    return this;
  }

  /**
   * Sets the column of the sums of absolute errors.
   *
   * @param value see {@link #residualCol()}
   */
  public MahNmfEstimator setResidualCol(String value) {
    set(residualCol(), value);
    return this;
  }

  /**
   * Sets the column of outlier scores.
   *
   * @param value see {@link #outlierCol()}
   */
  public MahNmfEstimator setOutlierCol(String value) {
    set(outlierCol(), value);
    return this;
  }

  /**
   * Sets the column of weights.
   *
   * @param value see {@link #weightsCol()}
   */
  public MahNmfEstimator setWeightsCol(String value) {
    set(weightsCol(), value);
    return this;
  }

  /**
   * Sets the column of groups.
   *
   * @param value see {@link #groupCol()}
   */
  public MahNmfEstimator setGroupCol(String value) {
    set(groupCol(), value);
    return this;
  }

  /**
   * Sets the method.
   *
   * @param value see {@link #solver()}
   */
  public MahNmfEstimator setSolver(String value) {
    set(solver(), value);
    return this;
  }

  /**
   * Sets the starting point.
   *
   * @param value see {@link #start()}
   */
  public MahNmfEstimator setStart(String value) {
    set(start(), value);
    return this;
  }

  /**
   * Sets how samples are kept.
   *
   * @param value see {@link #storage()}
   */
  public MahNmfEstimator setStorage(String value) {
    set(storage(), value);
    return this;
  }

  /**
   * Sets the norm of groups.
   *
   * @param value see {@link #groupNorm()}
   */
  public MahNmfEstimator setGroupNorm(String value) {
    set(groupNorm(), value);
    return this;
  }

  /**
   * Sets the number of parts.
   *
   * @param value see {@link #rank()}
   */
  public MahNmfEstimator setRank(int value) {
    set(rank(), value);
    return this;
  }

  /**
   * Sets the largest number of outer steps.
   *
   * @param value see {@link #maxIter()}
   */
  public MahNmfEstimator setMaxIter(int value) {
    set(maxIter(), value);
    return this;
  }

  /**
   * Sets the jobs between two checkpoints.
   *
   * @param value see {@link #checkpointInterval()}
   */
  public MahNmfEstimator setCheckpointInterval(int value) {
    set(checkpointInterval(), value);
    return this;
  }

  /**
   * Sets where the fit is saved for another driver to go on with.
   *
   * @param value see {@link #resumeDir()}
   */
  public MahNmfEstimator setResumeDir(String value) {
    set(resumeDir(), value);
    return this;
  }

  /**
   * Sets the number of blocks.
   *
   * @param value see {@link #numBlocks()}
   */
  public MahNmfEstimator setNumBlocks(int value) {
    set(numBlocks(), value);
    return this;
  }

  /**
   * Sets the seed.
   *
   * @param value see {@link #seed()}
   */
  public MahNmfEstimator setSeed(long value) {
    set(seed(), value);
    return this;
  }

  /**
   * Sets the tolerance.
   *
   * @param value see {@link #tol()}
   */
  public MahNmfEstimator setTol(double value) {
    set(tol(), value);
    return this;
  }

  /**
   * Sets the weight of half the squared error.
   *
   * @param value see {@link #elastic()}
   */
  public MahNmfEstimator setElastic(double value) {
    set(elastic(), value);
    return this;
  }

  /**
   * Sets the share of the ridge's natural weight.
   *
   * @param value see {@link #ridge()}
   */
  public MahNmfEstimator setRidge(double value) {
    set(ridge(), value);
    return this;
  }

  /**
   * Sets the weight of zeros that are not stored.
   *
   * @param value see {@link #zeroWeight()}
   */
  public MahNmfEstimator setZeroWeight(double value) {
    set(zeroWeight(), value);
    return this;
  }

  /**
   * Sets the least entry of the basis.
   *
   * @param value see {@link #basisLower()}
   */
  public MahNmfEstimator setBasisLower(double value) {
    set(basisLower(), value);
    return this;
  }

  /**
   * Sets the largest entry of the basis.
   *
   * @param value see {@link #basisUpper()}
   */
  public MahNmfEstimator setBasisUpper(double value) {
    set(basisUpper(), value);
    return this;
  }

  /**
   * Sets the least code.
   *
   * @param value see {@link #codesLower()}
   */
  public MahNmfEstimator setCodesLower(double value) {
    set(codesLower(), value);
    return this;
  }

  /**
   * Sets the largest code.
   *
   * @param value see {@link #codesUpper()}
   */
  public MahNmfEstimator setCodesUpper(double value) {
    set(codesUpper(), value);
    return this;
  }

  /**
   * Sets the price of groups.
   *
   * @param value see {@link #groupPrice()}
   */
  public MahNmfEstimator setGroupPrice(double value) {
    set(groupPrice(), value);
    return this;
  }

  /**
   * Sets the bound on groups.
   *
   * @param value see {@link #groupBall()}
   */
  public MahNmfEstimator setGroupBall(double value) {
    set(groupBall(), value);
    return this;
  }

  /**
   * Sets whether transform finds proven optima.
   *
   * @param value see {@link #exact()}
   */
  public MahNmfEstimator setExact(boolean value) {
    set(exact(), value);
    return this;
  }

  @Override
  public MahNmfModel fit(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    SparkResult result = run(dataset);
    MahNmfModel model = model(result);
    result.saved().discard();
    return model;
  }

  /** Fits; what was saved meanwhile stays. */
  SparkResult run(Dataset<?> dataset) {
    return new SparkFit(settings(), samples(dataset)).run();
  }

  /** Makes the model of a fit. */
  MahNmfModel model(SparkResult result) {
    MahNmfModel model = new MahNmfModel(uid, result.model(), FitSummary.of(result));
    return copyValues(model.setParent(this), extractParamMap());
  }

  private SparkSettings settings() {
    SparkSolvers.require(getSolver());
    Loss loss = getElastic() > 0 ? new ElasticNet(getElastic()) : new Manhattan();
    Side basis = Side.nonNegative();
    if (getBasisLower() > 0 || getBasisUpper() < Double.POSITIVE_INFINITY) {
      basis = basis.with(new Box(getBasisLower(), getBasisUpper()));
    }
    boolean grouped = getGroupPrice() > 0 || getGroupBall() < Double.POSITIVE_INFINITY;
    CodesTerms codes =
        new CodesTerms(
            getCodesLower(),
            getCodesUpper(),
            grouped ? GroupNorm.parse(getGroupNorm()) : null,
            getGroupPrice(),
            getGroupBall());
    return new SparkSettings(
        getRank(),
        getSeed(),
        getStart(),
        getMaxIter(),
        getTol(),
        loss,
        basis,
        codes,
        getRidge(),
        getStorage(),
        getZeroWeight(),
        getCheckpointInterval(),
        getResumeDir().isEmpty()
            ? Optional.empty()
            : Optional.of(new Engine.Saving(getResumeDir(), true, Optional.empty(), note -> {})),
        progress -> {},
        Double.POSITIVE_INFINITY,
        () -> Thread.currentThread().isInterrupted());
  }

  private JavaRDD<Sample> samples(Dataset<?> dataset) {
    Column none = functions.lit(null).cast("string");
    Column weights = getWeightsCol().isEmpty() ? none : functions.col(getWeightsCol());
    Column group = getGroupCol().isEmpty() ? none : functions.col(getGroupCol()).cast("string");
    Dataset<Row> rows =
        dataset.select(
            functions.col(getFeaturesCol()).as("features"), weights.as("weights"), group.as(GROUP));
    return partitioned(rows)
        .map(row -> new Sample((Vector) row.get(0), (Vector) row.get(1), row.getString(2)));
  }

  /** Groups must not cross blocks; else blocks are the partitions, or as many as asked for. */
  private JavaRDD<Row> partitioned(Dataset<Row> rows) {
    JavaRDD<Row> all = rows.javaRDD();
    int there = all.getNumPartitions();
    int wanted = getNumBlocks() > 0 ? getNumBlocks() : there;
    if (!getGroupCol().isEmpty()) {
      return ordered(rows.repartition(wanted, rows.col(GROUP)));
    }
    if (wanted > there) {
      return ordered(rows.repartition(wanted));
    }
    return wanted < there ? all.coalesce(wanted) : all;
  }

  /** What is moved arrives in any order; the blocks must be the same whenever they are made. */
  private static JavaRDD<Row> ordered(Dataset<Row> moved) {
    Column[] all = Arrays.stream(moved.columns()).map(moved::col).toArray(Column[]::new);
    return moved.sortWithinPartitions(functions.xxhash64(all)).javaRDD();
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return Columns.checked(schema, this, true);
  }

  @Override
  public MahNmfEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public MLWriter write() {
    return new DefaultParamsWriter(this);
  }

  /** Returns what reads a saved estimator. */
  public static MLReader<MahNmfEstimator> read() {
    return new DefaultParamsReader<>();
  }

  /**
   * Reads a saved estimator.
   *
   * @param path where it was saved
   */
  public static MahNmfEstimator load(String path) {
    return read().load(path);
  }
}
