package org.mahnmf.spark;

import java.io.IOException;
import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.mahnmf.base.Check;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.spark.file.TableFiles;

/**
 * A fit for {@code spark-submit}: {@code INPUT OUT [PARAMETER=VALUE]...}. INPUT is Parquet, LIBSVM
 * or CSV; OUT receives the folders {@code model} and {@code codes}; parameters are those of {@link
 * MahNmfEstimator}. Exit code 2 and one line for a wrong call.
 *
 * <p>The fit is saved in {@code OUT/checkpoint}, unless resumeDir names another folder: submitted
 * again after its driver died, it resumes from there.
 */
public final class FitApp {

  private FitApp() {}

  /** Runs a fit. */
  public static void main(String[] args) throws IOException {
    MahNmfEstimator estimator = new MahNmfEstimator().setFeaturesCol(TableFiles.FEATURES);
    try {
      Check.that(
          "give INPUT OUT [PARAMETER=VALUE]..., such as data.parquet out rank=10 seed=7",
          args.length >= 2);
      for (int k = 2; k < args.length; k++) {
        set(estimator, args[k]);
      }
      run(args[0], args[1], estimator);
    } catch (IllegalArgumentException e) {
      System.err.println("mahnmf: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void run(String input, String out, MahNmfEstimator estimator) throws IOException {
    if (estimator.getResumeDir().isEmpty()) {
      estimator.setResumeDir(out + "/checkpoint");
    }
    try (Cluster cluster = Cluster.submitted()) {
      cluster.use(
          spark -> {
            Dataset<Row> samples = TableFiles.read(spark, input);
            TableFiles.requireAbsent(samples, estimator.getZeroWeight());
            SparkResult result = estimator.run(samples);
            MahNmfModel model = estimator.model(result);
            model.write().overwrite().save(out + "/model");
            model.transform(samples).write().mode("overwrite").parquet(out + "/codes");
            result.saved().discard();
            return model;
          });
    }
  }

  /** Sets a parameter from PARAMETER=VALUE. */
  static void set(MahNmfEstimator estimator, String assignment) {
    int sign = assignment.indexOf('=');
    String name = sign < 0 ? assignment : assignment.substring(0, sign);
    Check.that(
        "'%s' must be PARAMETER=VALUE with a parameter of MahNmfEstimator",
        sign >= 0 && estimator.hasParam(name), assignment);
    Param<Object> param = estimator.getParam(name);
    estimator.set(param, value(param, assignment.substring(sign + 1)));
  }

  private static Object value(Param<?> param, String text) {
    try {
      if (param instanceof IntParam) {
        return Integer.valueOf(text);
      }
      if (param instanceof LongParam) {
        return Long.valueOf(text);
      }
      if (param instanceof DoubleParam) {
        return Double.valueOf(text);
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          param.name() + " is '" + text + "' but must be a number", e);
    }
    if (param instanceof BooleanParam) {
      Check.that(
          "%s is '%s' but must be true or false",
          List.of("true", "false").contains(text), param.name(), text);
      return Boolean.valueOf(text);
    }
    return text;
  }
}
