package org.mahnmf.lab.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.mahnmf.internal.search.Assignment;

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

  /**
   * Compares two groupings.
   *
   * @param truth the group of each sample, any numbers; <em>not modified</em>
   * @param found likewise; <em>not modified</em>
   */
  public static ClusterScores of(int[] truth, int[] found) {
    Contingency table = Contingency.of(truth, found);
    return new ClusterScores(
        table.accuracy(),
        table.normalizedInformation(),
        table.adjustedRand(),
        table.rand(),
        table.covering());
  }

  /**
   * Compares a grouping with several true ones, such as those of several people, and returns the
   * mean of every score. The mean of {@link #rand} is the probabilistic Rand index (Unnikrishnan,
   * Pantofaru, Hebert 2007).
   *
   * @param truths at least one
   * @param found <em>not modified</em>
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
