package org.mahnmf.lab.judge;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.stream.IntStream;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A linear support vector machine for each class against the rest, min ½‖w‖² + C·Σ max(0, 1 −
 * y·wᵀx)² with a constant feature, by liblinear's Newton method, which draws no random numbers.
 * Features are brought to mean 0 and deviation 1 on the samples learnt from, so that the unit of
 * the codes plays no part.
 *
 * <p>Reference: Fan, Chang, Hsieh, Wang, Lin, "LIBLINEAR", JMLR 2008.
 */
public final class LinearSvm {

  private static final double PRECISION = 1e-4;

  static {
    Linear.disableDebugOutput(); // else it talks on standard output
  }

  private final double[] means;
  private final double[] scales;
  private final Model[] models;

  private LinearSvm(double[] means, double[] scales, Model[] models) {
    this.means = means;
    this.scales = scales;
    this.models = models;
  }

  /**
   * Learns classes.
   *
   * @param samples one in each row; <em>not modified</em>
   * @param classes for each class, which samples belong to it; <em>not modified</em>
   * @param c penalty of errors, positive
   */
  public static LinearSvm train(DenseMatrix samples, boolean[][] classes, double c) {
    double[] means = new double[samples.columns()];
    double[] scales = new double[samples.columns()];
    int n = samples.rows();
    for (int j = 0; j < means.length; j++) {
      double squares = 0;
      for (int i = 0; i < n; i++) {
        means[j] += samples.get(i, j) / n;
      }
      for (int i = 0; i < n; i++) {
        squares += (samples.get(i, j) - means[j]) * (samples.get(i, j) - means[j]) / n;
      }
      scales[j] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    }
    LinearSvm svm = new LinearSvm(means, scales, new Model[classes.length]);
    Problem problem = new Problem();
    problem.l = n;
    problem.n = means.length + 1;
    problem.x = new Feature[n][];
    for (int i = 0; i < n; i++) {
      problem.x[i] = svm.features(samples, i);
    }
    for (int k = 0; k < classes.length; k++) {
      problem.y = new double[n];
      for (int i = 0; i < n; i++) {
        problem.y[i] = classes[k][i] ? 1 : -1;
      }
      svm.models[k] = Linear.train(problem, new Parameter(SolverType.L2R_L2LOSS_SVC, c, PRECISION));
    }
    return svm;
  }

  /** Returns how surely samples belong to class k; above 0 they are on its side. */
  public double[] scores(DenseMatrix samples, int k) {
    double[] scores = new double[samples.rows()];
    double[] value = new double[1];
    Model model = models[k];
    // The value is that of the label seen first; with one label only there is nothing to tell.
    double sign = model.getLabels()[0];
    for (int i = 0; i < scores.length; i++) {
      Linear.predictValues(model, features(samples, i), value);
      scores[i] = sign * value[0];
    }
    return scores;
  }

  /**
   * Returns the mean over the classes of the usual average precision; NaN if no sample belongs to
   * any class.
   */
  public double meanPrecision(DenseMatrix samples, boolean[][] truth) {
    return IntStream.range(0, truth.length)
        .mapToDouble(k -> AveragePrecision.usual(scores(samples, k), truth[k]))
        .filter(precision -> !Double.isNaN(precision))
        .average()
        .orElse(Double.NaN);
  }

  private Feature[] features(DenseMatrix samples, int i) {
    Feature[] features = new Feature[means.length + 1];
    for (int j = 0; j < means.length; j++) {
      features[j] = new FeatureNode(j + 1, (samples.get(i, j) - means[j]) * scales[j]);
    }
    features[means.length] = new FeatureNode(means.length + 1, 1);
    return features;
  }
}
