package org.mahnmf.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.mahnmf.MahNmf;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.file.SavedRun;
import scala.Function1;

/**
 * What {@link MahNmfEstimator} and {@link MahNmfModel} can be told: each parameter with its
 * default, rule and document, and its value.
 *
 * @param <T> which of the two it is
 */
public interface MahNmfParams<T extends MahNmfParams<T>> extends Params {

  /** Returns the parameters that were made. */
  Made made();

  /** Sets a parameter. */
  @SuppressWarnings("unchecked")
  default <V> T with(Param<V> param, V value) {
    set(param, value);
    return (T) this;
  }

  default Param<String> featuresCol() {
    return text("featuresCol", "features", "column of vectors, one per sample; NaN is missing");
  }

  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  default T setFeaturesCol(String value) {
    return with(featuresCol(), value);
  }

  default Param<String> codesCol() {
    return text("codesCol", "codes", "column that transform adds: the codes of a sample");
  }

  default String getCodesCol() {
    return getOrDefault(codesCol());
  }

  default T setCodesCol(String value) {
    return with(codesCol(), value);
  }

  default Param<String> residualCol() {
    return optional(
        "residualCol",
        "column that transform adds: the sum of absolute errors of a sample; empty for none");
  }

  default String getResidualCol() {
    return getOrDefault(residualCol());
  }

  default T setResidualCol(String value) {
    return with(residualCol(), value);
  }

  default Param<String> outlierCol() {
    return optional(
        "outlierCol",
        "column that transform adds: the share of a sample's entries that stand out, more than 6"
            + " spreads of their feature off, as one split of the first samples (up to 1000)"
            + " tells these; empty for none");
  }

  default String getOutlierCol() {
    return getOrDefault(outlierCol());
  }

  default T setOutlierCol(String value) {
    return with(outlierCol(), value);
  }

  default Param<String> weightsCol() {
    return optional(
        "weightsCol", "column of vectors with a weight per entry, 0 missing; empty: all 1");
  }

  default String getWeightsCol() {
    return getOrDefault(weightsCol());
  }

  default T setWeightsCol(String value) {
    return with(weightsCol(), value);
  }

  default Param<String> groupCol() {
    return optional(
        "groupCol",
        "column that names the group of a sample, for groupPenalty and groupBall; empty for none");
  }

  default String getGroupCol() {
    return getOrDefault(groupCol());
  }

  default Param<String> solver() {
    return text("solver", "admm", "the method; on Spark there is admm");
  }

  default String getSolver() {
    return getOrDefault(solver());
  }

  default Param<String> start() {
    return oneOf(
        "start",
        List.of(SparkSettings.SAMPLE, SparkSettings.RANDOM),
        "starting point: sample (a fit of some samples on the driver) or random");
  }

  default String getStart() {
    return getOrDefault(start());
  }

  default Param<String> storage() {
    return oneOf(
        "storage",
        List.of(SparkSettings.AUTO, SparkSettings.DENSE, SparkSettings.SPARSE),
        "how samples are kept: dense, sparse (zeros are not stored), or auto");
  }

  default String getStorage() {
    return getOrDefault(storage());
  }

  default Param<String> groupNorm() {
    return oneOf("groupNorm", List.of("2", "inf"), "norm of a group of codes: 2 or inf");
  }

  default String getGroupNorm() {
    return getOrDefault(groupNorm());
  }

  default Param<String> resumeDir() {
    return optional(
        "resumeDir",
        "folder that all machines share, where a fit is saved every checkpointInterval jobs; a fit"
            + " of the same data and settings resumes from there if its driver died; one folder per"
            + " fit, removed when the fit is over; empty for none");
  }

  default String getResumeDir() {
    return getOrDefault(resumeDir());
  }

  default IntParam rank() {
    return whole("rank", 1, 10, "number of parts, at least 1");
  }

  default int getRank() {
    return (Integer) getOrDefault(rank());
  }

  default IntParam maxIter() {
    return whole("maxIter", 0, MahNmf.DEFAULT_MAX_ITERATIONS, "largest number of outer steps");
  }

  default int getMaxIter() {
    return (Integer) getOrDefault(maxIter());
  }

  default IntParam checkpointInterval() {
    return whole(
        "checkpointInterval",
        0,
        SavedRun.DEFAULT_INTERVAL,
        "jobs between two checkpoints of the samples' state, which need resumeDir or a checkpoint"
            + " folder of Spark; 0 for none");
  }

  default int getCheckpointInterval() {
    return (Integer) getOrDefault(checkpointInterval());
  }

  default IntParam numBlocks() {
    return whole(
        "numBlocks",
        0,
        0,
        "number of blocks of samples, each with a task; best as many as tasks run at once; 0 leaves"
            + " the partitions of the dataset as they are");
  }

