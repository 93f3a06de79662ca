package org.mahnmf.data.synthetic;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.matrix.DenseMatrix;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

/**
 * Writes square pictures of faces as the well-known face sets are kept: a MAT file of version 5
 * with {@code fea}, a picture in each row, its pixels column by column, and {@code gnd}, who it is.
 */
final class FaceFile {

  private FaceFile() {}

  /**
   * Writes pictures and people.
   *
   * @param pictures one in each row, its pixels row by row; <em>not modified</em>
   */
  static void write(Path file, DenseMatrix pictures, IntUnaryOperator person) throws IOException {
    int side = (int) Math.round(Math.sqrt(pictures.columns()));
    Matrix features = Mat5.newMatrix(pictures.rows(), pictures.columns());
    Matrix people = Mat5.newMatrix(pictures.rows(), 1);
    for (int i = 0; i < pictures.rows(); i++) {
      people.setDouble(i, 0, person.applyAsInt(i));
      for (int j = 0; j < pictures.columns(); j++) {
        features.setDouble(i, j % side * side + j / side, pictures.get(i, j));
      }
    }
    AtomicFile.writeByName(
        file,
        temporary -> {
          try (Sink sink = Sinks.newStreamingFile(temporary.toFile())) {
            Mat5.newWriter(sink)
                .writeMat(Mat5.newMatFile().addArray("fea", features).addArray("gnd", people));
          }
        });
  }
}
