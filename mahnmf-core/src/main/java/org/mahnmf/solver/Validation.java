package org.mahnmf.solver;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How entries fared that were hidden from a fit, in the user's units.
 *
 * @param pattern {@code entries} or {@code regions}
 * @param share of the observed entries that was to be hidden
 * @param hidden how many were
 * @param error their mean absolute error at the returned point; of regions the median
 * @param fitError mean absolute error of the other entries
 * @param constantError the same for the one number that fits them best
 */
public record Validation(
    String pattern, double share, int hidden, double error, double fitError, double constantError) {

  /** Returns what happened as a sentence for a person. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%d entries were hidden from the fit: their %s is %.4g, that of the others %.4g.",
        hidden,
        "regions".equals(pattern) ? "error, hidden in regions," : "mean error",
        error,
        fitError);
  }

  /** Returns the same as numbers and texts by name, as in run.json. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("holdout", pattern);
    map.put("share", share);
    map.put("hidden", hidden);
    map.put("error", error);
    map.put("fitError", fitError);
    map.put("constantError", constantError);
    return map;
  }
}
