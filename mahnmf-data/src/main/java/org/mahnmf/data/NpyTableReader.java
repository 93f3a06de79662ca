package org.mahnmf.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;

/**
 * Reads tables from numpy's NPY files; an array of one dimension is read as one column, one of
 * three or four as frames, see {@link NumberArray}.
 */
public final class NpyTableReader implements TableReader {

  /** Creates the reader. */
  public NpyTableReader() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public String format() {
    return "NPY";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return NpyFile.hasMagic(head);
  }

  @Override
  public Set<ReadOptions.Choice> choices() {
    return Set.of(ReadOptions.Choice.FRAMES);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    NpyFile.Content content = NpyFile.readArray(file, 4, options.listener());
    Matrix values = content.values();
    if (content.sizes().size() > 2) {
      int[] sizes = content.sizes().stream().mapToInt(Integer::intValue).toArray();
      return new NumberArray(file, "the array", sizes, false, array(values), white(content.type()))
          .table(options);
    }
    NumberArray.requireNoFrames(file, "the array", options);
    EntryRules.requireTable(file, "", values);
    return new Table(values, List.of(), List.of());
  }

  private static Object array(Matrix values) {
    if (values instanceof ByteMatrix bytes) {
      return bytes.array();
    }
    return values instanceof FloatMatrix floats ? floats.array() : ((DenseMatrix) values).array();
  }

  /** Full brightness of a type; fractions and large numbers have none of their own. */
  private static double white(String type) {
    return switch (type) {
      case "b1" -> 1;
      case "u1" -> 255;
      case "u2" -> 65535;
      default -> 0;
    };
  }
}
