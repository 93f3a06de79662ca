import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.FeasibleSet;
import org.mahnmf.problem.SampleRule;

/**
 * A term in one class: the codes of a sample are shares of a mixture, so their sum is at most 1.
 * Every solver that takes a set gets it by {@code onCodes}, and the others refuse it by its name.
 *
 * @param most the largest sum
 */
public record ANewTerm(double most) implements FeasibleSet {

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] spectra = new double[60][12]; // of mixtures of two substances
    for (double[] row : spectra) {
      double share = random.nextDouble();
      for (int j = 0; j < row.length; j++) {
        row[j] = share * (j % 3) / 2 + (1 - share) * (j % 4) / 3;
      }
    }
    spectra[7][5] = 9; // a glitch
    MahNmf settings =
        MahNmf.ofRank(2).withSeed(7).onBasis(new Box(0, 1)).onCodes(new ANewTerm(1)); // both bounded
    Factorization fit = settings.fit(Observations.of(spectra));
    double largest =
        Arrays.stream(fit.codes().toArray()).mapToDouble(h -> h[0] + h[1]).max().orElse(0);
    System.out.printf("largest sum of shares %.6f%n%s%n", largest, fit);
  }

  @Override
  public String name() {
    return "shares";
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return most;
  }

  @Override
  public boolean isEntrywise() {
    return false; // entries of a sample depend on each other
  }

  @Override
  public boolean couplesColumns() {
    return false; // but samples do not
  }

  @Override
  public ANewTerm rescaled(double factorScale, double objectiveScale) {
    return new ANewTerm(most / factorScale);
  }

  @Override
  public SampleRule forSample(SampleRule rule) { // so that transform obeys it, too
    return rule.withinBall(most);
  }

  /** Shifts each column down until what is positive sums up to the most. */
  @Override
  public void project(DenseMatrix factor) {
    double[] sorted = new double[factor.rows()];
    for (int j = 0; j < factor.columns(); j++) {
      for (int l = 0; l < sorted.length; l++) {
        sorted[l] = Math.max(0, factor.get(l, j));
      }
      Arrays.sort(sorted);
      double sum = 0;
      double shift = 0;
      for (int l = sorted.length - 1; l >= 0; l--) {
        sum += sorted[l];
        shift = Math.max(shift, (sum - most) / (sorted.length - l));
      }
      for (int l = 0; l < sorted.length; l++) {
        factor.set(l, j, Math.max(0, factor.get(l, j) - shift));
      }
    }
  }
}
