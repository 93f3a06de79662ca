package org.mahnmf.problem;

import java.util.Locale;
import java.util.OptionalLong;
import org.mahnmf.base.Check;

/**
 * Which entries are hidden from a fit, to judge it by how well it predicts them.
 *
 * @param pattern single entries or regions
 * @param share of the observed entries, at most 1; no line loses more than a quarter, but a feature
 *     of pictures; 0 for as many as suit the choice of a ridge
 * @param fold which of several disjoint sets, from 0
 * @param seed the same seed hides the same entries; empty to take that of the fit
 */
public record HoldoutPlan(HoldoutPlan.Pattern pattern, double share, int fold, OptionalLong seed) {

  /** What is hidden at once. */
  public enum Pattern {
    /** Entries here and there. */
    ENTRIES,

    /**
     * Pieces of what belongs together: a quarter of a picture, in some of the pictures; where
     * samples are no pictures, runs of samples in order, in some of the features. For corruption
     * that comes in pieces, the rest of which would predict a single entry.
     */
    REGIONS,

    /**
     * Regions where the outlying entries of a first fit clump, else entries. Only where they choose
     * a ridge; elsewhere entries.
     */
    AUTO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the numbers. */
  public HoldoutPlan {
    Check.that(
        "the share of hidden entries is %s but must be at least 0 and at most 1",
        share >= 0 && share <= 1, share);
    Check.that(
        "fold is %s but must be at least 0 and leave room for a share of %s",
        fold >= 0 && (fold + 1) * share <= 1 + 1e-9, fold, share);
  }

  /**
   * Hides as many entries as suit the choice of a ridge.
   *
   * @param pattern single entries or regions
   */
  public static HoldoutPlan of(Pattern pattern) {
    return of(pattern, 0);
  }

  /**
   * Hides a share of the entries.
   *
   * @param pattern single entries or regions
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

  /** Returns the same plan where there is no first fit to look at, which AUTO needs. */
  public HoldoutPlan decided() {
    return pattern == Pattern.AUTO ? with(Pattern.ENTRIES) : this;
  }

  /**
   * Returns the same plan for something else.
   *
   * @param newPattern single entries or regions
   */
  public HoldoutPlan with(Pattern newPattern) {
    return new HoldoutPlan(newPattern, share, fold, seed);
  }

  /**
   * Returns the same plan for another number of entries.
   *
   * @param newShare of the observed entries
   */
  public HoldoutPlan with(double newShare) {
    return new HoldoutPlan(pattern, newShare, fold, seed);
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
