package org.mahnmf.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.judge.PenaltySearch;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.term.Groups;

/**
 * Things seen in several views, side by side in one table, and the classes they belong to.
 *
 * @param values one sample in each row, all views one after the other, each brought to a common
 *     scale
 * @param views the features of each view
 * @param classes for each class, which samples belong to it
 * @param training how many samples from the first on are to learn from; 0 for a random half
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ViewSet(DenseMatrix values, Groups views, boolean[][] classes, int training) {

  /** Classes with fewer samples are left out. */
  private static final int LEAST_SAMPLES = 20;

  /**
   * How a view is brought to a scale of its own, so that its unit plays no part.
   *
   * @param words that tables show
   * @param rule returns a view, one sample in each row, non-negative, in its scale
   */
  record Scaling(String words, UnaryOperator<DenseMatrix> rule) {

    /** The view is divided by its largest entry. */
    static final Scaling LARGEST =
        new Scaling(
            "largest is 1", view -> view.times(1 / Arrays.stream(view.array()).max().orElse(1)));

    /** Every sample's part of the view sums to 1. */
    static final Scaling SUM = new Scaling("sum is 1", Scaling::sumOne);

    /** The roots of that, so that every sample's part of the view has length 1 (Hellinger). */
    static final Scaling ROOT =
        new Scaling(
            "length of roots is 1",
            view -> {
              DenseMatrix out = sumOne(view);
              Arrays.setAll(out.array(), k -> Math.sqrt(out.array()[k]));
              return out;
            });

    private static DenseMatrix sumOne(DenseMatrix view) {
      DenseMatrix out = view.copy();
      for (int i = 0; i < out.rows(); i++) {
        int from = out.offset(i);
        int to = from + out.columns();
        double sum = Arrays.stream(out.array(), from, to).sum();
        for (int k = from; k < to && sum > 0; k++) {
          out.array()[k] /= sum;
        }
      }
      return out;
    }
  }

  /**
   * A set of the data catalogue.
   *
   * @param name that tables show
   * @param views names of the views
   * @param places where each view is, one or several files below each other
   * @param labels where the classes are: a column of numbers, or a column for each class
   * @param training as in {@link ViewSet}
   * @param ranks the reduced dimensions
   */
  record Known(
      String name,
      List<String> views,
      List<List<String>> places,
      List<String> labels,
      int training,
      List<Integer> ranks) {

    private static final String COREL = "multiview/corel5k_lear/corel5k_";

    /** Three views of 499 images, as in the paper. */
    static final Known COREL_499 =
        new Known(
            "Corel5k 499",
            List.of("DenseSift", "Gist", "DenseHue"),
            List.of(
                List.of(COREL + "test_DenseSift.mat"),
                List.of(COREL + "test_Gist.mat"),
                List.of(COREL + "test_DenseHue.mat")),
            List.of(COREL + "test_Label.mat"),
            0,
            List.of(10, 20, 40, 80, 120, 160, 200, 240));

    /** Two views of all 4,999 images with the official split. */
    static final Known COREL_ALL =
        new Known(
            "Corel5k",
            List.of("DenseSift", "DenseHue"),
            List.of(
                List.of(COREL + "train_DenseSift.mat", COREL + "test_DenseSift.mat"),
                List.of(COREL + "train_DenseHue.mat", COREL + "test_DenseHue.mat")),
            List.of(COREL + "train_Label.mat", COREL + "test_Label.mat"),
            4500,
            List.of(100, 200, 400, 700, 1000));

    /** Digits, but for the third view, which has negative entries. */
    static final Known HANDWRITTEN =
        cells("Handwritten", List.of(1, 2, 4, 5, 6), List.of(10, 20, 50, 100));

    /** Photographs of seven kinds of things. */
    static final Known MSRC = cells("MSRC-v5", List.of(1, 2, 3, 4, 5), List.of(10, 25, 50, 100));

    private static Known cells(String name, List<Integer> views, List<Integer> ranks) {
      String file = "multiview/" + name + ".mat";
      return new Known(
          name,
          views.stream().map(v -> "view " + v).toList(),
          views.stream().map(v -> List.of(file + ":X{" + v + "}")).toList(),
          List.of(file + ":y"),
          0,
          ranks);
    }

    /** Returns the files, below the data folder. */
    List<String> files() {
      return Stream.concat(places.stream().flatMap(List::stream), labels.stream())
          .map(place -> place.replaceAll("\\.mat:.*", ".mat"))
          .distinct()
          .toList();
    }

    boolean isIn(Path data) {
      return files().stream().allMatch(file -> Files.isRegularFile(data.resolve(file)));
    }

    ViewSet read(Path data, Scaling scaling) {
      List<double[]> columns = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (int v = 0; v < places.size(); v++) {
        DenseMatrix view = scaling.rule().apply(below(data, places.get(v)));
        columns.addAll(List.of(Rows.of(view.transpose())));
        names.addAll(Collections.nCopies(view.columns(), views.get(v)));
      }
      DenseMatrix values = DenseMatrix.ofRows(columns.toArray(new double[0][])).transpose();
      return new ViewSet(values, Groups.ofLabels(names), classes(below(data, labels)), training);
    }

    private static DenseMatrix below(Path data, List<String> places) {
      List<double[]> rows = new ArrayList<>();
      for (String place : places) {
        Matrix part =
            Tables.read(Source.parse(data.resolve(place).toString()), ReadOptions.DEFAULT).values();
        rows.addAll(List.of(Rows.of(part)));
      }
      return DenseMatrix.ofRows(rows.toArray(new double[0][]));
    }

    private static boolean[][] classes(DenseMatrix labels) {
      List<boolean[]> classes = new ArrayList<>();
      boolean numbered = labels.columns() == 1;
      int count = numbered ? (int) Arrays.stream(labels.array()).max().orElse(0) : labels.columns();
      for (int k = 0; k < count; k++) {
        boolean[] members = new boolean[labels.rows()];
        int size = 0;
        for (int i = 0; i < members.length; i++) {
          members[i] = numbered ? labels.get(i, 0) == k + 1 : labels.get(i, k) > 0;
          size += members[i] ? 1 : 0;
        }
        if (size >= LEAST_SAMPLES) {
          classes.add(members);
        }
      }
      return classes.toArray(new boolean[0][]);
    }
  }

  /** Cuts the samples in two: the rows to learn from, such as a random half, then all others. */
  int[][] split(long seed) {
    int n = values.rows();
    int[] order = IntStream.range(0, n).toArray();
    int first = training;
    if (training == 0) {
      first = n / 2;
      Draws draws = new Draws(Draws.mix(seed));
      for (int i = n - 1; i > 0; i--) {
        int j = draws.below(i + 1);
        int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
      }
    }
    return new int[][] {Arrays.copyOf(order, first), Arrays.copyOfRange(order, first, n)};
  }

  /** Returns some samples. */
  DenseMatrix rows(int[] which) {
    return Rows.some(values, which);
  }

  /** Returns which of some samples belong to each class. */
  boolean[][] members(int[] which) {
    return PenaltySearch.members(classes, which);
  }
}
