package org.mahnmf.spark;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** What {@link MahNmfEstimator} and {@link MahNmfModel} can be told; docs are with each. */
public interface MahNmfParams extends Params {

  /** Returns the holder of the parameters. */
  MahNmfParamSet paramSet();

  /** Returns the parameter for the column of samples. */
  default Param<String> featuresCol() {
    return paramSet().featuresCol;
  }

  /** Returns the column of samples. */
  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  /** Returns the parameter for the column of codes. */
  default Param<String> codesCol() {
    return paramSet().codesCol;
  }

  /** Returns the column of codes. */
  default String getCodesCol() {
    return getOrDefault(codesCol());
  }

  /** Returns the parameter for the column of the sums of absolute errors. */
  default Param<String> residualCol() {
    return paramSet().residualCol;
  }

  /** Returns the column of the sums of absolute errors. */
  default String getResidualCol() {
    return getOrDefault(residualCol());
  }

  /** Returns the parameter for the column of outlier scores. */
  default Param<String> outlierCol() {
    return paramSet().outlierCol;
  }

  /** Returns the column of outlier scores. */
  default String getOutlierCol() {
    return getOrDefault(outlierCol());
  }

  /** Returns the parameter for the column of weights. */
  default Param<String> weightsCol() {
    return paramSet().weightsCol;
  }

  /** Returns the column of weights. */
  default String getWeightsCol() {
    return getOrDefault(weightsCol());
  }

  /** Returns the parameter for the column of groups. */
  default Param<String> groupCol() {
    return paramSet().groupCol;
  }

  /** Returns the column of groups. */
  default String getGroupCol() {
    return getOrDefault(groupCol());
  }

  /** Returns the parameter for the method. */
  default Param<String> solver() {
    return paramSet().solver;
  }

  /** Returns the method. */
  default String getSolver() {
    return getOrDefault(solver());
  }

  /** Returns the parameter for the starting point. */
  default Param<String> start() {
    return paramSet().start;
  }

  /** Returns the starting point. */
  default String getStart() {
    return getOrDefault(start());
  }

  /** Returns the parameter for how samples are kept. */
  default Param<String> storage() {
    return paramSet().storage;
  }

  /** Returns how samples are kept. */
  default String getStorage() {
    return getOrDefault(storage());
  }

  /** Returns the parameter for the norm of groups. */
  default Param<String> groupNorm() {
    return paramSet().groupNorm;
  }

  /** Returns the norm of groups. */
  default String getGroupNorm() {
    return getOrDefault(groupNorm());
  }

  /** Returns the parameter for the number of parts. */
  default IntParam rank() {
    return paramSet().rank;
  }

  /** Returns the number of parts. */
  default int getRank() {
    return (Integer) getOrDefault(rank());
  }

  /** Returns the parameter for the largest number of outer steps. */
  default IntParam maxIter() {
    return paramSet().maxIter;
  }

  /** Returns the largest number of outer steps. */
  default int getMaxIter() {
    return (Integer) getOrDefault(maxIter());
  }

  /** Returns the parameter for the jobs between two checkpoints. */
  default IntParam checkpointInterval() {
    return paramSet().checkpointInterval;
  }

  /** Returns the jobs between two checkpoints. */
  default int getCheckpointInterval() {
    return (Integer) getOrDefault(checkpointInterval());
  }

  /** Returns the parameter for the number of blocks. */
  default IntParam numBlocks() {
    return paramSet().numBlocks;
  }

  /** Returns the number of blocks. */
  default int getNumBlocks() {
    return (Integer) getOrDefault(numBlocks());
  }

  /** Returns the parameter for the seed. */
  default LongParam seed() {
    return paramSet().seed;
  }

  /** Returns the seed. */
  default long getSeed() {
    return (Long) getOrDefault(seed());
  }

  /** Returns the parameter for the tolerance. */
  default DoubleParam tol() {
    return paramSet().tol;
  }

  /** Returns the tolerance. */
  default double getTol() {
    return (Double) getOrDefault(tol());
  }

  /** Returns the parameter for the weight of half the squared error. */
  default DoubleParam elastic() {
    return paramSet().elastic;
  }

  /** Returns the weight of half the squared error. */
  default double getElastic() {
    return (Double) getOrDefault(elastic());
  }

  /** Returns the parameter for the share of the ridge's natural weight. */
  default DoubleParam ridge() {
    return paramSet().ridge;
  }

  /** Returns the share of the ridge's natural weight. */
  default double getRidge() {
    return (Double) getOrDefault(ridge());
  }

  /** Returns the parameter for the weight of zeros that are not stored. */
  default DoubleParam zeroWeight() {
    return paramSet().zeroWeight;
  }

  /** Returns the weight of zeros that are not stored. */
  default double getZeroWeight() {
    return (Double) getOrDefault(zeroWeight());
  }

  /** Returns the parameter for the least entry of the basis. */
  default DoubleParam basisLower() {
    return paramSet().basisLower;
  }

  /** Returns the least entry of the basis. */
  default double getBasisLower() {
    return (Double) getOrDefault(basisLower());
  }

  /** Returns the parameter for where a fit is saved for another driver to go on with. */
  default Param<String> resumeDir() {
    return paramSet().resumeDir;
  }

  /** Returns where a fit is saved for another driver to go on with. */
  default String getResumeDir() {
    return getOrDefault(resumeDir());
  }

  /** Returns the parameter for the largest entry of the basis. */
  default DoubleParam basisUpper() {
    return paramSet().basisUpper;
  }

  /** Returns the largest entry of the basis. */
  default double getBasisUpper() {
    return (Double) getOrDefault(basisUpper());
  }

  /** Returns the parameter for the least code. */
  default DoubleParam codesLower() {
    return paramSet().codesLower;
  }

  /** Returns the least code. */
  default double getCodesLower() {
    return (Double) getOrDefault(codesLower());
  }

  /** Returns the parameter for the largest code. */
  default DoubleParam codesUpper() {
    return paramSet().codesUpper;
  }

  /** Returns the largest code. */
  default double getCodesUpper() {
    return (Double) getOrDefault(codesUpper());
  }

  /** Returns the parameter for the price of groups. */
  default DoubleParam groupPrice() {
    return paramSet().groupPrice;
  }

  /** Returns the price of groups. */
  default double getGroupPrice() {
    return (Double) getOrDefault(groupPrice());
  }

  /** Returns the parameter for the bound on groups. */
  default DoubleParam groupBall() {
    return paramSet().groupBall;
  }

  /** Returns the bound on groups. */
  default double getGroupBall() {
    return (Double) getOrDefault(groupBall());
  }

  /** Returns the parameter for whether transform finds proven optima. */
  default BooleanParam exact() {
    return paramSet().exact;
  }

  /** Returns whether transform finds proven optima. */
  default boolean getExact() {
    return (Boolean) getOrDefault(exact());
  }
}
