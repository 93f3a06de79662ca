package org.mahnmf.data.array;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.matrix.Matrix;

/**
 * Writes tables as numpy's NPY files, without their names; clips become frames × height × width, or
 * frames × height × width × 3, as {@link NpyReader} reads them.
 */
@TableWriter.Format(endings = "npy")
public final class NpyWriter implements TableWriter {

  private static final int BUFFER = 1 << 20;
  private static final int ALIGNMENT = 64;

  @Override
  public void write(Path file, Table table) throws IOException {
    Matrix values = table.values();
    List<Integer> sizes = new ArrayList<>(List.of(values.rows()));
    table
        .picture()
        .filter(shape -> shape.height() > 1)
        .ifPresentOrElse(
            shape -> {
              sizes.addAll(List.of(shape.height(), shape.width()));
              if (shape.channels() > 1) {
                sizes.add(shape.channels());
              }
            },
            () -> sizes.add(values.columns()));
    AtomicFile.write(file, out -> write(out, values, sizes));
  }

  /**
   * Writes a matrix as little-endian f8, row by row, version 1.0; the file appears whole or not at
   * all.
   *
   * @param matrix <em>not modified</em>
   */
  public static void write(Path file, Matrix matrix) throws IOException {
    AtomicFile.write(file, out -> write(out, matrix, List.of(matrix.rows(), matrix.columns())));
  }

  private static void write(OutputStream out, Matrix matrix, List<Integer> sizes)
      throws IOException {
    String shape = sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    String dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
    int fixed = NpyHeader.MAGIC.length + 4;
    int total = (fixed + dictionary.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int length = total - fixed;
    out.write(NpyHeader.MAGIC);
    out.write(new byte[] {1, 0, (byte) length, (byte) (length >> 8)});
    String padding = " ".repeat(length - dictionary.length() - 1);
    out.write((dictionary + padding + "\n").getBytes(StandardCharsets.US_ASCII));
    double[] row = new double[matrix.columns()];
    int chunk = Math.min(row.length, BUFFER / Double.BYTES);
    ByteBuffer bytes = ByteBuffer.allocate(chunk * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      for (int j = 0; j < row.length; j += chunk) {
        int count = Math.min(chunk, row.length - j);
        bytes.asDoubleBuffer().put(row, j, count);
        out.write(bytes.array(), 0, count * Double.BYTES);
      }
    }
  }
}
