package org.mahnmf.problem;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * Which entries are hidden from a fit, to judge it by how well it predicts them.
 *
 * @param pattern single entries or whole blocks
 * @param share of the observed entries, above 0 and at most 1; no line loses more than a quarter
 * @param fold which of several disjoint sets, from 0
 * @param seed the same seed hides the same entries; empty to take that of the fit
 */
public record HoldoutPlan(HoldoutPlan.Pattern pattern, double share, int fold, OptionalLong seed) {

  /** What is hidden at once. */
  public enum Pattern {
    /** Entries here and there. */
    ENTRIES,

    /**
     * Neighbouring samples and features together, for smooth data such as video, where an entry is
     * predicted too easily by those around it.
     */
    BLOCKS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the numbers. */
  public HoldoutPlan {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "the share of hidden entries is " + share + " but must be above 0 and at most 1");
    }
    if (fold < 0 || (fold + 1) * share > 1 + 1e-9) {
      throw new IllegalArgumentException(
          "fold is " + fold + " but must be at least 0 and leave room for a share of " + share);
    }
  }

  /**
   * Hides a share of the entries.
   *
   * @param pattern single entries or whole blocks
   * @param share above 0 and at most 1; no line loses more than a quarter
   */
  public static HoldoutPlan of(Pattern pattern, double share) {
    return new HoldoutPlan(pattern, share, 0, OptionalLong.empty());
  }

  /**
   * Hides a share of the entries, here and there.
   *
   * @param share above 0 and at most 1; no line loses more than a quarter
   */
  public static HoldoutPlan entries(double share) {
    return of(Pattern.ENTRIES, share);
  }

  /**
   * Returns the same plan for another set of entries; those of different folds are disjoint.
   *
   * @param newFold from 0
   */
  public HoldoutPlan withFold(int newFold) {
    return new HoldoutPlan(pattern, share, newFold, seed);
  }

  /**
   * Returns the same plan with a seed of its own.
   *
   * @param newSeed any number
   */
  public HoldoutPlan withSeed(long newSeed) {
    return new HoldoutPlan(pattern, share, fold, OptionalLong.of(newSeed));
  }
}
