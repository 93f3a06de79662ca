package org.mahnmf.lab.study;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.mahnmf.data.file.InputException;

/**
 * Some trials of a plan: those that have one of the wanted words in each column of which words are
 * wanted.
 *
 * @param wanted words by the number of the column
 */
record Selection(Map<Integer, Set<String>> wanted) {

  /** Every trial. */
  static final Selection ALL = new Selection(Map.of());

  /**
   * Finds the columns of words.
   *
   * @param plan whose trials have them
   * @param words of its groups
   * @throws InputException if a word is in no group
   */
  static Selection of(Study.Plan plan, List<String> words) {
    Map<Integer, Set<String>> wanted = new TreeMap<>();
    for (String word : words) {
      boolean known = false;
      for (Study.Trial trial : plan.trials()) {
        int column = trial.group().indexOf(word);
        if (column >= 0) {
          wanted.computeIfAbsent(column, key -> new TreeSet<>()).add(word);
          known = true;
        }
      }
      if (!known) {
        throw new InputException(
            "no trial has '" + word + "' for one of " + String.join(", ", plan.groups()));
      }
    }
    return new Selection(wanted);
  }

  boolean isAll() {
    return wanted.isEmpty();
  }

  boolean test(Study.Trial trial) {
    return wanted.entrySet().stream()
        .allMatch(column -> column.getValue().contains(trial.group().get(column.getKey())));
  }
}
