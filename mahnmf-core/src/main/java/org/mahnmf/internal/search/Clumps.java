package org.mahnmf.internal.search;

import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.internal.kernel.Selection;
import org.mahnmf.matrix.PictureShape;

/**
 * Whether what is wrong in a table comes in pieces. Entries of hidden regions are predicted by a
 * fit that has not seen them; those that it misses by far are likely corrupted, and if the same
 * holds, with the same sign, for their neighbours, then the corruption comes in pieces.
 *
 * <p>Neighbours in a picture are a tenth of its width or height apart, since small pieces do no
 * harm: entries hidden one by one judge these well. The constants were set on faces of 32x32 pixels
 * (two sets of real ones, one of generated ones), so that covered squares of 8 pixels and more are
 * told from smaller ones, noise and clean pictures; docs/ridge.md has what comes of it. Without a
 * picture the neighbour is the next sample.
 */
final class Clumps {

  /** An entry is missed by far beyond so many usual errors, times median to deviation. */
  private static final double FAR = 4 * 1.4826;

  private static final double TENTH = .1;

  /** Share of the neighbours that agree, and how much more than chance that is at least. */
  private static final double MANY = .42;

  private static final double MORE_THAN_CHANCE = 2;

  /** Fewer missed entries do no harm wherever they lie. */
  private static final double FEW = .002;

  private final long[] places;
  private final int[] signs;
  private final int features;

  private Clumps(int[] samples, int[] columns, int features, int[] signs) {
    this.places = new long[samples.length];
    Arrays.setAll(places, k -> (long) samples[k] * features + columns[k]);
    this.signs = signs;
    this.features = features;
  }

  /**
   * Looks at hidden regions.
   *
   * @param samples row of each entry, ascending; <em>not modified</em>
   * @param columns column of each, ascending within a row; <em>not modified</em>
   * @param errors of each, with its sign; <em>not modified</em>
   * @param features columns of the table
   * @param picture how a sample is laid out, if it is a picture
   */
  static boolean areIn(
      int[] samples, int[] columns, double[] errors, int features, Optional<PictureShape> picture) {
    int[] signs = picture.isPresent() ? signs(errors) : signs(errors, columns, features);
    Clumps clumps = new Clumps(samples, columns, features, signs);
    double far = Arrays.stream(signs).filter(sign -> sign != 0).count();
    double chance = far / signs.length;
    double alike = picture.map(clumps::alike).orElseGet(clumps::alike);
    return chance >= FEW && alike >= MANY && alike >= MORE_THAN_CHANCE * chance;
  }

  private static int[] signs(double[] errors) {
    double[] sizes = Arrays.stream(errors).map(Math::abs).toArray();
    double most = FAR * Selection.select(sizes, 0, sizes.length, .5);
    return Arrays.stream(errors).mapToInt(error -> sign(error, most)).toArray();
  }

  /** The same where columns differ in unit. */
  private static int[] signs(double[] errors, int[] columns, int features) {
    int[] ends = new int[features + 1];
    for (int column : columns) {
      ends[column + 1]++;
    }
    for (int j = 0; j < features; j++) {
      ends[j + 1] += ends[j];
    }
    int[] next = ends.clone();
    double[] sizes = new double[errors.length];
    for (int k = 0; k < errors.length; k++) {
      sizes[next[columns[k]]++] = Math.abs(errors[k]);
    }
    double[] most = new double[features];
    Arrays.setAll(most, j -> FAR * Selection.select(sizes, ends[j], ends[j + 1] - ends[j], .5));
    int[] signs = new int[errors.length];
    Arrays.setAll(signs, k -> sign(errors[k], most[columns[k]]));
    return signs;
  }

  private static int sign(double error, double most) {
    return error > most ? 1 : error < -most ? -1 : 0;
  }

  private double alike(PictureShape shape) {
    int across = Math.max(1, (int) (TENTH * shape.width())) * shape.channels();
    int down = Math.max(1, (int) (TENTH * shape.height()));
    int line = shape.width() * shape.channels();
    Pairs pairs = new Pairs();
    for (int k = 0; k < signs.length; k++) {
      int feature = (int) (places[k] % features);
      if (feature % line + across < line) {
        pairs.add(k, places[k] + across);
      }
      if (feature / line + down < shape.height()) {
        pairs.add(k, places[k] + (long) down * line);
      }
    }
    return pairs.share();
  }

  private double alike() {
    Pairs pairs = new Pairs();
    for (int k = 0; k < signs.length; k++) {
      pairs.add(k, places[k] + features);
    }
    return pairs.share();
  }

  /** Neighbours that are hidden both. */
  private final class Pairs {

    private double far;
    private double alike;

    void add(int k, long neighbour) {
      int other = Arrays.binarySearch(places, neighbour);
      if (other >= 0) {
        far += Math.abs(signs[k]) + Math.abs(signs[other]);
        alike += signs[k] * signs[other] > 0 ? 2 : 0;
      }
    }

    double share() {
      return far > 0 ? alike / far : 0;
    }
  }
}
