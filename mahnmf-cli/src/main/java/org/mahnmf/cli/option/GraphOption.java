package org.mahnmf.cli.option;

import java.nio.file.Path;
import org.mahnmf.data.text.GraphFile;
import org.mahnmf.graph.Graph;
import org.mahnmf.graph.NeighborGraph;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Factor;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a graph comes from: a file, or the nearest neighbours of the table, {@code
 * knn:K[:WEIGHTING]}.
 *
 * @param file null for nearest neighbours
 * @param neighbors how many
 * @param weighting how heavy an edge between neighbours is
 */
record GraphOption(Path file, int neighbors, NeighborGraph.Weighting weighting) {

  private static final String NEIGHBORS = "knn:";

  static GraphOption parse(String value) {
    if (!value.startsWith(NEIGHBORS)) {
      return new GraphOption(Converters.path(value), 0, null);
    }
    String[] parts = value.substring(NEIGHBORS.length()).split(":", -1);
    NeighborGraph.Weighting weighting =
        parts.length == 1
            ? NeighborGraph.Weighting.BINARY
            : Converters.checked(() -> NeighborGraph.Weighting.parse(parts[1]));
    try {
      int neighbors = Integer.parseInt(parts[0]);
      if (parts.length <= 2 && neighbors > 0) {
        return new GraphOption(null, neighbors, weighting);
      }
    } catch (NumberFormatException e) {
      // The rule below says more.
    }
    throw new TypeConversionException(
        "'" + value + "' must be a file or knn:K[:WEIGHTING] with K at least 1");
  }

  Graph graph(Factor side, Observations samples, int threads) {
    if (file != null) {
      return GraphFile.read(file, VariantOptions.count(side, samples));
    }
    return side == Factor.BASIS
        ? NeighborGraph.ofFeatures(samples, neighbors, weighting, threads)
        : NeighborGraph.of(samples, neighbors, weighting, threads);
  }
}
