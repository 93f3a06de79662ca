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

/**
 * The parameters of {@link MahNmfParams} with their documents, rules and defaults, made once for an
 * estimator and once for a model.
 */
public final class MahNmfParamSet implements Serializable {

  private static final long serialVersionUID = 1;

  private static final double NO_BOUND = Double.POSITIVE_INFINITY;

  private final Params owner;
  private final HashMap<String, Param<?>> all = new HashMap<>();

  /** Makes the parameters and gives their owner the defaults. */
  MahNmfParamSet(Params owner) {
    this.owner = owner;
    text("featuresCol", "features", "column of vectors, one per sample; NaN is missing");
    text("codesCol", "codes", "column that transform adds: the codes of a sample");
    text(
        "residualCol",
        "",
        "column that transform adds: the sum of absolute errors of a sample; empty for none");
    text(
        "outlierCol",
        "",
        "column that transform adds: the share of a sample's entries that stand out, more than 6"
            + " spreads of their feature off, as one split of the first samples (up to 1000)"
            + " tells these; empty for none");
    text("weightsCol", "", "column of vectors with a weight per entry, 0 missing; empty: all 1");
    text(
        "groupCol",
        "",
        "column that names the group of a sample, for groupPrice and groupBall; empty for none");
    text("solver", "admm", "the method; on Spark there is admm");
    oneOf(
        "start",
        List.of(SparkSettings.SAMPLE, SparkSettings.RANDOM),
        "starting point: sample (a fit of some samples on the driver) or random");
    oneOf(
        "storage",
        List.of(SparkSettings.AUTO, SparkSettings.DENSE, SparkSettings.SPARSE),
        "how samples are kept: dense, sparse (zeros are not stored), or auto");
    oneOf("groupNorm", List.of("2", "inf"), "norm of a group of codes: 2 or inf");
    text(
        "resumeDir",
        "",
        "folder that all machines share, where a fit is saved every checkpointInterval jobs; a fit"
            + " of the same data and settings resumes from there if its driver died; one folder per"
            + " fit, removed when the fit is over; empty for none");
    whole("rank", 1, 10, "number of parts, at least 1");
    whole("maxIter", 0, MahNmf.DEFAULT_MAX_ITERATIONS, "largest number of outer steps");
    whole(
        "checkpointInterval",
        0,
        SavedRun.DEFAULT_INTERVAL,
        "jobs between two checkpoints of the samples' state, which need resumeDir or a checkpoint"
            + " folder of Spark; 0 for none");
    whole(
        "numBlocks",
        0,
        0,
        "number of blocks of samples, each with a task; best as many as tasks run at once; 0 leaves"
            + " the partitions of the dataset as they are");
    add(new LongParam(owner.uid(), "seed", "seed of every random choice"), 0L);
    below(
        "tol",
        1,
        MahNmf.DEFAULT_TOLERANCE,
        "relative change of the objective per outer step that counts as converged");
    atLeast0("elastic", 0, "weight of half the squared error beside the absolute one");
    below(
        "ridge",
        NO_BOUND,
        0,
        "penalty on half the squares of all entries of basis and codes, as a share of its natural"
            + " size, the root of max(samples, features) times the root mean square of the weights;"
            + " 0 for none");
    atLeast0("zeroWeight", 1, "weight of zeros that sparse samples do not store; 0 missing");
    atLeast0("basisLower", 0, "least entry of the basis");
    atLeast0("basisUpper", NO_BOUND, "largest entry of the basis");
    atLeast0("codesLower", 0, "least code");
    atLeast0("codesUpper", NO_BOUND, "largest code");
    atLeast0("groupPrice", 0, "penalty on the norm of each group of codes; 0 for none");
    String docs = "largest norm of each group of codes; infinite for no bound";
    add(new DoubleParam(owner.uid(), "groupBall", docs, ParamValidators.gt(0)), NO_BOUND);
    docs = "whether transform finds proven optima instead of codes within 0.1 %";
    add(new BooleanParam(owner.uid(), "exact", docs), false);
  }

  /** Returns a parameter, whose type its accessor knows. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // each name has one accessor
  <P extends Param<?>> P get(String name) {
    return (P) all.get(name);
  }

  private <T> void add(Param<T> param, T usual) {
    owner.setDefault(param, usual);
    all.put(param.name(), param);
  }

  private void text(String name, String usual, String doc) {
    add(new Param<>(owner.uid(), name, doc), usual);
  }

  /** The first value is the default. */
  private void oneOf(String name, List<String> values, String doc) {
    add(new Param<>(owner.uid(), name, doc, ParamValidators.inArray(values)), values.get(0));
  }

  private void whole(String name, int least, int usual, String doc) {
    add(new IntParam(owner.uid(), name, doc, ParamValidators.gtEq(least)), usual);
  }

  private void atLeast0(String name, double usual, String doc) {
    add(new DoubleParam(owner.uid(), name, doc, ParamValidators.gtEq(0)), usual);
  }

  /** From 0 to below a number. */
  private void below(String name, double end, double usual, String doc) {
    add(
        new DoubleParam(owner.uid(), name, doc, ParamValidators.inRange(0, end, true, false)),
        usual);
  }
}
