package org.mahnmf.data.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.DiskSpace;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;

class NpyReaderTest {

  @TempDir private Path folder;

  private static Path golden(String name) {
    try {
      return Path.of(NpyReaderTest.class.getResource("/npy/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<String> goldenNames() {
    Stream.Builder<String> names = Stream.builder();
    for (String type : List.of("f4", "f8", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "b1")) {
      for (String order : type.endsWith("1") ? List.of("le") : List.of("le", "be")) {
        for (String layout : List.of("c", "f")) {
          names.add("g_" + type + "_" + order + "_" + layout + ".npy");
        }
      }
    }
    return names.add("g_version2.npy").add("g_version3.npy").build();
  }

  private Path raw(int major, String dictionary, byte[] entries) throws IOException {
    byte[] text = dictionary.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) major, 0});
    out.write(text.length);
    out.write(text.length >> 8);
    if (major > 1) {
      out.write(0);
      out.write(0);
    }
    out.write(text);
    out.write(entries);
    return Files.write(folder.resolve("x.npy"), out.toByteArray());
  }

  private static void expectError(Path file, String problem) {
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertEquals(file + ": " + problem, e.getMessage());
    assertFalse(e.getMessage().contains("\n"));
  }

  @ParameterizedTest
  @MethodSource("goldenNames")
  void readsWhatNumpyWrote(String name) {
    double[] expected =
        name.contains("_b1_") ? new double[] {0, 1, 1, 1, 1, 1} : new double[] {0, 1, 2, 3, 4, 5};
    assertEquals(DenseMatrix.wrap(2, 3, expected), NpyReader.read(golden(name)));
    assertEquals(DenseMatrix.wrap(2, 3, expected), Tables.read(golden(name)).values().toDense());
  }

  @Test
  void tablesKeepFloatsAndBytesAsTheyAre() {
    for (String name : goldenNames().toList()) {
      Class<?> kind =
          name.contains("_f4_")
              ? FloatMatrix.class
              : name.contains("_u1_") ? ByteMatrix.class : DenseMatrix.class;
      assertInstanceOf(kind, Tables.read(golden(name)).values(), name);
      assertInstanceOf(kind, Tables.read(golden(name)).transpose().values(), name);
    }
  }

  @Test
  void readsAwkwardArrays() {
    assertEquals(DenseMatrix.wrap(1, 1, new double[] {7.25}), NpyReader.read(golden("g_1x1.npy")));
    assertEquals(
        DenseMatrix.wrap(3, 1, new double[] {1.5, 2.5, 3.5}), NpyReader.read(golden("g_1d.npy")));
    assertEquals(
        DenseMatrix.wrap(
            2, 3, new double[] {Double.NaN, 0.1, 1e-308, Double.MIN_VALUE, Double.MAX_VALUE, -0.0}),
        NpyReader.read(golden("g_special.npy")));
    assertEquals(
        DenseMatrix.wrap(1, 3, new double[] {0x1p64, 0x1p63, 0x1p53}),
        NpyReader.read(golden("g_large_integers.npy")));
    assertEquals(
        DenseMatrix.wrap(1, 2, new double[] {1, -2}), NpyReader.read(golden("g_negative_i8.npy")));
    assertEquals(new DenseMatrix(0, 3), NpyReader.read(golden("bad_empty.npy")));
  }

