package org.mahnmf.lab.segment;

import java.util.function.UnaryOperator;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.lab.cluster.KMeans;
import org.mahnmf.lab.cluster.NormalizedCuts;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * Cuts a picture into segments as Section 5.3.2 of the paper does: the normalised affinity (eq5.1)
 * of its parts is factored as HHᵀ by symmetric MahNMF (eq4.23), and k-means on the rows of H gives
 * the segments. δ_F, δ_L and the rank are the paper's.
 *
 * <p>Four things differ, for a reason each; {@code isPublished} takes the last three back.
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
 *
 * @param segments at least 1
 * @param rank columns of H, at least 1
 * @param superpixels about how many patches are grouped, at least the segments and the rank; time
 *     and memory grow with their square
 * @param seed of every random choice
 * @param threads at least 1
 * @param isPublished whether brightness and the radius of the paper are used
 */
public record Segmenter(
    int segments, int rank, int superpixels, long seed, int threads, boolean isPublished) {

  /** The paper's δ_F. */
  public static final double DELTA_F = .3;

  /** The paper's δ_L. */
  public static final double DELTA_L = .7;

  /** The paper's rank. */
  public static final int DEFAULT_RANK = 5;

  /** About how many patches a picture is cut into. */
  public static final int DEFAULT_SUPERPIXELS = 1000;

  private static final int MOST_SWEEPS = 50;

  /** Checks the numbers. */
  public Segmenter {
    requirePositive("segments", segments);
    requirePositive("rank", rank);
    requirePositive("superpixels", superpixels);
  }

  private static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " is " + value + " but must be at least 1");
    }
  }

  /**
   * Cuts a picture.
   *
   * @param picture <em>not modified</em>
   * @param watched adds listeners or a cancellation to the fit
   * @throws IllegalArgumentException if the picture has too few patches, naming the rule
   */
  public Segmentation segment(ColourPicture picture, UnaryOperator<MahNmf> watched) {
    Superpixels patches = Superpixels.of(picture, superpixels);
    require("segments", segments, patches.count());
    require("rank", rank, patches.count());
    DenseMatrix affinity = new NormalizedCuts(weights(picture, patches)).normalized();
    MahNmf settings =
        MahNmf.ofRank(rank)
            .symmetric()
            .withMaxIterations(MOST_SWEEPS)
            .withSeed(seed)
            .withThreads(threads);
    Factorization fit = watched.apply(settings).fit(Observations.of(affinity));
    DenseMatrix codes = fit.codes().toDense();
    DenseMatrix points = isPublished ? codes : unweighted(codes, affinity);
    return Segmentation.of(patches, fit, points, new KMeans(segments, seed, threads));
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

  /** Returns how alike the patches of a picture are (eq5.1), not normalised. */
  public DenseMatrix weights(ColourPicture picture, Superpixels patches) {
    double[][] features =
        patches.means(isPublished ? p -> new double[] {picture.brightness(p)} : picture::lab);
    return Affinity.weights(features, patches.centres(), DELTA_F, DELTA_L, isPublished);
  }
}
