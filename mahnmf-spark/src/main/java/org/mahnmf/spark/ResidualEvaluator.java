package org.mahnmf.spark;

import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.functions;

/**
 * The mean of the column of residuals that a {@link MahNmfModel} adds; the smaller the better. For
 * CrossValidator: the residual of samples that the fit has not seen.
 */
public final class ResidualEvaluator extends Evaluator {

  private static final long serialVersionUID = 1;

  private final String uid;
  private final Param<String> residualCol;

  /** Creates an evaluator with a new name. */
  public ResidualEvaluator() {
    this(Identifiable$.MODULE$.randomUID("residualEval"));
  }

  /** Creates an evaluator with a given name. */
  public ResidualEvaluator(String uid) {
    this.uid = uid;
    this.residualCol =
        new Param<>(uid, "residualCol", "column of the sums of absolute errors of samples");
    setDefault(residualCol, "residual");
  }

  @Override
  public String uid() {
    return uid;
  }

  public Param<String> residualCol() {
    return residualCol;
  }

  public ResidualEvaluator setResidualCol(String value) {
    set(residualCol, value);
    return this;
  }

  @Override
  public double evaluate(Dataset<?> dataset) {
    return dataset
        .agg(functions.avg(functions.col(getOrDefault(residualCol))))
        .first()
        .getDouble(0);
  }

  @Override
  public boolean isLargerBetter() {
    return false;
  }

  @Override
  public ResidualEvaluator copy(ParamMap extra) {
    return defaultCopy(extra);
  }
}
