package org.mahnmf.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.SegmentMatrix;

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
    return Set.of(ReadOptions.Choice.FRAMES, ReadOptions.Choice.ON_DISK);
  }

  @Override
  public Optional<Outline> outline(Source source, ReadOptions options) {
    NpyFile.Layout layout = NpyFile.layout(source.path(), 4);
    int rows = layout.sizes().size() > 2 ? options.frames().count(layout.rows()) : layout.rows();
    boolean pictures = layout.sizes().size() > 2;
    int bytes = bytesInHeap(layout.type());
    return Optional.of(new Outline(rows, layout.columns(), bytes, true, pictures));
  }

  /** Bytes and floats are kept as they are, all else becomes doubles. */
  static int bytesInHeap(NumberType type) {
    return switch (type) {
      case U1 -> 1;
      case F4 -> Float.BYTES;
      default -> Double.BYTES;
    };
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    if (options.space().isPresent()) {
      NpyFile.Content mapped = NpyFile.map(file, 4, options.space().get());
      return array(file, mapped, new byte[0]).table((SegmentMatrix) mapped.values(), options);
    }
    NpyFile.Content content = NpyFile.readArray(file, 4, options.listener());
    Matrix values = content.values();
    if (content.sizes().size() > 2) {
      return array(file, content, numbers(values)).table(options);
    }
    NumberArray.requireNoFrames(file, "the array", options);
    EntryRules.requireTable(file, "", values);
    return new Table(values, List.of(), List.of());
  }

  private static NumberArray array(Path file, NpyFile.Content content, Object numbers) {
    int[] sizes = content.sizes().stream().mapToInt(Integer::intValue).toArray();
    return new NumberArray(file, "the array", sizes, false, numbers, white(content.type()));
  }

  private static Object numbers(Matrix values) {
    if (values instanceof ByteMatrix bytes) {
      return bytes.array();
    }
    return values instanceof FloatMatrix floats ? floats.array() : ((DenseMatrix) values).array();
  }

  /** Full brightness of a type; fractions and large numbers have none of their own. */
  private static double white(NumberType type) {
    return switch (type) {
      case B1 -> 1;
      case U1 -> 255;
      case U2 -> 65535;
      default -> 0;
    };
  }
}
