package org.mahnmf.data.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Segments;

class DiskSpaceTest {

  @TempDir private Path folder;

  @Test
  void keepsNumbers() {
    Segments segments = new DiskSpace(folder, 0).take(8 * 5);
    double[] out = new double[5];
    segments.read(0, NumberType.F8, out, 5);
    assertArrayEquals(new double[5], out);
    segments.write(8, NumberType.F8, new double[] {0, 1.5, -2, 1e300}, 1, 3);
    segments.read(0, NumberType.F8, out, 5);
    assertArrayEquals(new double[] {0, 1.5, -2, 1e300, 0}, out);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void leavesNoFileBehind() throws IOException {
    Segments segments = new DiskSpace(folder, 0).take(1 << 16);
    try (var files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
    segments.write(0, new float[] {1}, 1); // and yet it is there
  }

  @Test
  void smallArraysStayInTheHeap() {
    assertFalse(new DiskSpace(folder, 1000).isFor(999));
    assertTrue(new DiskSpace(folder, 1000).isFor(1000));
  }

  @Test
  void tellsThatTheDiskIsTooSmall() {
    InputException e =
        assertThrows(InputException.class, () -> new DiskSpace(folder, 0).take(Long.MAX_VALUE / 2));
    assertTrue(
        e.getMessage().startsWith(folder + ": a temporary file of 4.00 EB does not fit: "),
        e.getMessage());
  }

  @Test
  void mapsWhatItWouldRead() throws IOException {
    Path file = folder.resolve("x.npy");
    DenseMatrix x = DenseMatrix.ofRows(new double[][] {{1, 2.5, 3}, {4, 5, Double.NaN}});
    NpyWriter.write(file, x);
    Matrix mapped =
        Tables.read(Source.of(file), ReadOptions.DEFAULT.withSpace(new DiskSpace(folder, 0)))
            .values();
    assertTrue(mapped instanceof SegmentMatrix, mapped.toString());
    assertArrayEquals(x.array(), mapped.toDense().array());
    assertArrayEquals(x.transpose().array(), mapped.transpose().toDense().array());
    double[] two = new double[2];
    mapped.copyRange(0, 1, 3, two);
    assertArrayEquals(new double[] {2.5, 3}, two);
    assertEquals(5, mapped.get(1, 1));
  }
}
