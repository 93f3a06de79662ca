package org.mahnmf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.symmetric.SymmetricRri;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.html.ColourMap;
import org.mahnmf.report.html.Numbers;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/**
 * One picture for each variant of Section 4, from data made here: docs/images/variant-*.svg. The
 * main method also writes the paper's figures.
 */
final class VariantPictures {

  private VariantPictures() {}

  /** Writes the pictures. */
  public static void main(String[] folder) throws IOException {
    Path target = Path.of(folder.length == 0 ? "docs/images" : folder[0]);
    Files.createDirectories(target);
    for (Map.Entry<String, String> picture : all().entrySet()) {
      Files.writeString(target.resolve(picture.getKey()), picture.getValue());
    }
    Figures.write(target);
  }

  /** Returns the pictures by the names of their files. */
  static Map<String, String> all() {
    Map<String, String> pictures = new LinkedHashMap<>();
    pictures.put("variant-box.svg", box());
    pictures.put("variant-graph.svg", graph());
    pictures.put("variant-group.svg", group());
    pictures.put("variant-elastic.svg", elastic());
    pictures.put("variant-symmetric.svg", symmetric());
    pictures.put("variant-missing.svg", missing());
    return pictures;
  }

  private static MahNmf settings(int rank) {
    return MahNmf.ofRank(rank).with(new Smoothing()).withSeed(1).withMaxIterations(80);
  }