  @Test
  void writesTheBytesThatNumpyWrites() throws IOException {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(file, DenseMatrix.wrap(2, 3, new double[] {0, 1, 2, 3, 4, 5}));
    assertArrayEquals(Files.readAllBytes(golden("g_f8_le_c.npy")), Files.readAllBytes(file));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,7", "7,1", "3,5", "1,300000", "300000,1", "513,257", "0,4", "4,0"})
  void readsBackWhatItWrote(int rows, int columns) throws IOException {
    long seed = 7;
    Random random = new Random(seed);
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = random.nextGaussian();
    }
    Path file = folder.resolve("x.npy");
    NpyWriter.write(file, matrix);
    assertEquals(matrix, NpyReader.read(file), "seed " + seed);
    int dataStart = (int) (Files.size(file) - 8L * rows * columns);
    assertEquals(0, dataStart % 64);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,9", "9,1", "8,8", "17,33", "70000,3", "3,70000"})
  void readsColumnsOfAnySize(int rows, int columns) throws IOException {
    byte[] entries = new byte[rows * columns];
    new Random(3).nextBytes(entries);
    String shape = "(" + rows + ", " + columns + ")";
    Path file = raw(1, "{'descr': '|u1', 'fortran_order': True, 'shape': " + shape + "}", entries);
    DenseMatrix matrix = NpyReader.read(file);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        assertEquals(entries[j * rows + i] & 0xff, matrix.get(i, j), "seed 3");
      }
    }
  }

  @Test
  void readsUnusualHeaders() throws IOException {
    byte[] two = {1, 2};
    DenseMatrix expected = DenseMatrix.wrap(1, 2, new double[] {1, 2});
    for (int major = 1; major <= 3; major++) {
      Path file = raw(major, "{\"shape\":(1L,2L,) , 'fortran_order':False,'descr':'=u1'}  \n", two);
      assertEquals(expected, NpyReader.read(file));
    }
  }

  @Test
  void namesNegativeAndInfiniteEntries() throws IOException {
    expectError(
        golden("g_negative_i8.npy"),
        "row 1, column 2: -2.0: entries must be finite and at least 0 (NaN marks a missing one)");
    Path file = folder.resolve("x.npy");
    NpyWriter.write(file, DenseMatrix.wrap(2, 2, new double[] {1, 2, Double.POSITIVE_INFINITY, 3}));
    expectError(
        file,
        "row 2, column 1: Infinity: entries must be finite and at least 0 (NaN marks a missing"
            + " one)");
    expectError(
        golden("bad_empty.npy"), "shape: (0, 3): a table needs at least one row and one column");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "bad_object.npy;|O",
        "bad_complex.npy;<c16",
        "bad_unicode.npy;<U2",
        "bad_half.npy;<f2",
        "bad_structured.npy;[('x', '<f4'), ('y', '<i2')]",
        "bad_time.npy;<M8[D]"
      })
  void namesTypesItCannotRead(String name, String type) {
    expectError(
        golden(name),
        "dtype: " + type + ": must be a plain number type; save the array with .astype('f8')");
  }

  @Test
  void namesShapesItCannotRead() throws IOException {
    expectError(golden("bad_0d.npy"), "shape: (): must have one to four dimensions, not 0");
    expectError(
        golden("bad_5d.npy"), "shape: (1, 1, 1, 1, 2): must have one to four dimensions, not 5");
    expectError(
        golden("bad_3d_fortran.npy"),
        "shape: (2, 2, 3): frames must be contiguous; save them with np.ascontiguousarray");
    // A clip as a table, but no matrix.
    InputException e =
        assertThrows(InputException.class, () -> NpyReader.read(golden("bad_3d.npy")));
    assertEquals(
        golden("bad_3d.npy") + ": shape: (1, 2, 3): must have one or two dimensions, not 3",
        e.getMessage());
    assertEquals(1, Tables.read(golden("bad_3d.npy")).values().rows());
    String start = "{'descr': '<f8', 'fortran_order': False, 'shape': ";
    expectError(
        raw(1, start + "(1000000000, 1000000000)}", new byte[8]),
        "is cut: 8 bytes of entries, but shape (1000000000, 1000000000) of <f8 takes"
            + " 8000000000000000000");
    expectError(
        raw(1, start + "(999999999999999999, 999999999999999999)}", new byte[8]),
        "shape: (999999999999999999, 999999999999999999): has a size beyond 2^31");
    expectError(
        raw(1, start + "(0, 3000000000)}", new byte[0]),
        "shape: (0, 3000000000): has a size beyond 2^31");
    expectError(
        raw(1, start + "(-1, 2)}", new byte[8]),
        "header, character 52: -1, 2)}: a size, a whole number of at least 0, must stand here");
    expectError(
        raw(1, start + "(9999999999999999999, 2)}", new byte[8]),
        "header, character 52: 9999999999999999999,: the size 9999999999999999999 is too large");
  }

  @Test
  void comparesLengthsBeforeItTakesMemory() throws IOException {
    String start = "{'descr': '<f8', 'fortran_order': False, 'shape': ";
    expectError(
        raw(1, start + "(40000, 50000)}", new byte[16]),
        "is cut: 16 bytes of entries, but shape (40000, 50000) of <f8 takes 16000000000");
    expectError(
        raw(1, start + "(1, 2)}", new byte[15]),
        "is cut: 15 bytes of entries, but shape (1, 2) of <f8 takes 16");
    expectError(
        raw(1, start + "(1, 2)}", new byte[17]),
        "has more than its header declares: 17 bytes of entries, but shape (1, 2) of <f8 takes"
            + " 16");
  }

  @Test
  void namesEveryCut() throws IOException {
    byte[] whole = Files.readAllBytes(golden("g_f8_le_c.npy"));
    for (int length = 6; length < whole.length; length++) {
      Path file = Files.write(folder.resolve("cut.npy"), Arrays.copyOf(whole, length));
      InputException e = assertThrows(InputException.class, () -> Tables.read(file));
      assertTrue(e.getMessage().startsWith(file + ": is cut"), e.getMessage());
    }
  }

  @Test
  void survivesAnyDamage() throws IOException {
    byte[] whole = Files.readAllBytes(golden("g_f8_le_c.npy"));
    long seed = 11;
    Random random = new Random(seed);
    for (int trial = 0; trial < 500; trial++) {
      byte[] damaged = whole.clone();
      for (int k = 0; k <= trial % 3; k++) {
        damaged[6 + random.nextInt(90)] = (byte) random.nextInt(256);
      }
      Path file = Files.write(folder.resolve("damaged.npy"), damaged);
      try {
        assertEquals(6, NpyReader.read(file).array().length, "seed " + seed + ", trial " + trial);
      } catch (InputException e) {
        assertFalse(e.getMessage().contains("\n"), "seed " + seed + ", trial " + trial);
      }
    }
  }

  @Test
  void namesWrongMagicAndVersions() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "1,2,3,4\n");
    InputException e = assertThrows(InputException.class, () -> NpyReader.read(text));
    assertEquals(
        text
            + ": is not NPY: it starts with the bytes 31 2c 32 2c 33 2c, not with 93 4e 55 4d 50"
            + " 59",
        e.getMessage());
    expectError(raw(4, "{}", new byte[0]), "NPY version: 4.0: must be 1.0, 2.0 or 3.0");
    Path empty = Files.createFile(folder.resolve("empty.npy"));
    expectError(empty, "is empty");
    assertThrows(InputException.class, () -> NpyReader.read(folder.resolve("none.npy")));
    assertThrows(InputException.class, () -> NpyReader.read(folder));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "[1, 2];header, character 1: [1, 2]: '{' must stand here",
        "__import__('os');header, character 1: __import__('os'): '{' must stand here",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 1)};"
            + "header, character 35: 0, 'shape': (1, 1)}: True or False must stand here",
        "{'descr': '<f8', 'fortran_order': False};"
            + "header, character 41: the end: the key 'shape' is missing",
        "{'descr': '<f8', 'descr': '<f8'};"
            + "header, character 18: 'descr': '<f8'}: the key 'descr' stands twice",
        "{'other': 1};header, character 2: 'other': 1}: unknown key 'other'",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1)};"
            + "header, character 51: (1)}: a shape of one size must be written '(n,)'",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1 1)};"
            + "header, character 54: 1)}: ',' must stand here",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)} + {};"
            + "header, character 59: + {}: nothing may follow the dictionary",
        "{'descr: 1;header, character 2: 'descr: 1: the text that starts here does not end"
      })
  void refusesHeadersThatAreNotTheDictionary(String header, String problem) throws IOException {
    expectError(raw(1, header, new byte[8]), problem);
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
    ReadOptions onDisk = ReadOptions.DEFAULT.withSpace(new DiskSpace(folder, 0));
    Matrix mapped =
        NpyReader.open(
            file,
            channel -> NpyReader.matrix(file, channel, NpyReader.layout(file, channel, 2), onDisk));
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
