package org.mahnmf.data.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyReader;
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

  @Test
  void moreThanTwoGigabytesAreMappedAndNotRead() throws IOException {
    Path file = folder.resolve("x.npy");
    long rows = 70_000;
    long columns = 40_000;
    NpyWriter.write(file, new DenseMatrix(1, 1));
    byte[] head = Arrays.copyOf(Files.readAllBytes(file), 128);
    String text = new String(head, StandardCharsets.ISO_8859_1);
    text = text.replace("(1, 1), }", "(70000, 40000), }").replace("<f8", "|u1");
    text = text.substring(0, 127) + "\n";
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.setLength(128 + rows * columns);
      out.seek(128 + 69_999L * columns + 12_345);
      out.write(200);
      out.seek(128 + (1L << 30) - 1);
      out.write(new byte[] {3, 5}); // the last byte of a segment and the first of the next
    }
    Matrix mapped = NpyReader.map(file, 2, new DiskSpace(folder, 0)).values();
    assertEquals(200, mapped.get(69_999, 12_345));
    int row = (int) ((1L << 30) / columns);
    int column = (int) ((1L << 30) % columns);
    double[] line = new double[(int) columns];
    mapped.copyRow(row, line);
    assertEquals(3, line[column - 1]);
    assertEquals(5, line[column]);
    InputException e = assertThrows(InputException.class, () -> NpyReader.read(file));
    assertTrue(e.getMessage().contains("has more than 2^31 entries"), e.getMessage());
  }
}
