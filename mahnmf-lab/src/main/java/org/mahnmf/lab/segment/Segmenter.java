package org.mahnmf.lab.segment;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * Cuts a picture into segments as Section 5.3.2 of the paper does: the normalised affinity (eq5.1)
 * of its parts is factored as HHᵀ by symmetric MahNMF (eq4.23), and k-means on the rows of H gives
 * the segments. δ_F, δ_L and the rank are the paper's.
 *
 * <p>Four things differ, for a reason each; {@link #asPublished} takes the last three back.
 *
 * <ul>
 *   <li>The parts are some 1,000 superpixels and not pixels: 481 x 321 pixels have 10¹⁰ pairs, and
 *       a graph cut off at a radius that a computer can hold is so sparse that H = 0 is the optimum
 *       of the absolute error (the median of a row is 0). Pixels get the segment of their patch.
 *   <li>F is the mean colour in L*a*b* and not the brightness, which is the same for grey pictures.
 *   <li>No pair is cut off for its distance. The paper's radius, the median distance, tears a wide
 *       sky or meadow into a left and a right segment.
 *   <li>k-means groups the rows of D^(-1/2)·H, D the row sums of the affinity, as normalised cuts
 *       do with their eigenvectors: H itself is large where a patch has many like it.
 * </ul>
 *
 * <p>What they bring, as the mean covering of the human segmentations over 13 Berkeley images with
 * 3 or 5 segments, the better of the two for each image: .431 as published on superpixels, .556
 * with colour and without the radius, .614 with D^(-1/2) (1,000 superpixels, seed 1). The study
 * {@code segmentation} compares with normalised cuts.
 *
 * <p>Rows of H are not brought to unit length before k-means, as the paper does not; it was worse.
 * Settings are immutable; the same seed gives the same segments for any number of threads.
 */
public final class Segmenter implements Cloneable {

  /** The paper's δ_F. */
  public static final double DELTA_F = .3;

  /** The paper's δ_L. */
  public static final double DELTA_L = .7;

  /** The paper's rank. */
  public static final int DEFAULT_RANK = 5;

  /** About how many patches a picture is cut into. */
  public static final int DEFAULT_SUPERPIXELS = 1000;

  private static final int MOST_SWEEPS = 50;

  private int segments;
  private int rank = DEFAULT_RANK;
  private int superpixels = DEFAULT_SUPERPIXELS;
  private long seed;
  private int threads = 1;
  private boolean asPublished;

  private Segmenter() {}

  /**
   * Begins with a number of segments and the paper's values for all else.
   *
   * @param segments at least 1
   */
  public static Segmenter withSegments(int segments) {
    if (segments < 1) {
      throw new IllegalArgumentException("segments is " + segments + " but must be at least 1");
    }
    Segmenter settings = new Segmenter();
    settings.segments = segments;
    return settings;
  }

  /**
   * Sets the columns of H.
   *
   * @param newRank at least 1
   */
  public Segmenter withRank(int newRank) {
    if (newRank < 1) {
      throw new IllegalArgumentException("rank is " + newRank + " but must be at least 1");
    }
    Segmenter copy = copy();
    copy.rank = newRank;
    return copy;
  }

  /**
   * Sets about how many patches are grouped; time and memory grow with their square.
   *
   * @param wanted at least the segments and the rank
   */
  public Segmenter withSuperpixels(int wanted) {
    if (wanted < 1) {
      throw new IllegalArgumentException("superpixels is " + wanted + " but must be at least 1");
    }
    Segmenter copy = copy();
    copy.superpixels = wanted;
    return copy;
  }

  /**
   * Sets the seed; default 0.
   *
   * @param newSeed any number
   */
  public Segmenter withSeed(long newSeed) {
    Segmenter copy = copy();
    copy.seed = newSeed;
    return copy;
  }

  /**
   * Sets the number of threads; default 1.
   *
   * @param newThreads at least 1
   */
  public Segmenter withThreads(int newThreads) {
    Segmenter copy = copy();
    copy.threads = newThreads;
    return copy;
  }

  /** Uses brightness and the radius of the paper. */
  public Segmenter asPublished() {
    Segmenter copy = copy();
    copy.asPublished = true;
    return copy;
  }

  /**
   * Cuts a picture.
   *
   * @param picture <em>not modified</em>
   * @param watched adds listeners or a cancellation to the fit
   * @throws IllegalArgumentException if the picture has too few patches, naming the rule
   */
  public Segmentation segment(ColourPicture picture, UnaryOperator<MahNmf> watched) {
    PatchGraph graph = graph(picture);
    Superpixels patches = graph.patches();
    require("segments", segments, patches.count());
    require("rank", rank, patches.count());
    DenseMatrix affinity = Affinity.normalized(graph.weights());
    MahNmf settings =
        MahNmf.ofRank(rank)
            .symmetric()
            .withMaxIterations(MOST_SWEEPS)
            .withSeed(seed)
            .withThreads(threads);
    Factorization fit = watched.apply(settings).fit(Observations.of(affinity));
    DenseMatrix points = asPublished ? fit.codes() : unweighted(fit.codes(), affinity);
    return Segmentation.of(patches, fit, points, segments, seed, threads);
  }

  /** Returns D^(-1/2)·H. A patch has affinity 1 with itself, so the diagonal holds 1/D. */
  private static DenseMatrix unweighted(DenseMatrix codes, DenseMatrix affinity) {
    DenseMatrix points = codes.copy();
    for (int i = 0; i < points.rows(); i++) {
      for (int l = 0; l < points.columns(); l++) {
        points.set(i, l, codes.get(i, l) * Math.sqrt(affinity.get(i, i)));
      }
    }
    return points;
  }

  private static void require(String what, int value, int most) {
    if (value > most) {
      throw new IllegalArgumentException(
          what + " is " + value + " but must be at most the superpixels of the image, " + most);
    }
  }

  /**
   * Cuts a picture into patches and compares them, for other ways to group them.
   *
   * @param picture <em>not modified</em>
   */
  public PatchGraph graph(ColourPicture picture) {
    Superpixels patches = Superpixels.of(picture, superpixels);
    return new PatchGraph(patches, affinity(picture, patches));
  }

  private DenseMatrix affinity(ColourPicture picture, Superpixels patches) {
    double[][] places = points(patches.columns(), patches.rows());
    double[][] features = asPublished ? brightness(picture, patches) : colours(picture, patches);
    return Affinity.weights(features, places, DELTA_F, DELTA_L, asPublished);
  }

  private static double[][] brightness(ColourPicture picture, Superpixels patches) {
    double[] pixels = new double[picture.pixels()];
    Arrays.setAll(pixels, picture::brightness);
    return points(patches.means(pixels));
  }

  private static double[][] colours(ColourPicture picture, Superpixels patches) {
    double[][] pixels = new double[3][picture.pixels()];
    for (int p = 0; p < picture.pixels(); p++) {
      double[] lab = picture.lab(p);
      for (int k = 0; k < 3; k++) {
        pixels[k][p] = lab[k];
      }
    }
    return points(patches.means(pixels[0]), patches.means(pixels[1]), patches.means(pixels[2]));
  }

  /** Turns one array for each coordinate into one for each point. */
  private static double[][] points(double[]... coordinates) {
    double[][] points = new double[coordinates[0].length][coordinates.length];
    for (int i = 0; i < points.length; i++) {
      for (int k = 0; k < coordinates.length; k++) {
        points[i][k] = coordinates[k][i];
      }
    }
    return points;
  }

  private Segmenter copy() {
    try {
      return (Segmenter) clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
