import java.util.SplittableRandom;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Loss;

/**
 * A loss in one class, Huber's: squares where a residual is noise, absolute values beyond. Solvers
 * that rest on |e| refuse it by its name.
 *
 * @param delta where the squares end
 */
public record ANewLoss(double delta) implements Loss {

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[60][12];
    for (double[] row : x) {
      double code = random.nextDouble();
      for (int j = 0; j < row.length; j++) {
        row[j] = code * (j + 1) + .1 * random.nextDouble();
      }
    }
    System.out.println(
        MahNmf.ofRank(1).with(new ANewLoss(.1)).with(Solvers.admm()).fit(Observations.of(x)));
  }

  @Override
  public String name() {
    return "huber";
  }

  @Override
  public double curvature() {
    return 0;
  }

  @Override
  public boolean isKinked() {
    return false; // it is not |e| + ½αe²
  }

  /** ADMM's step: with v = x − t + a, the residual that is best for the loss and near v. */
  @Override
  public void split(double[] t, double[] x, double[] w, double[] a, double tau, int n) {
    for (int i = 0; i < n; i++) {
      double limit = tau * (w == null ? 1 : w[i]);
      double v = x[i] - t[i] + a[i];
      double dual = Math.max(-limit, Math.min(limit, v * limit / (limit + delta)));
      t[i] = x[i] - (v - dual) + dual;
      a[i] = dual;
    }
  }

  @Override
  public double restWeight() {
    return 1;
  }

  /** What it costs besides |e|. */
  @Override
  public void rest(double[] r, double[] w, double[] out, int n) {
    for (int i = 0; i < n; i++) {
      double size = Math.abs(r[i]);
      double value = size > delta ? size - .5 * delta : .5 * size * size / delta;
      out[i] = w[i] * (value - size);
    }
  }

  @Override
  public ANewLoss rescaled(double scale) {
    return new ANewLoss(delta / scale);
  }
}
