package org.mahnmf.spark;

import java.util.Arrays;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
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
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.Starts;
import org.mahnmf.problem.Box;
import org.mahnmf.spark.block.SparkFit;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GroupNorm;

/**
 * Robust non-negative matrix factorisation of a column of vectors: X ≈ codes · basis by the least
 * sum of absolute errors. The basis is learnt by {@link #fit}; the model's transform adds codes.
 *
 * <p>Samples stay where they are, in one block per partition; the driver holds the basis. An outer
 * iteration moves three to four matrices of the basis's size per executor, whatever the number of
 * samples. The same seed gives the same answer for the same partitions.
 */
public final class MahNmfEstimator extends Estimator<MahNmfModel>
    implements MahNmfParams<MahNmfEstimator>, MLWritable {

  private static final long serialVersionUID = 1;

  private static final String GROUP = "group";

  private final String uid;
  private final Made made = new Made();

  /** Creates an estimator with a new name. */
  public MahNmfEstimator() {
    this(Identifiable$.MODULE$.randomUID("mahnmf"));
  }

  /** Creates an estimator with a given name. */
  public MahNmfEstimator(String uid) {
    this.uid = uid;
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

  public MahNmfEstimator setGroupCol(String value) {
    return with(groupCol(), value);
  }

  public MahNmfEstimator setSolver(String value) {
    return with(solver(), value);
  }

  public MahNmfEstimator setStart(String value) {
    return with(start(), value);
  }

  public MahNmfEstimator setStorage(String value) {
    return with(storage(), value);
  }

  public MahNmfEstimator setGroupNorm(String value) {
    return with(groupNorm(), value);
  }

  public MahNmfEstimator setRank(int value) {
    return with(rank(), value);
  }

  public MahNmfEstimator setMaxIter(int value) {
    return with(maxIter(), value);
  }

  public MahNmfEstimator setCheckpointInterval(int value) {
    return with(checkpointInterval(), value);
  }

  public MahNmfEstimator setResumeDir(String value) {
    return with(resumeDir(), value);
  }

  public MahNmfEstimator setNumBlocks(int value) {
    return with(numBlocks(), value);
  }

  public MahNmfEstimator setSeed(long value) {
    return with(seed(), value);
  }

  public MahNmfEstimator setTol(double value) {
    return with(tol(), value);
  }

  public MahNmfEstimator setElastic(double value) {
    return with(elastic(), value);
  }

  public MahNmfEstimator setRidge(double value) {
    return with(ridge(), value);
  }

  public MahNmfEstimator setZeroWeight(double value) {
    return with(zeroWeight(), value);
  }

  public MahNmfEstimator setBasisLower(double value) {
    return with(basisLower(), value);
  }

  public MahNmfEstimator setBasisUpper(double value) {
    return with(basisUpper(), value);
  }

  public MahNmfEstimator setCodesLower(double value) {
    return with(codesLower(), value);
  }

  public MahNmfEstimator setCodesUpper(double value) {
    return with(codesUpper(), value);
  }

  public MahNmfEstimator setGroupPenalty(double value) {
    return with(groupPenalty(), value);
  }

  public MahNmfEstimator setGroupBall(double value) {
    return with(groupBall(), value);
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
    MahNmf any =
        MahNmf.ofRank(getRank())
            .withSeed(getSeed())
            .withMaxIterations(getMaxIter())
            .withTolerance(getTol())
            .withRidge(getRidge())
            .withCancellation(() -> Thread.currentThread().isInterrupted());
    if (!getSolver().equals("admm")) { // that one with the constants that suit the start
      any = any.with(Solvers.named(getSolver()));
    }
    if (getStart().equals(SparkSettings.RANDOM)) {
      any = any.with(Starts.named(getStart()));
    }
    if (getElastic() > 0) {
      any = any.with(new ElasticNet(getElastic()));
    }
    if (isBounded(getBasisLower(), getBasisUpper())) {
      any = any.onBasis(new Box(getBasisLower(), getBasisUpper()));
    }
    if (isBounded(getCodesLower(), getCodesUpper())) {
      any = any.onCodes(new Box(getCodesLower(), getCodesUpper()));
    }
    SparkSettings settings =
        SparkSettings.of(any.planFor(new SparkEngine()))
            .withStorage(getStorage(), getZeroWeight())
            .withCheckpointInterval(getCheckpointInterval());
    if (isBounded(getGroupPenalty(), getGroupBall())) {
      GroupNorm norm = GroupNorm.parse(getGroupNorm());
      settings =
          settings.withCodes(settings.codes().withGroups(norm, getGroupPenalty(), getGroupBall()));
    }
    return getResumeDir().isEmpty()
        ? settings
        : settings.withCheckpoints(
            Optional.of(
                new Engine.Checkpoints(getResumeDir(), true, Optional.empty(), note -> {})));
  }

  private static boolean isBounded(double lower, double upper) {
    return lower > 0 || upper < Double.POSITIVE_INFINITY;
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
  public Param<Object> getParam(String name) {
    return super.getParam(MahNmfParams.named(name));
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

  /** Reads a saved estimator. */
  public static MahNmfEstimator load(String path) {
    return read().load(path);
  }
}
