package org.mahnmf.lab.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.mahnmf.internal.search.Assignment;
import org.mahnmf.lab.linear.Rows;

/** How many samples each pair of a true and a found group share. */
final class Contingency {

  private final double[][] shared;
  private final double[] trueSizes;
  private final double[] foundSizes;
  private final double samples;

  private Contingency(int[] truth, int trueGroups, int[] found, int foundGroups) {
    shared = new double[trueGroups][foundGroups];
    trueSizes = new double[trueGroups];
    foundSizes = new double[foundGroups];
    samples = truth.length;
    for (int i = 0; i < truth.length; i++) {
      shared[truth[i]][found[i]]++;
      trueSizes[truth[i]]++;
      foundSizes[found[i]]++;
    }
  }

  static Contingency of(int[] truth, int[] found) {
    if (truth.length != found.length || truth.length == 0) {
      throw new IllegalArgumentException(
          "there are %s true labels and %s found ones but must be as many, and at least one"
              .formatted(truth.length, found.length));
    }
    Map<Integer, Integer> trueGroups = new HashMap<>();
    Map<Integer, Integer> foundGroups = new HashMap<>();
    int[] denseTruth = numbered(truth, trueGroups);
    int[] denseFound = numbered(found, foundGroups);
    return new Contingency(denseTruth, trueGroups.size(), denseFound, foundGroups.size());
  }

  /** Numbers groups from 0 on in the order of their first samples. */
  private static int[] numbered(int[] labels, Map<Integer, Integer> groups) {
    return Arrays.stream(labels)
        .map(
            label -> {
              groups.putIfAbsent(label, groups.size());
              return groups.get(label);
            })
        .toArray();
  }

  double accuracy() {
    boolean wide = trueSizes.length <= foundSizes.length;
    double[][] gain = wide ? shared : Rows.transposed(shared);
    int[] match = Assignment.best(gain);
    double right = 0;
    for (int i = 0; i < match.length; i++) {
      right += gain[i][match[i]];
    }
    return right / samples;
  }

  double normalizedInformation() {
    double information = 0;
    for (int i = 0; i < trueSizes.length; i++) {
      for (int j = 0; j < foundSizes.length; j++) {
        if (shared[i][j] > 0) {
          double expected = trueSizes[i] * foundSizes[j] / samples;
          information += shared[i][j] / samples * StrictMath.log(shared[i][j] / expected);
        }
      }
    }
    double most = Math.max(entropy(trueSizes), entropy(foundSizes));
    return most > 0 ? Math.min(1, Math.max(0, information / most)) : 1;
  }

  private double entropy(double[] sizes) {
    double sum = 0;
    for (double size : sizes) {
      sum -= size / samples * StrictMath.log(size / samples);
    }
    return sum;
  }

  double rand() {
    double all = pairs(samples);
    return all == 0
        ? 1
        : (all + 2 * sharedPairs() - pairSum(trueSizes) - pairSum(foundSizes)) / all;
  }

  double adjustedRand() {
    double together = sharedPairs();
    double inTruth = pairSum(trueSizes);
    double inFound = pairSum(foundSizes);
    double expected = samples > 1 ? inTruth / pairs(samples) * inFound : 0;
    double most = .5 * (inTruth + inFound);
    return most > expected ? (together - expected) / (most - expected) : 1;
  }

  double covering() {
    double sum = 0;
    for (int i = 0; i < trueSizes.length; i++) {
      double best = 0;
      for (int j = 0; j < foundSizes.length; j++) {
        double union = trueSizes[i] + foundSizes[j] - shared[i][j];
        best = Math.max(best, shared[i][j] / union);
      }
      sum += trueSizes[i] * best;
    }
    return sum / samples;
  }

  private double sharedPairs() {
    return Arrays.stream(shared).mapToDouble(Contingency::pairSum).sum();
  }

  private static double pairSum(double[] sizes) {
    double sum = 0;
    for (double size : sizes) {
      sum += pairs(size);
    }
    return sum;
  }

  private static double pairs(double count) {
    return count * (count - 1) / 2;
  }
}