  default int getNumBlocks() {
    return (Integer) getOrDefault(numBlocks());
  }

  default LongParam seed() {
    return add(new LongParam(uid(), "seed", "seed of every random choice"), 0L);
  }

  default long getSeed() {
    return (Long) getOrDefault(seed());
  }

  default DoubleParam tol() {
    return number(
        "tol",
        MahNmf.DEFAULT_TOLERANCE,
        ParamValidators.inRange(0, 1, true, false),
        "relative change of the objective per outer step that counts as converged");
  }

  default double getTol() {
    return (Double) getOrDefault(tol());
  }

  default DoubleParam elastic() {
    return atLeast0("elastic", 0, "weight of half the squared error beside the absolute one");
  }

  default double getElastic() {
    return (Double) getOrDefault(elastic());
  }

  default DoubleParam ridge() {
    return number(
        "ridge",
        0,
        ParamValidators.inRange(0, Double.POSITIVE_INFINITY, true, false),
        "penalty on half the squares of all entries of basis and codes, as a share of its natural"
            + " size, the root of max(samples, features) times the root mean square of the weights;"
            + " 0 for none");
  }

  default double getRidge() {
    return (Double) getOrDefault(ridge());
  }

  default DoubleParam zeroWeight() {
    return atLeast0("zeroWeight", 1, "weight of zeros that sparse samples do not store; 0 missing");
  }

  default double getZeroWeight() {
    return (Double) getOrDefault(zeroWeight());
  }

  default DoubleParam basisLower() {
    return atLeast0("basisLower", 0, "least entry of the basis");
  }

  default double getBasisLower() {
    return (Double) getOrDefault(basisLower());
  }

  default DoubleParam basisUpper() {
    return atLeast0("basisUpper", Double.POSITIVE_INFINITY, "largest entry of the basis");
  }

  default double getBasisUpper() {
    return (Double) getOrDefault(basisUpper());
  }

  default DoubleParam codesLower() {
    return atLeast0("codesLower", 0, "least code");
  }

  default double getCodesLower() {
    return (Double) getOrDefault(codesLower());
  }

  default DoubleParam codesUpper() {
    return atLeast0("codesUpper", Double.POSITIVE_INFINITY, "largest code");
  }

  default double getCodesUpper() {
    return (Double) getOrDefault(codesUpper());
  }

  default DoubleParam groupPenalty() {
    return atLeast0("groupPenalty", 0, "penalty on the norm of each group of codes; 0 for none");
  }

  default double getGroupPenalty() {
    return (Double) getOrDefault(groupPenalty());
  }

  /** Names as they are; version 0.1 called a penalty a price, and what it saved still does. */
  static String named(String name) {
    return name.equals("groupPrice") ? "groupPenalty" : name;
  }

  default DoubleParam groupBall() {
    return number(
        "groupBall",
        Double.POSITIVE_INFINITY,
        ParamValidators.gt(0),
        "largest norm of each group of codes; infinite for no bound");
  }

  default double getGroupBall() {
    return (Double) getOrDefault(groupBall());
  }

  default BooleanParam exact() {
    return add(
        new BooleanParam(
            uid(), "exact", "whether transform finds proven optima instead of codes within 0.01 %"),
        false);
  }

  default boolean getExact() {
    return (Boolean) getOrDefault(exact());
  }

  default T setExact(boolean value) {
    return with(exact(), value);
  }

  private Param<String> text(String name, String usual, String doc) {
    return add(new Param<>(uid(), name, doc), usual);
  }

  /** Empty unless it is set. */
  private Param<String> optional(String name, String doc) {
    return text(name, "", doc);
  }

  /** The first value is the default. */
  private Param<String> oneOf(String name, List<String> values, String doc) {
    return add(new Param<>(uid(), name, doc, ParamValidators.inArray(values)), values.get(0));
  }

  private IntParam whole(String name, int least, int usual, String doc) {
    return add(new IntParam(uid(), name, doc, ParamValidators.gtEq(least)), usual);
  }

  private DoubleParam atLeast0(String name, double usual, String doc) {
    return number(name, usual, ParamValidators.gtEq(0), doc);
  }

  private DoubleParam number(
      String name, double usual, Function1<Object, Object> rule, String doc) {
    return add(new DoubleParam(uid(), name, doc, rule), usual);
  }

  @SuppressWarnings("unchecked") // each name has one accessor
  private <V, P extends Param<V>> P add(P param, V usual) {
    if (made().all.putIfAbsent(param.name(), param) == null) {
      setDefault(param, usual);
    }
    return (P) made().all.get(param.name());
  }

  /** Parameters, each made when it is first asked for, and then its default as well. */
  final class Made implements Serializable {

    private static final long serialVersionUID = 1;

    private final HashMap<String, Param<?>> all = new HashMap<>();

    Made() {}
  }
}
