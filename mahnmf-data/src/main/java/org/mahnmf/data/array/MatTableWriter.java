package org.mahnmf.data.array;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

/**
 * Writes tables as MATLAB's files of version 5, compressed, as the variable {@code x}. Clips become
 * height × width × frames, or height × width × 3 × frames, as {@link MatReader} reads them.
 */
public final class MatTableWriter implements TableWriter {

  private static final String VARIABLE = "x";
  private static final int LEVEL = 6;

  /** Creates the writer for a {@link java.util.ServiceLoader}. */
  public MatTableWriter() {}

  @Override
  public List<String> endings() {
    return List.of("mat");
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    if ((long) table.values().rows() * table.values().columns()
        > Integer.MAX_VALUE / Double.BYTES) {
      throw InputException.of(
          file, "a MAT file of version 5 holds less than 2 GB; write the table as .npy");
    }
    Matrix array =
        table.picture().filter(shape -> shape.height() > 1).isPresent()
            ? frames(table)
            : plain(table);
    AtomicFile.writeByName(
        file,
        temporary -> {
          try (Sink sink = Sinks.newStreamingFile(temporary.toFile())) {
            Mat5.newWriter(sink)
                .setDeflateLevel(LEVEL)
                .writeMat(Mat5.newMatFile().addArray(VARIABLE, array));
          }
        });
  }

  private static Matrix plain(Table table) {
    int rows = table.values().rows();
    Matrix array = Mat5.newMatrix(rows, table.values().columns());
    double[] row = new double[table.values().columns()];
    for (int i = 0; i < rows; i++) {
      table.values().copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        array.setDouble(j * rows + i, row[j]);
      }
    }
    return array;
  }

  private static Matrix frames(Table table) {
    PictureShape shape = table.picture().orElseThrow();
    int frames = table.values().rows();
    int channels = shape.channels();
    Matrix array =
        Mat5.newMatrix(
            channels == 1
                ? new int[] {shape.height(), shape.width(), frames}
                : new int[] {shape.height(), shape.width(), channels, frames});
    int[] places = NumberArray.columnsToRows(shape.width(), shape.height(), channels);
    double[] row = new double[places.length];
    for (int i = 0; i < frames; i++) {
      table.values().copyRow(i, row);
      for (int k = 0; k < row.length; k++) {
        array.setDouble(i * row.length + places[k], row[k]);
      }
    }
    return array;
  }
}
