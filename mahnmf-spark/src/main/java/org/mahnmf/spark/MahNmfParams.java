package org.mahnmf.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * What {@link MahNmfEstimator} and {@link MahNmfModel} can be told; docs are with each.
 *
 * @param <T> which of the two it is
 */
public interface MahNmfParams<T extends MahNmfParams<T>> extends Params {

  /** Returns the holder of the parameters. */
  MahNmfParamSet paramSet();

  /** Sets a parameter. */
  @SuppressWarnings("unchecked")
  default <V> T with(Param<V> param, V value) {
    set(param, value);
    return (T) this;
  }

  /** Returns the parameter for the column of samples. */
  default Param<String> featuresCol() {
    return paramSet().get("featuresCol");
  }

  /** Returns the column of samples. */
  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  /** Sets {@link #featuresCol()}. */
  default T setFeaturesCol(String value) {
    return with(featuresCol(), value);
  }

  /** Returns the parameter for the column of codes. */
  default Param<String> codesCol() {
    return paramSet().get("codesCol");
  }

  /** Returns the column of codes. */
  default String getCodesCol() {
    return getOrDefault(codesCol());
  }

  /** Sets {@link #codesCol()}. */
  default T setCodesCol(String value) {
    return with(codesCol(), value);
  }

  /** Returns the parameter for the column of the sums of absolute errors. */
  default Param<String> residualCol() {
    return paramSet().get("residualCol");
  }

  /** Returns the column of the sums of absolute errors. */
  default String getResidualCol() {
    return getOrDefault(residualCol());
  }

  /** Sets {@link #residualCol()}. */
  default T setResidualCol(String value) {
    return with(residualCol(), value);
  }

  /** Returns the parameter for the column of outlier scores. */
  default Param<String> outlierCol() {
    return paramSet().get("outlierCol");
  }

  /** Returns the column of outlier scores. */
  default String getOutlierCol() {
    return getOrDefault(outlierCol());
  }

  /** Sets {@link #outlierCol()}. */
  default T setOutlierCol(String value) {
    return with(outlierCol(), value);
  }

  /** Returns the parameter for the column of weights. */
  default Param<String> weightsCol() {
    return paramSet().get("weightsCol");
  }

  /** Returns the column of weights. */
  default String getWeightsCol() {
    return getOrDefault(weightsCol());
  }

  /** Sets {@link #weightsCol()}. */
  default T setWeightsCol(String value) {
    return with(weightsCol(), value);
  }

  /** Returns the parameter for the column of groups. */
  default Param<String> groupCol() {
    return paramSet().get("groupCol");
  }

  /** Returns the column of groups. */
  default String getGroupCol() {
    return getOrDefault(groupCol());
  }

  /** Returns the parameter for the method. */
  default Param<String> solver() {
    return paramSet().get("solver");
  }

  /** Returns the method. */
  default String getSolver() {
    return getOrDefault(solver());
  }

  /** Returns the parameter for the starting point. */
  default Param<String> start() {
    return paramSet().get("start");
  }

  /** Returns the starting point. */
  default String getStart() {
    return getOrDefault(start());
  }

  /** Returns the parameter for how samples are kept. */
  default Param<String> storage() {
    return paramSet().get("storage");
  }

  /** Returns how samples are kept. */
  default String getStorage() {
    return getOrDefault(storage());
  }

  /** Returns the parameter for the norm of groups. */
  default Param<String> groupNorm() {
    return paramSet().get("groupNorm");
  }

  /** Returns the norm of groups. */
  default String getGroupNorm() {
    return getOrDefault(groupNorm());
  }

  /** Returns the parameter for the number of parts. */
  default IntParam rank() {
    return paramSet().get("rank");
  }

  /** Returns the number of parts. */
  default int getRank() {
    return (Integer) getOrDefault(rank());
  }

  /** Returns the parameter for the largest number of outer steps. */
  default IntParam maxIter() {
    return paramSet().get("maxIter");
  }

  /** Returns the largest number of outer steps. */
  default int getMaxIter() {
    return (Integer) getOrDefault(maxIter());
  }

