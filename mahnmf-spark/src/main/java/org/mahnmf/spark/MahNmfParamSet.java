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
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.file.SavedRun;

/**
 * The parameters of {@link MahNmfParams} with their documents, rules and defaults, made once for an
 * estimator and once for a model.
 */
public final class MahNmfParamSet implements Serializable {

  private static final long serialVersionUID = 1;
  private static final double NO_BOUND = Double.POSITIVE_INFINITY;

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

  /** Makes the parameters and gives their owner the defaults. */
  MahNmfParamSet(Params owner) {
    String docs = "column of vectors, one per sample; NaN is missing";
    featuresCol = text(owner, "featuresCol", "features", docs);
    docs = "column that transform adds: the codes of a sample";
    codesCol = text(owner, "codesCol", "codes", docs);
    docs = "column that transform adds: the sum of absolute errors of a sample; empty for none";
    residualCol = text(owner, "residualCol", "", docs);
    docs =
        "column that transform adds: the share of a sample's entries that stand out, more than 6"
            + " spreads of their feature off, as one split of the first samples (up to 1000)"
            + " tells these; empty for none";
    outlierCol = text(owner, "outlierCol", "", docs);
    docs = "column of vectors with a weight per entry, 0 missing; empty: all 1";
    weightsCol = text(owner, "weightsCol", "", docs);
    docs = "column that names the group of a sample, for groupPrice and groupBall; empty for none";
    groupCol = text(owner, "groupCol", "", docs);
    solver = text(owner, "solver", "admm", "the method; on Spark there is admm");
    docs = "starting point: sample (a fit of some samples on the driver) or random";
    start = oneOf(owner, "start", List.of(SparkSettings.SAMPLE, SparkSettings.RANDOM), docs);
    docs = "how samples are kept: dense, sparse (zeros are not stored), or auto";
    List<String> kinds = List.of(SparkSettings.AUTO, SparkSettings.DENSE, SparkSettings.SPARSE);
    storage = oneOf(owner, "storage", kinds, docs);
    docs = "norm of a group of codes: 2 or inf";
    groupNorm = oneOf(owner, "groupNorm", List.of("2", "inf"), docs);
    docs =
        "folder that all machines share, where a fit is saved every checkpointInterval jobs; a fit"
            + " of the same data and settings resumes from there if its driver died; one folder per"
            + " fit, removed when the fit is over; empty for none";
    resumeDir = text(owner, "resumeDir", "", docs);
    rank = whole(owner, "rank", 1, 10, "number of parts, at least 1");
    docs = "largest number of outer steps";
    maxIter = whole(owner, "maxIter", 0, MahNmf.DEFAULT_MAX_ITERATIONS, docs);
    docs =
        "jobs between two checkpoints of the samples' state, which need resumeDir or a checkpoint"
            + " folder of Spark; 0 for none";
    checkpointInterval = whole(owner, "checkpointInterval", 0, SavedRun.DEFAULT_INTERVAL, docs);
    docs =
        "number of blocks of samples, each with a task; best as many as tasks run at once; 0 leaves"
            + " the partitions of the dataset as they are";
    numBlocks = whole(owner, "numBlocks", 0, 0, docs);
    seed = new LongParam(owner.uid(), "seed", "seed of every random choice");
    owner.setDefault(seed, 0L);
    docs = "relative change of the objective per outer step that counts as converged";
    tol = below(owner, "tol", 1, MahNmf.DEFAULT_TOLERANCE, docs);
    docs = "weight of half the squared error beside the absolute one";
    elastic = atLeast0(owner, "elastic", 0, docs);
    docs =
        "penalty on half the squares of all entries of basis and codes, as a share of its natural"
            + " size, the root of max(samples, features) times the root mean square of the weights;"
            + " 0 for none";
    ridge = below(owner, "ridge", NO_BOUND, 0, docs);
    docs = "weight of zeros that sparse samples do not store; 0 missing";
    zeroWeight = atLeast0(owner, "zeroWeight", 1, docs);
    basisLower = atLeast0(owner, "basisLower", 0, "least entry of the basis");
    basisUpper = atLeast0(owner, "basisUpper", NO_BOUND, "largest entry of the basis");
    codesLower = atLeast0(owner, "codesLower", 0, "least code");
    codesUpper = atLeast0(owner, "codesUpper", NO_BOUND, "largest code");
    docs = "penalty on the norm of each group of codes; 0 for none";
    groupPrice = atLeast0(owner, "groupPrice", 0, docs);
    docs = "largest norm of each group of codes; infinite for no bound";
    groupBall = new DoubleParam(owner.uid(), "groupBall", docs, ParamValidators.gt(0));
    owner.setDefault(groupBall, NO_BOUND);
    docs = "whether transform finds proven optima instead of codes within 0.1 %";
    exact = new BooleanParam(owner.uid(), "exact", docs);
    owner.setDefault(exact, false);
  }

  private static Param<String> text(Params owner, String name, String usual, String doc) {
    Param<String> param = new Param<>(owner.uid(), name, doc);
    owner.setDefault(param, usual);
    return param;
  }

  /** The first value is the default. */
  private static Param<String> oneOf(Params owner, String name, List<String> values, String doc) {
    Param<String> param = new Param<>(owner.uid(), name, doc, ParamValidators.inArray(values));
    owner.setDefault(param, values.get(0));
    return param;
  }

  private static IntParam whole(Params owner, String name, int least, int usual, String doc) {
    IntParam param = new IntParam(owner.uid(), name, doc, ParamValidators.gtEq(least));
    owner.setDefault(param, usual);
    return param;
  }

  private static DoubleParam atLeast0(Params owner, String name, double usual, String doc) {
    DoubleParam param = new DoubleParam(owner.uid(), name, doc, ParamValidators.gtEq(0));
    owner.setDefault(param, usual);
    return param;
  }

  /** From 0 to below a number. */
  private static DoubleParam below(
      Params owner, String name, double end, double usual, String doc) {
    DoubleParam param =
        new DoubleParam(owner.uid(), name, doc, ParamValidators.inRange(0, end, true, false));
    owner.setDefault(param, usual);
    return param;
  }
}