  /** Pictures of 12 x 12 pixels, made of five shapes, with spikes; their parts with and without. */
  private static String box() {
    int side = 12;
    String[] shapes = {
      "............/.####....../.#..#....../.#..#....../.####....../............/............/............/............/............/............/............",
      "............/.......##.../......####../.......##.../............/............/............/............/............/............/............/............",
      "............/............/............/............/............/............/.#........../.##........./.###......../.####......./.#####....../............",
      "............/............/............/............/............/.......#..../.......#..../.....#####../.......#..../.......#..../............/............",
      "............/............/............/............/............/.#.#.#....../............/............/............/............/............/#.#.#.#.#.#.",
    };
    double[][] parts = new double[shapes.length][side * side];
    for (int l = 0; l < shapes.length; l++) {
      String[] lines = shapes[l].split("/", -1);
      for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
          parts[l][i * side + j] = j < lines[i].length() && lines[i].charAt(j) == '#' ? 1 : 0;
        }
      }
    }
    Generator random = new Generator(5);
    double[][] codes = new double[400][shapes.length];
    for (double[] row : codes) {
      for (int l = 0; l < row.length; l++) {
        row[l] = random.chance(.5) ? random.uniform() : 0;
      }
    }
    double[][] table = TestProblems.multiply(codes, parts);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.05) ? 1 : Math.min(1, row[j]);
      }
    }
    Observations pictures = Observations.of(table);
    MahNmf settings = settings(shapes.length).withMaxIterations(40);
    DenseMatrix without = matched(settings.fit(pictures).basis().toDense(), parts);
    DenseMatrix with =
        matched(
            settings.onBasis(new Box(0, 1)).onCodes(new Box(0, 1)).fit(pictures).basis().toDense(),
            parts);
    double high = Math.max(largest(without), largest(with));
    return new PictureSheet(
            "Parts without and with a box",
            "Without a box the parts reach any number; with it they stay between 0 and 1, as the"
                + " pixels they stand for.")
        .add(
            "Parts of pictures whose pixels are from 0 to 1, without a box",
            tiles(without, side),
            ColourMap.SEQUENTIAL,
            high,
            8,
            8,
            tileBreaks(shapes.length, side),
            List.of("brightest pixel of each part: " + largestOfRows(without)))
        .row()
        .add(
            "The same with the box [0, 1]",
            tiles(with, side),
            ColourMap.SEQUENTIAL,
            high,
            8,
            8,
            tileBreaks(shapes.length, side),
            List.of("brightest pixel of each part: " + largestOfRows(with)))
        .render();
  }

  /** Rows of a basis as pictures beside each other. */
  private static DenseMatrix tiles(DenseMatrix basis, int side) {
    DenseMatrix out = new DenseMatrix(side, side * basis.rows());
    for (int l = 0; l < basis.rows(); l++) {
      for (int p = 0; p < side * side; p++) {
        out.set(p / side, l * side + p % side, basis.get(l, p));
      }
    }
    return out;
  }

  private static List<Integer> tileBreaks(int count, int side) {
    List<Integer> breaks = new ArrayList<>();
    for (int l = 1; l < count; l++) {
      breaks.add(l * side);
    }
    return breaks;
  }

  private static String largestOfRows(DenseMatrix basis) {
    List<String> texts = new ArrayList<>();
    for (int l = 0; l < basis.rows(); l++) {
      double most = 0;
      for (int j = 0; j < basis.columns(); j++) {
        most = Math.max(most, basis.get(l, j));
      }
      texts.add(Numbers.fixed(most, 2));
    }
    return String.join(", ", texts);
  }

  private static double largest(DenseMatrix matrix) {
    return Arrays.stream(matrix.array()).max().orElse(0);
  }

  /** Samples along a path: neighbours have similar codes, which noise hides. */
  private static String graph() {
    int count = 80;
    Generator random = new Generator(8);
    double[][] codes = new double[count][3];
    for (int i = 0; i < count; i++) {
      for (int l = 0; l < 3; l++) {
        double far = (i - (l + .5) * count / 3) / (count / 6.0);
        codes[i][l] = Math.max(.05, 1 - .5 * far * far);
      }
    }
    double[][] table = TestProblems.multiply(codes, random.table(3, 14));
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.max(0, row[j] + .6 * (random.uniform() - .5) + (random.chance(.1) ? 1.5 : 0));
      }
    }
    int[] from = new int[count - 1];
    int[] to = new int[count - 1];
    double[] weight = new double[count - 1];
    for (int i = 0; i < count - 1; i++) {
      from[i] = i;
      to[i] = i + 1;
      weight[i] = 1;
    }
    Graph path = Graph.ofEdges(count, from, to, weight);
    MahNmf settings = settings(3).onBasis(new Box(0, 1)).withRestarts(3);
    DenseMatrix without = settings.fit(Observations.of(table)).codes().toDense();
    DenseMatrix with =
        settings
            .onCodes(new GraphSmoothness(40, path))
            .fit(Observations.of(table))
            .codes()
            .toDense();
    return new PictureSheet(
            "Codes along a path of samples without and with a graph",
            "Without the graph the codes of neighbours jump; with it they change slowly.")
        .add(codesChart("Without a graph", without), 430, 280)
        .add(codesChart("Neighbours joined by a graph, β = 40", with), 430, 280)
        .render();
  }

  private static LineChart codesChart(String heading, DenseMatrix codes) {
    // in the order of the places of their peaks, so that both charts have the same colours
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    Collections.sort(order, (a, b) -> Double.compare(centre(codes, a), centre(codes, b)));
    double[] x = new double[codes.rows()];
    LineChart chart = new LineChart(heading, "sample", "code").heading(heading);
    for (int l : order) {
      double[] y = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        x[i] = i + 1;
        y[i] = codes.get(i, l);
      }
      chart.line("", x, y);
    }
    return chart;
  }

  private static double centre(DenseMatrix codes, int component) {
    double sum = 0;
    double place = 0;
    for (int i = 0; i < codes.rows(); i++) {
      double code = codes.get(i, component);
      sum += code * code;
      place += i * code * code;
    }
    return place / sum;
  }

  /** Three views of features; components of one, two or three views. */
  private static String group() {
    int view = 14;
    boolean[][] pattern = {
      {true, false, false}, {false, true, false}, {false, false, true},
      {true, true, false}, {false, true, true}, {true, true, true},
    };
    Generator random = new Generator(2);
    double[][] basis = new double[6][3 * view];
    List<String> labels = new ArrayList<>();
    for (int j = 0; j < 3 * view; j++) {
      labels.add("view " + j / view);
      for (int l = 0; l < 6; l++) {
        basis[l][j] = pattern[l][j / view] && random.chance(.7) ? .2 + .8 * random.uniform() : 0;
      }
    }
    double[][] codes = new double[120][6];
    for (double[] row : codes) {
      for (int l = 0; l < 6; l++) {
        row[l] = random.chance(.8) ? random.uniform() : 0;
      }
    }
    double[][] table = TestProblems.multiply(codes, basis);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.05) ? 3 * random.uniform() : row[j] + .02 * random.uniform();
      }
    }
    Groups views = Groups.ofLabels(labels);
    MahNmf settings =
        settings(6).withSeed(2).withMaxIterations(200).withRestarts(2).onCodes(new Box(0, 1));
    DenseMatrix without = settings.fit(Observations.of(table)).basis().toDense();
    DenseMatrix with =
        settings
            .onBasis(new GroupSparse(GroupNorm.TWO, 0.04 * 120 * Math.sqrt(view), views))
            .fit(Observations.of(table))
            .basis()
            .toDense();
    PictureSheet sheet =
        new PictureSheet(
            "Parts of three views, planted and found without and with a group penalty",
            "With the penalty each part leaves out the views that it does not need.");
    List<Integer> breaks = List.of(view, 2 * view);
    sheet.add(
        "Planted",
        heights(DenseMatrix.ofRows(basis)),
        ColourMap.SEQUENTIAL,
        1,
        6,
        28,
        breaks,
        List.of("rows: parts; columns: three views", "dark: zero"));
    sheet.add(
        "Found without groups",
        heights(matched(without, basis)),
        ColourMap.SEQUENTIAL,
        1,
        6,
        28,
        breaks,
        List.of("weight in views not planted: " + outside(matched(without, basis), pattern)));
    sheet.add(
        "Found with a group penalty",
        heights(matched(with, basis)),
        ColourMap.SEQUENTIAL,
        1,
        6,
        28,
        breaks,
        List.of("weight in views not planted: " + outside(matched(with, basis), pattern)));
    return sheet.render();
  }

  /** Every row divided by its largest entry. */
  private static DenseMatrix heights(DenseMatrix basis) {
    DenseMatrix out = basis.copy();
    for (int l = 0; l < basis.rows(); l++) {
      double most = 1e-300;
      for (int j = 0; j < basis.columns(); j++) {
        most = Math.max(most, basis.get(l, j));
      }
      for (int j = 0; j < basis.columns(); j++) {
        out.set(l, j, basis.get(l, j) / most);
      }
    }
    return out;
  }

  /** The rows in the order of the planted ones, by the largest cosines. */
  private static DenseMatrix matched(DenseMatrix found, double[][] planted) {
    DenseMatrix out = new DenseMatrix(found.rows(), found.columns());
    boolean[] taken = new boolean[planted.length];
    boolean[] used = new boolean[planted.length];
    for (int step = 0; step < planted.length; step++) {
      double best = -1;
      int row = 0;
      int place = 0;
      for (int l = 0; l < planted.length; l++) {
        for (int k = 0; k < planted.length; k++) {
          if (!taken[l] && !used[k] && cosine(found, k, planted[l]) > best) {
            best = cosine(found, k, planted[l]);
            place = l;
            row = k;
          }
        }
      }
      taken[place] = true;
      used[row] = true;
      for (int j = 0; j < found.columns(); j++) {
        out.set(place, j, found.get(row, j));
      }
    }
    return out;
  }

  private static double cosine(DenseMatrix found, int row, double[] planted) {
    double inner = 0;
    double left = 0;
    double right = 0;
    for (int j = 0; j < planted.length; j++) {
      inner += planted[j] * found.get(row, j);
      left += planted[j] * planted[j];
      right += found.get(row, j) * found.get(row, j);
    }
    return right > 0 ? inner / Math.sqrt(left * right) : 0;
  }

  private static String outside(DenseMatrix basis, boolean[][] pattern) {
    int view = basis.columns() / 3;
    double outside = 0;
    double all = 0;
    for (int l = 0; l < basis.rows(); l++) {
      for (int j = 0; j < basis.columns(); j++) {
        all += basis.get(l, j);
        outside += pattern[l][j / view] ? 0 : basis.get(l, j);
      }
    }
    return Numbers.fixed(100 * outside / all, 1) + " %";
  }

  /** What is left over, entry by entry from the largest, by both losses. */
  private static String elastic() {
    Observations noise = Observations.of(TestProblems.uniform(40, 25, 4));
    LineChart chart =
        new LineChart("Residuals by the two losses", "entries, from the largest", "|residual|")
            .heading("The elastic net lowers large residuals and shares them out");
    for (double alpha : new double[] {0, 10}) {
      MahNmf plain = MahNmf.ofRank(6).withSeed(1).withRestarts(2);
      MahNmf one = alpha == 0 ? plain : plain.with(new ElasticNet(alpha));
      double[] sizes =
          Arrays.stream(one.fit(noise).sparsePart().toDense().array())
              .map(Math::abs)
              .sorted()
              .toArray();
      double[] x = new double[sizes.length];
      double[] y = new double[sizes.length];
      for (int k = 0; k < x.length; k++) {
        x[k] = k + 1;
        y[k] = sizes[sizes.length - 1 - k];
      }
      chart.line(alpha == 0 ? "Manhattan" : "elastic net, α = " + Numbers.format(alpha), x, y);
    }
    return new PictureSheet(
            "Residuals by the Manhattan loss and the elastic net",
            "The Manhattan loss leaves many entries without any residual and a few with a large"
                + " one; the elastic net lowers the large ones and shares them out.")
        .add(chart.legend(), 640, 340)
        .render();
  }

  /** An affinity with three clusters, in order of the clusters, and what HHᵀ makes of it. */
  private static String symmetric() {
    int count = 48;
    Generator random = new Generator(3);
    double[][] affinity = new double[count][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        boolean same = cluster(i) == cluster(j);
        double value =
            random.chance(.12) ? random.uniform() : (same ? .7 : .05) + .2 * random.uniform();
        affinity[i][j] = value;
        affinity[j][i] = value;
      }
    }
    Factorization found =
        MahNmf.ofRank(3)
            .with(new SymmetricRri())
            .withSeed(1)
            .symmetric()
            .fit(Observations.of(affinity));
    return new PictureSheet(
            "An affinity, its symmetric factors and their product",
            "The affinity of three clusters with wrong entries; H, one column per cluster; HHᵀ.")
        .add(
            "Affinity X",
            DenseMatrix.ofRows(affinity),
            ColourMap.SEQUENTIAL,
            1,
            6,
            6,
            List.of(),
            List.of("three clusters, 12 % wrong entries"))
        .space(10)
        .add(
            "H",
            ordered(found.codes().toDense()),
            ColourMap.SEQUENTIAL,
            largest(found.codes().toDense()),
            20,
            6,
            List.of(1, 2),
            List.of("one column a cluster"))
        .space(10)
        .add(
            "H Hᵀ",
            found.lowRank(),
            ColourMap.SEQUENTIAL,
            1,
            6,
            6,
            List.of(),
            List.of("the clusters, without the wrong entries"))
        .render();
  }

  /** The columns in the order of the clusters. */
  private static DenseMatrix ordered(DenseMatrix codes) {
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
    Collections.sort(order, (a, b) -> Double.compare(centre(codes, a), centre(codes, b)));
    DenseMatrix out = new DenseMatrix(codes.rows(), 3);
    for (int i = 0; i < codes.rows(); i++) {
      for (int l = 0; l < 3; l++) {
        out.set(i, l, codes.get(i, order.get(l)));
      }
    }
    return out;
  }

  private static int cluster(int i) {
    return i < 20 ? 0 : i < 36 ? 1 : 2;
  }

  /** A table with holes and outliers, and its completion. */
  private static String missing() {
    Generator random = new Generator(6);
    int rows = 60;
    int columns = 50;
    double[][] codes = new double[rows][3];
    double[][] basis = new double[3][columns];
    for (int l = 0; l < 3; l++) {
      for (int i = 0; i < rows; i++) {
        codes[i][l] = .5 + .5 * Math.sin(i * (l + 1) * .09 + l);
      }
      for (int j = 0; j < columns; j++) {
        basis[l][j] = .5 + .5 * Math.cos(j * (l + 1.5) * .12 + 2 * l);
      }
    }
    double[][] clean = TestProblems.multiply(codes, basis);
    double[][] table = TestProblems.copy(clean);
    for (double[] row : table) {
      for (int j = 0; j < columns; j++) {
        row[j] = random.chance(.1) ? 3 * random.uniform() : row[j];
      }
    }
    TestProblems.hide(table, .4, 6);
    DenseMatrix found =
        MahNmf.ofRank(3).withSeed(1).fit(Observations.of(table)).lowRank().toDense();
    double error = 0;
    double size = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (Double.isNaN(table[i][j])) {
          error += Math.abs(found.get(i, j) - clean[i][j]);
          size += clean[i][j];
        }
      }
    }
    double high = largest(DenseMatrix.ofRows(clean));
    return new PictureSheet(
            "A table with holes, its completion, and the truth",
            "40 % of the entries are missing and 10 % of the others are wrong; the completion is"
                + " close to the truth.")
        .add(
            "Given",
            DenseMatrix.ofRows(table),
            ColourMap.SEQUENTIAL,
            high,
            5,
            5,
            List.of(),
            List.of("hatched: 40 % missing", "specks: 10 % outliers"))
        .add(
            "Completed",
            found,
            ColourMap.SEQUENTIAL,
            high,
            5,
            5,
            List.of(),
            List.of("rank 3", "error where hidden: " + Numbers.fixed(100 * error / size, 1) + " %"))
        .add(
            "Truth",
            DenseMatrix.ofRows(clean),
            ColourMap.SEQUENTIAL,
            high,
            5,
            5,
            List.of(),
            List.of("never shown to the solver"))
        .render();
  }
}