  /** Returns the parameter for the jobs between two checkpoints. */
  default IntParam checkpointInterval() {
    return paramSet().get("checkpointInterval");
  }

  /** Returns the jobs between two checkpoints. */
  default int getCheckpointInterval() {
    return (Integer) getOrDefault(checkpointInterval());
  }

  /** Returns the parameter for the number of blocks. */
  default IntParam numBlocks() {
    return paramSet().get("numBlocks");
  }

  /** Returns the number of blocks. */
  default int getNumBlocks() {
    return (Integer) getOrDefault(numBlocks());
  }

  /** Returns the parameter for the seed. */
  default LongParam seed() {
    return paramSet().get("seed");
  }

  /** Returns the seed. */
  default long getSeed() {
    return (Long) getOrDefault(seed());
  }

  /** Returns the parameter for the tolerance. */
  default DoubleParam tol() {
    return paramSet().get("tol");
  }

  /** Returns the tolerance. */
  default double getTol() {
    return (Double) getOrDefault(tol());
  }

  /** Returns the parameter for the weight of half the squared error. */
  default DoubleParam elastic() {
    return paramSet().get("elastic");
  }

  /** Returns the weight of half the squared error. */
  default double getElastic() {
    return (Double) getOrDefault(elastic());
  }

  /** Returns the parameter for the share of the ridge's natural weight. */
  default DoubleParam ridge() {
    return paramSet().get("ridge");
  }

  /** Returns the share of the ridge's natural weight. */
  default double getRidge() {
    return (Double) getOrDefault(ridge());
  }

  /** Returns the parameter for the weight of zeros that are not stored. */
  default DoubleParam zeroWeight() {
    return paramSet().get("zeroWeight");
  }

  /** Returns the weight of zeros that are not stored. */
  default double getZeroWeight() {
    return (Double) getOrDefault(zeroWeight());
  }

  /** Returns the parameter for the least entry of the basis. */
  default DoubleParam basisLower() {
    return paramSet().get("basisLower");
  }

  /** Returns the least entry of the basis. */
  default double getBasisLower() {
    return (Double) getOrDefault(basisLower());
  }

  /** Returns the parameter for where a fit is saved for another driver to resume. */
  default Param<String> resumeDir() {
    return paramSet().get("resumeDir");
  }

  /** Returns where a fit is saved for another driver to resume. */
  default String getResumeDir() {
    return getOrDefault(resumeDir());
  }

  /** Returns the parameter for the largest entry of the basis. */
  default DoubleParam basisUpper() {
    return paramSet().get("basisUpper");
  }

  /** Returns the largest entry of the basis. */
  default double getBasisUpper() {
    return (Double) getOrDefault(basisUpper());
  }

  /** Returns the parameter for the least code. */
  default DoubleParam codesLower() {
    return paramSet().get("codesLower");
  }

  /** Returns the least code. */
  default double getCodesLower() {
    return (Double) getOrDefault(codesLower());
  }

  /** Returns the parameter for the largest code. */
  default DoubleParam codesUpper() {
    return paramSet().get("codesUpper");
  }

  /** Returns the largest code. */
  default double getCodesUpper() {
    return (Double) getOrDefault(codesUpper());
  }

  /** Returns the parameter for the price of groups. */
  default DoubleParam groupPrice() {
    return paramSet().get("groupPrice");
  }

  /** Returns the price of groups. */
  default double getGroupPrice() {
    return (Double) getOrDefault(groupPrice());
  }

  /** Returns the parameter for the bound on groups. */
  default DoubleParam groupBall() {
    return paramSet().get("groupBall");
  }

  /** Returns the bound on groups. */
  default double getGroupBall() {
    return (Double) getOrDefault(groupBall());
  }

  /** Returns the parameter for whether transform finds proven optima. */
  default BooleanParam exact() {
    return paramSet().get("exact");
  }

  /** Returns whether transform finds proven optima. */
  default boolean getExact() {
    return (Boolean) getOrDefault(exact());
  }

  /** Sets {@link #exact()}. */
  default T setExact(boolean value) {
    return with(exact(), value);
  }
}
