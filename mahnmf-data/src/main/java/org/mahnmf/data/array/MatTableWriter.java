package org.mahnmf.data.array;

import java.io.IOException;
import java.nio.file.Path;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

/**
 * Writes tables as MATLAB's files of version 5, compressed, as the variable {@code x}. Clips become
 * height × width × frames, or height × width × 3 × frames, as {@link MatReader} reads them.
 */
@TableWriter.Format(endings = "mat")
public final class MatTableWriter implements TableWriter {

  private static final String VARIABLE = "x";
  private static final int LEVEL = 6;

  @Override
  public void write(Path file, Table table) throws IOException {
    InputException.throwIf(
        (long) table.values().rows() * table.values().columns() > Integer.MAX_VALUE / Double.BYTES,
        file,
        "a MAT file of version 5 holds less than 2 GB; write the table as .npy");
    write(file, Mat5.newMatFile().addArray(VARIABLE, array(table)), LEVEL);
  }

  /**
   * Writes any variables, compressed at a level from 1 to 9; the file appears whole or not at all.
   */
  public static void write(Path file, MatFile variables, int level) throws IOException {
    AtomicFile.writeByName(
        file,
        temporary -> {
          try (Sink sink = Sinks.newStreamingFile(temporary.toFile())) {
            Mat5.newWriter(sink).setDeflateLevel(level).writeMat(variables);
          }
        });
  }

  private static Matrix array(Table table) {
    int rows = table.values().rows();
    double[] row = new double[table.values().columns()];
    int[] sizes = {rows, row.length};
    int[] places = {};
    if (table.picture().isPresent() && table.picture().get().height() > 1) {
      PictureShape shape = table.picture().get();
      int channels = shape.channels();
      places = NumberArray.columnsToRows(shape.width(), shape.height(), channels);
      sizes =
          channels == 1
              ? new int[] {shape.height(), shape.width(), rows}
              : new int[] {shape.height(), shape.width(), channels, rows};
    }
    Matrix array = Mat5.newMatrix(sizes);
    for (int i = 0; i < rows; i++) {
      table.values().copyRow(i, row);
      for (int k = 0; k < row.length; k++) {
        array.setDouble(places.length == 0 ? k * rows + i : i * row.length + places[k], row[k]);
      }
    }
    return array;
  }
}
