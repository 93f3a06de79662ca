package org.mahnmf.term;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;

/**
 * A partition of the columns 0 … count−1 of a factor into named groups that do not overlap: views
 * of features for the basis, classes of samples for the codes (G_W and G_H of eq4.9). Immutable.
 */
public final class Groups implements Serializable {

  private final int count;
  private final List<String> names;
  private final int[][] members;

  private Groups(int count, List<String> names, int[][] members) {
    this.count = count;
    this.names = names;
    this.members = members;
  }

  /** Groups columns by label; groups are numbered in the order in which labels first appear. */
  public static Groups ofLabels(List<String> labels) {
    requireColumns(labels.size());
    Map<String, List<Integer>> byLabel = new LinkedHashMap<>();
    for (int j = 0; j < labels.size(); j++) {
      String label = labels.get(j);
      Check.that(
          "the group label of column %s is empty; give every column a label",
          label != null && !label.isBlank(), j + 1);
      byLabel.computeIfAbsent(label, name -> new ArrayList<>()).add(j);
    }
    int[][] members =
        byLabel.values().stream()
            .map(columns -> columns.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    return new Groups(labels.size(), List.copyOf(byLabel.keySet()), members);
  }

  /** Puts all columns, at least 1, into one group, named {@code all}. */
  public static Groups single(int count) {
    requireColumns(count);
    return new Groups(count, List.of("all"), new int[][] {IntStream.range(0, count).toArray()});
  }

  private static void requireColumns(int count) {
    Check.that("there are %s columns to group but must be at least 1", count >= 1, count);
  }

  /** Returns the number of columns. */
  public int count() {
    return count;
  }

  /** Returns the number of groups. */
  public int size() {
    return members.length;
  }

  /** Returns the columns of a group, by its number, in rising order, as a new array. */
  public int[] members(int group) {
    return members[group].clone();
  }

  /** Returns the name of a group, by its number. */
  public String name(int group) {
    return names.get(group);
  }

  /** Returns the number of columns in a group. */
  int length(int group) {
    return members[group].length;
  }

  /** Returns the number of columns in the largest group. */
  int longest() {
    return Stream.of(members).mapToInt(columns -> columns.length).max().orElse(0);
  }

  /** Copies max(0, ·) of a group's columns of one row (errata 11: the positive part). */
  void gather(DenseMatrix factor, int row, int group, double[] out, int from) {
    int[] columns = members[group];
    for (int i = 0; i < columns.length; i++) {
      out[from + i] = Math.max(0, factor.get(row, columns[i]));
    }
  }

  /** The way back of {@link #gather}; the factor is <em>modified</em>. */
  void scatter(double[] block, int from, DenseMatrix factor, int row, int group) {
    int[] columns = members[group];
    for (int i = 0; i < columns.length; i++) {
      factor.set(row, columns[i], block[from + i]);
    }
  }

  /** Checks that the groups are those of a factor with so many columns. */
  void requireCount(int columns) {
    Check.that(
        "the groups cover %s columns but the factor has %s; give one label for each column of"
            + " the factor",
        columns == count, count, columns);
  }

  @Override
  public String toString() {
    return size() + " groups of " + count + " columns";
  }
}
