import java.util.SplittableRandom;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/** A table of readings that follow two patterns, with a few glitches: which cells are they? */
public final class GlitchesInATable {

  private GlitchesInATable() {}

  public static void main(String[] arguments) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] readings = new double[200][8];
    for (double[] row : readings) {
      double morning = random.nextDouble();
      double evening = random.nextDouble();
      for (int j = 0; j < row.length; j++) {
        row[j] = morning * (j + 1) + evening * (8 - j) + .05 * random.nextDouble();
      }
    }
    readings[17][3] += 40;
    readings[90][6] = 99;

    Factorization parts = MahNmf.ofRank(2).withSeed(7).fit(Observations.of(readings));

    Matrix rest = parts.sparsePart(); // where the glitches are, since they spoil no part
    for (int i = 0; i < rest.rows(); i++) {
      for (int j = 0; j < rest.columns(); j++) {
        if (Math.abs(rest.get(i, j)) > 1) {
          System.out.printf("row %d, column %d: read %.1f, expected %.1f%n",
              i, j, readings[i][j], readings[i][j] - rest.get(i, j));
        }
      }
    }
  }
}
