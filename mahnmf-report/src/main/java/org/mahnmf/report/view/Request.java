package org.mahnmf.report.view;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a person asks the page to run.
 *
 * @param input what to factor; empty for the clip that the program makes itself
 * @param name of the input as the page shows it
 * @param rank number of parts, at least 1
 * @param solver by name
 * @param seed of every random choice
 */
public record Request(Optional<Path> input, String name, int rank, String solver, long seed) {

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("input", name);
    map.put("rank", rank);
    map.put("solver", solver);
    map.put("seed", seed);
    return map;
  }
}
