package org.mahnmf.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.separate.GoDec;
import org.mahnmf.lab.separate.ManhattanSeparator;
import org.mahnmf.lab.separate.Rpca;
import org.mahnmf.lab.separate.Separation;
import org.mahnmf.lab.separate.Separator;
import org.mahnmf.lab.study.Cost;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.Matrix;

/**
 * Section 5.4.2 of the paper: shadows removed from 64 pictures of one face under different lights,
 * by RPCA, GoDec and MahNMF at rank 3. The score is the mean correlation of a person's pictures
 * with the frontally lit one, before and after; that one itself does not count. The quick form
 * takes two people.
 */
public final class ShadowsStudy extends Study {

  private static final int RANK = 3;
  private static final String FRONTAL = "P00A+000E+00";
  private static final List<String> PEOPLE = List.of("01", "02", "08", "10", "03", "04");
  private static final int QUICK_PEOPLE = 2;

  /** Lights that the picture shows: from ahead to ever farther from the side. */
  private static final List<String> SHOWN =
      List.of("P00A+000E+45", "P00A-035E+15", "P00A+060E+20", "P00A-070E+45", "P00A+095E+00");

  private static final List<Separator> METHODS =
      List.of(Rpca.partial(), new GoDec(RANK, GoDec.DEMO_SHARE), new ManhattanSeparator(RANK));

  /** Creates the study. */
  public ShadowsStudy() {
    super("shadows", "shadows removed from faces by RPCA, GoDec and MahNMF (Section 5.4.2)");
  }

  @Override
  public List<String> remarks() {
    return List.of(Cost.REMARK);
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "person", "method");
    for (String number : setting.quick() ? PEOPLE.subList(0, QUICK_PEOPLE) : PEOPLE) {
      String place = "yaleb_192x168/yaleB" + number;
      Person person = new Person(setting.data().resolve(place));
      boolean isThere = Files.isDirectory(person.folder);
      if (plan.finds("Yale B person " + number, isThere, () -> setting.list(place))) {
        for (Separator method : METHODS) {
          List<String> group = List.of(number, method.name());
          plan.repeat(setting.trialsOr(1, 1), group, seed -> person.measure(method, seed));
        }
        plan.draw(
            "shadows-" + number + ".png",
            "Person "
                + number
                + ": picture, then low-rank part and the rest of RPCA, of GoDec and of MahNMF",
            () -> person.picture(setting.seed() + 1));
      }
    }
    return plan;
  }

  /** One face under many lights. */
  private record Person(Path folder) {

    private Table read() {
      return Tables.read(Source.of(folder), ReadOptions.DEFAULT.withThreads(1));
    }

    private static int row(Table table, String light) {
      List<String> names = table.rowNames();
      return IntStream.range(0, names.size())
          .filter(i -> names.get(i).contains(light))
          .findFirst()
          .orElseThrow(
              () -> new IllegalStateException("there is no picture with the light " + light));
    }

    Map<String, Double> measure(Separator method, long seed) {
      Table table = read();
      int frontal = row(table, FRONTAL);
      Map<String, Double> values = new LinkedHashMap<>();
      values.put("before", correlation(table.values(), table.values(), frontal));
      Map<String, Double> cost = new LinkedHashMap<>();
      Separation found = Cost.separate(method, table.values(), seed, cost);
      values.put("after", correlation(found.low(), table.values(), frontal));
      values.put("rank", (double) found.rank());
      values.put("error", Errors.absolute(table.values(), found.low()));
      values.putAll(cost);
      return values;
    }

    byte[] picture(long seed) {
      Table table = read();
      int[] shown = SHOWN.stream().mapToInt(light -> row(table, light)).toArray();
      return new SeparationPicture(table.values(), table.picture().orElseThrow())
          .png(shown, METHODS, seed);
    }
  }

  /** Returns the mean correlation of pictures with one of the table, that one left out. */
  static double correlation(Matrix pictures, Matrix table, int frontal) {
    double[] reference = Rows.row(table, frontal);
    double sum = 0;
    for (int i = 0; i < pictures.rows(); i++) {
      if (i != frontal) {
        sum += correlation(Rows.row(pictures, i), reference);
      }
    }
    return sum / (pictures.rows() - 1);
  }

  /** Returns Pearson's correlation; 0 if one of the two is constant. */
  static double correlation(double[] x, double[] y) {
    double meanX = Arrays.stream(x).average().orElse(0);
    double meanY = Arrays.stream(y).average().orElse(0);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int k = 0; k < x.length; k++) {
      xx += (x[k] - meanX) * (x[k] - meanX);
      yy += (y[k] - meanY) * (y[k] - meanY);
      xy += (x[k] - meanX) * (y[k] - meanY);
    }
    return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
  }
}
