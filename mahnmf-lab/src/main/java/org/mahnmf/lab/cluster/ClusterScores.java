package org.mahnmf.lab.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.mahnmf.internal.search.Assignment;
import org.mahnmf.lab.linear.Rows;

/**
 * How well a grouping agrees with the true one; 1 is perfect, and names of groups do not matter.
 *
 * @param accuracy share of samples in the right group under the best one-to-one matching of groups
 *     (AC of Xu, Liu, Gong 2003, by {@link Assignment})
 * @param mutualInformation I(truth; found) / max(H(truth), H(found)), the normalisation of Xu, Liu,
 *     Gong 2003, which the paper follows; 1 if both have one group only
 * @param adjustedRand the Rand index, less what chance gives (Hubert, Arabie 1985)
 * @param rand share of the pairs of samples that both put together or both keep apart
 * @param covering Σ over true groups of their share of the samples times their best overlap
 *     |A∩B|/|A∪B| with a found group (Arbeláez et al. 2011)
 */
public record ClusterScores(
    double accuracy, double mutualInformation, double adjustedRand, double rand, double covering) {

  /** Compares two groupings, the group of each sample, any numbers; <em>not modified</em>. */
  public static ClusterScores of(int[] truth, int[] found) {
    if (truth.length != found.length || truth.length == 0) {
      throw new IllegalArgumentException(
          "there are %s true labels and %s found ones but must be as many, and at least one"
              .formatted(truth.length, found.length));
    }
    int[] rows = numbered(truth);
    int[] columns = numbered(found);
    double[][] shared = new double[count(rows)][count(columns)];
    for (int i = 0; i < truth.length; i++) {
      shared[rows[i]][columns[i]]++;
    }
    double n = truth.length;
    double[] trueSizes = sums(shared);
    double[] foundSizes = sums(Rows.transposed(shared));
    double information = 0;
    double covering = 0;
    for (int i = 0; i < trueSizes.length; i++) {
      double best = 0;
      for (int j = 0; j < foundSizes.length; j++) {
        double both = shared[i][j];
        if (both > 0) {
          information += both / n * StrictMath.log(both / (trueSizes[i] * foundSizes[j] / n));
        }
        best = Math.max(best, both / (trueSizes[i] + foundSizes[j] - both));
      }
      covering += trueSizes[i] * best;
    }
    double entropy = Math.max(entropy(trueSizes, n), entropy(foundSizes, n));
    double all = pairs(n);
    double together = Arrays.stream(shared).mapToDouble(ClusterScores::pairs).sum();
    double inTruth = pairs(trueSizes);
    double inFound = pairs(foundSizes);
    double expected = n > 1 ? inTruth / all * inFound : 0;
    double most = .5 * (inTruth + inFound);
    return new ClusterScores(
        matched(shared) / n,
        entropy > 0 ? Math.min(1, Math.max(0, information / entropy)) : 1,
        most > expected ? (together - expected) / (most - expected) : 1,
        all == 0 ? 1 : (all + 2 * together - inTruth - inFound) / all,
        covering / n);
  }

  /** Numbers groups from 0 on in the order of their first samples. */
  private static int[] numbered(int[] labels) {
    Map<Integer, Integer> groups = new HashMap<>();
    return Arrays.stream(labels)
        .map(label -> groups.computeIfAbsent(label, key -> groups.size()))
        .toArray();
  }

  private static int count(int[] groups) {
    return Arrays.stream(groups).max().orElse(0) + 1;
  }

  private static double[] sums(double[][] rows) {
    return Arrays.stream(rows).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
  }

  /** Returns how many samples are right under the best matching. */
  private static double matched(double[][] shared) {
    double[][] gain = shared.length <= shared[0].length ? shared : Rows.transposed(shared);
    int[] match = Assignment.best(gain);
    double right = 0;
    for (int i = 0; i < match.length; i++) {
      right += gain[i][match[i]];
    }
    return right;
  }

  private static double entropy(double[] sizes, double samples) {
    double sum = 0;
    for (double size : sizes) {
      sum -= size / samples * StrictMath.log(size / samples);
    }
    return sum;
  }

  /** Returns how many pairs groups of these sizes have. */
  private static double pairs(double... sizes) {
    return Arrays.stream(sizes).map(size -> size * (size - 1) / 2).sum();
  }

  /**
   * Compares a grouping with several true ones, such as those of several people, and returns the
   * mean of every score. The mean of {@link #rand} is the probabilistic Rand index (Unnikrishnan,
   * Pantofaru, Hebert 2007).
   */
  public static ClusterScores mean(List<int[]> truths, int[] found) {
    List<ClusterScores> all = truths.stream().map(truth -> of(truth, found)).toList();
    return new ClusterScores(
        mean(all, ClusterScores::accuracy),
        mean(all, ClusterScores::mutualInformation),
        mean(all, ClusterScores::adjustedRand),
        mean(all, ClusterScores::rand),
        mean(all, ClusterScores::covering));
  }

  private static double mean(List<ClusterScores> all, ToDoubleFunction<ClusterScores> score) {
    double sum = 0;
    for (ClusterScores one : all) {
      sum += score.applyAsDouble(one);
    }
    return sum / all.size();
  }

  /** Returns the scores by name, for records. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("accuracy", accuracy);
    map.put("mutualInformation", mutualInformation);
    map.put("adjustedRand", adjustedRand);
    map.put("rand", rand);
    map.put("covering", covering);
    return map;
  }
}
