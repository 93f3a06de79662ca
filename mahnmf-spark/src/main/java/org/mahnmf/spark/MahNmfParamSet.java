package org.mahnmf.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import org.mahnmf.MahNmf;

/** The parameters of {@link MahNmfParams}, made once for an estimator and once for a model. */
public final class MahNmfParamSet implements Serializable {

  private static final long serialVersionUID = 1;

  final Param<String> featuresCol;
  final Param<String> codesCol;
  final Param<String> residualCol;
  final Param<String> outlierCol;
  final Param<String> weightsCol;
  final Param<String> groupCol;
  final Param<String> solver;
  final Param<String> start;
  final Param<String> storage;
  final Param<String> groupNorm;
  final Param<String> resumeDir;
  final IntParam rank;
  final IntParam maxIter;
  final IntParam checkpointInterval;
  final IntParam numBlocks;
  final LongParam seed;
  final DoubleParam tol;
  final DoubleParam elastic;
  final DoubleParam ridge;
  final DoubleParam zeroWeight;
  final DoubleParam basisLower;
  final DoubleParam basisUpper;
  final DoubleParam codesLower;
  final DoubleParam codesUpper;
  final DoubleParam groupPrice;
  final DoubleParam groupBall;
  final BooleanParam exact;

  MahNmfParamSet(String uid) {
    featuresCol = text(uid, "featuresCol", "column of vectors, one per sample; NaN is missing");
    codesCol = text(uid, "codesCol", "column that transform adds: the codes of a sample");
    residualCol =
        text(
            uid,
            "residualCol",
            "column that transform adds: the sum of absolute errors of a sample; empty for none");
    outlierCol =
        text(
            uid,
            "outlierCol",
            "column that transform adds: the share of a sample that the parts leave over; empty"
                + " for none");
    weightsCol =
        text(
            uid,
            "weightsCol",
            "column of vectors with a weight per entry, 0 missing; empty: all 1");
    groupCol =
        text(
            uid,
            "groupCol",
            "column that names the group of a sample, for groupPrice and groupBall; empty for none");
    solver = text(uid, "solver", "the method; on Spark there is admm");
    start =
        oneOf(
            uid,
            "start",
            "starting point: sample (a fit of some samples on the driver) or random",
            List.of(SparkSettings.SAMPLE, SparkSettings.RANDOM));
    storage =
        oneOf(
            uid,
            "storage",
            "how samples are kept: dense, sparse (zeros are not stored), or auto",
            List.of(SparkSettings.AUTO, SparkSettings.DENSE, SparkSettings.SPARSE));
    groupNorm = oneOf(uid, "groupNorm", "norm of a group of codes: 2 or inf", List.of("2", "inf"));
    resumeDir =
        text(
            uid,
            "resumeDir",
            "folder that all machines share, where a fit is saved every checkpointInterval jobs; a"
                + " fit of the same data and settings goes on from there if its driver died; one"
                + " folder per fit, removed when the fit is over; empty for none");
    rank = new IntParam(uid, "rank", "number of parts, at least 1", ParamValidators.gtEq(1));
    maxIter =
        new IntParam(uid, "maxIter", "largest number of outer steps", ParamValidators.gtEq(0));
    checkpointInterval =
        new IntParam(
            uid,
            "checkpointInterval",
            "jobs between two checkpoints of the samples' state, which need resumeDir or a"
                + " checkpoint folder of Spark; 0 for none",
            ParamValidators.gtEq(0));
    numBlocks =
        new IntParam(
            uid,
            "numBlocks",
            "number of blocks of samples, each with a task; best as many as tasks run at once; 0"
                + " leaves the partitions of the dataset as they are",
            ParamValidators.gtEq(0));
    seed = new LongParam(uid, "seed", "seed of every random choice");
    tol =
        new DoubleParam(
            uid,
            "tol",
            "relative change of the objective per outer step that counts as converged",
            ParamValidators.inRange(0, 1, true, false));
    elastic = atLeast0(uid, "elastic", "weight of half the squared error beside the absolute one");
    ridge =
        new DoubleParam(
            uid,
            "ridge",
            "price of half the squares of all entries of basis and codes, as a share of its natural"
                + " size, the root of max(samples, features) times the root mean square of the"
                + " weights; 0 for none",
            ParamValidators.inRange(0, Double.POSITIVE_INFINITY, true, false));
    zeroWeight =
        atLeast0(uid, "zeroWeight", "weight of zeros that sparse samples do not store; 0 missing");
    basisLower = atLeast0(uid, "basisLower", "least entry of the basis");
    basisUpper = atLeast0(uid, "basisUpper", "largest entry of the basis");
    codesLower = atLeast0(uid, "codesLower", "least code");
    codesUpper = atLeast0(uid, "codesUpper", "largest code");
    groupPrice =
        atLeast0(uid, "groupPrice", "price of the norm of each group of codes; 0 for none");
    groupBall =
        new DoubleParam(
            uid,
            "groupBall",
            "largest norm of each group of codes; infinite for no bound",
            ParamValidators.gt(0));
    exact =
        new BooleanParam(
            uid, "exact", "whether transform finds proven optima instead of codes within 0.1 %");
  }

  private static Param<String> text(String uid, String name, String doc) {
    return new Param<>(uid, name, doc);
  }

  private static Param<String> oneOf(String uid, String name, String doc, List<String> values) {
    return new Param<>(uid, name, doc, ParamValidators.inArray(values));
  }

  private static DoubleParam atLeast0(String uid, String name, String doc) {
    return new DoubleParam(uid, name, doc, ParamValidators.gtEq(0));
  }

  /** Gives the owner core's defaults. */
  void setDefaults(Params owner) {
    owner.setDefault(featuresCol, "features");
    owner.setDefault(codesCol, "codes");
    owner.setDefault(residualCol, "");
    owner.setDefault(outlierCol, "");
    owner.setDefault(weightsCol, "");
    owner.setDefault(groupCol, "");
    owner.setDefault(solver, "admm");
    owner.setDefault(start, SparkSettings.SAMPLE);
    owner.setDefault(storage, SparkSettings.AUTO);
    owner.setDefault(groupNorm, "2");
    owner.setDefault(resumeDir, "");
    owner.setDefault(rank, 10);
    owner.setDefault(maxIter, MahNmf.DEFAULT_MAX_ITERATIONS);
    owner.setDefault(checkpointInterval, SparkSettings.DEFAULT_CHECKPOINT_INTERVAL);
    owner.setDefault(numBlocks, 0);
    owner.setDefault(seed, 0L);
    owner.setDefault(tol, MahNmf.DEFAULT_TOLERANCE);
    owner.setDefault(elastic, 0.0);
    owner.setDefault(ridge, 0.0);
    owner.setDefault(zeroWeight, 1.0);
    owner.setDefault(basisLower, 0.0);
    owner.setDefault(basisUpper, Double.POSITIVE_INFINITY);
    owner.setDefault(codesLower, 0.0);
    owner.setDefault(codesUpper, Double.POSITIVE_INFINITY);
    owner.setDefault(groupPrice, 0.0);
    owner.setDefault(groupBall, Double.POSITIVE_INFINITY);
    owner.setDefault(exact, false);
  }
}
