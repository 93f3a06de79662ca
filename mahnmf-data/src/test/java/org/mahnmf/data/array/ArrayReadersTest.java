package org.mahnmf.data.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.TestFiles;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;

/** Reads what numpy, SciPy, h5py and Octave wrote; see make_golden.py beside the files. */
class ArrayReadersTest {

  @TempDir private Path folder;

  private static Source source(String text) {
    int colon = text.indexOf(':');
    Path file = TestFiles.golden("arrays", colon < 0 ? text : text.substring(0, colon));
    return Source.parse(file + (colon < 0 ? "" : text.substring(colon)));
  }

  private static Table read(String text) {
    return Tables.read(source(text), ReadOptions.DEFAULT);
  }

  private static DenseMatrix table(double plus) {
    DenseMatrix matrix = new DenseMatrix(3, 4);
    for (int k = 0; k < 12; k++) {
      matrix.array()[k] = k + plus;
    }
    return matrix;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one.npz",
        "one.npz:x",
        "several.npz:a",
        "several.npz:c",
        "table.csv.gz",
        "table.npy.gz",
        "array.mtx",
        "only.mat",
        "types.mat:real",
        "types.mat:single",
        "types.mat:cell{1}",
        "octave.mat:real",
        "octave6.mat:real",
        "only.h5",
        "only.h5:/group/x",
        "only.h5:group/x",
        "types.h5:/real",
        "types.h5:/single",
        "types.h5:/half",
        "types.h5:/big",
        "types.h5:/group/sub/packed",
        "matlab73.mat:fea"
      })
  void readsFractions(String text) {
    assertEquals(table(.5), read(text).values().toDense());
  }

  @ParameterizedTest
  @CsvSource({
    "types.mat:bytes, 0",
    "types.mat:shorts, 0",
    "types.mat:words, 65000",
    "types.mat:longs, 0",
    "types.mat:cell{2}, 0",
    "octave.mat:bytes, 0",
    "octave6.mat:bytes, 0",
    "types.h5:/bytes, 0",
    "types.h5:/signed, 0",
    "types.h5:/words, 65000",
    "types.h5:/unsigned, 0",
    "types.h5:/longs, 0",
    "types.h5:/unsignedlongs, 0"
  })
  void readsWholeNumbers(String text, double plus) {
    assertEquals(table(plus), read(text).values().toDense());
  }

  @Test
  void readsOtherShapes() {
    assertEquals(table(0).transpose(), read("several.npz:b").values().toDense());
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{1.5}, {5.5}, {9.5}}), read("types.h5:line").values());
    for (String text : List.of("types.mat:logical", "types.h5:flags")) {
      Matrix logical = read(text).values();
      assertEquals(0, logical.get(2, 2), text);
      assertEquals(1, logical.get(2, 3), text);
    }
  }

  @Test
  void keepsBytesAndFloats() {
    for (String text : List.of("types.mat:bytes", "types.h5:/bytes", "several.npz:b")) {
      assertInstanceOf(ByteMatrix.class, read(text).values(), text);
    }
    for (String text : List.of("types.mat:single", "types.h5:/single", "several.npz:c")) {
      assertInstanceOf(FloatMatrix.class, read(text).values(), text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coo.npz",
        "csr.npz",
        "csc.npz",
        "coordinate.mtx",
        "types.mat:sparse",
        "octave.mat:sparse_one",
        "octave6.mat:sparse_one",
        "matlab73.mat:sparse"
      })
  void readsSparseMatrices(String text) {
    SparseMatrix expected =
        SparseMatrix.copyOf(
            DenseMatrix.ofRows(new double[][] {{0, 1.5, 0, 0}, {0, 0, 0, 0}, {2, 0, 0, 3}}));
    // Equal without stored zeros, and with the entries at one place added.
    assertEquals(expected, read(text).values());
  }

  @Test
  void readsTheOtherFormsOfMatrixMarket() {
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{1, 2, 0}, {2, 0, 3}, {0, 3, 4}}),
        read("symmetric.mtx").values().toDense());
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{0, 1}, {1, 1}}),
        read("pattern.mtx").values().toDense());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clip.npy",
        "types.mat:clip",
        "octave.mat:clip",
        "octave6.mat:clip",
        "types.h5:/clip",
        "matlab73.mat:clip"
      })
  void readsClips(String text) {
    Table clip = read(text);
    assertEquals(Optional.of(new PictureShape(5, 2, 1, 255)), clip.picture());
    assertInstanceOf(ByteMatrix.class, clip.values());
    for (int t = 0; t < 3; t++) {
      for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 5; x++) {
          assertEquals(100 * t + 10 * y + x, clip.values().get(t, 5 * y + x));
        }
      }
    }
    Table some =
        Tables.read(source(text), ReadOptions.DEFAULT.withFrames(FrameRange.parse("0:3:2")));
    assertEquals(2, some.values().rows());
    assertEquals(214, some.values().get(1, 9));
    mistake(
        source(text),
        ReadOptions.DEFAULT.withFrames(FrameRange.parse("3:")),
        "frames: 3:: " + place(text) + " has only 3 frames");
  }

  private static String place(String text) {
    if (text.endsWith(".npy")) {
      return "the array";
    }
    String name = text.substring(text.indexOf(':') + 1);
    boolean hdf = text.contains("h5") || text.contains("73");
    return hdf ? "dataset /" + name.replace("/", "") : "variable " + name;
  }

  @ParameterizedTest
  @ValueSource(strings = {"colour.npz", "types.mat:colour", "types.h5:/colour"})
  void readsClipsInColour(String text) {
    Table clip = read(text);
    assertEquals(Optional.of(new PictureShape(5, 2, 3, 255)), clip.picture());
    for (int t = 0; t < 2; t++) {
      for (int k = 0; k < 30; k++) {
        int expected = 100 * t + 30 * (k % 3) + 10 * (k / 15) + k / 3 % 5;
        assertEquals(expected, clip.values().get(t, k));
      }
    }
  }

  private static void mistake(Source source, ReadOptions options, String problem) {
    InputException e = assertThrows(InputException.class, () -> Tables.read(source, options));
    assertEquals(source.path() + ": " + problem, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "several.npz | holds 3 arrays (a, b, c): name one, as in FILE:a",
        "several.npz:d | has no 'd'; it holds a, b, c",
        "bad_bsr.npz | format: bsr: must be csr, csc or coo; save the matrix with .tocsr()",
        "bad_negative.npz | row 1, column 1: -1.0: RULE",
        "octave.mat | holds 4 variables (real, bytes, sparse_one, clip): name one, as in FILE:real",
        "octave.mat:nothing | has no 'nothing'; it holds real, bytes, sparse_one, clip",
        "types.mat:text | variable text: char: must be a matrix of numbers",
        "types.mat:cell | variable cell: cell: must be a matrix of numbers",
        "types.mat:cell{3} | variable: cell{3}: its parts are {1} to {2}",
        "types.mat:real{1} | real{1}: is not a cell array, so it has no parts",
        "types.mat:bad_complex | variable bad_complex: complex numbers: entries must be real",
        "types.mat:bad_negative | variable bad_negative, row 1, column 1: -2.5: RULE",
        "types.mat:bad_empty | variable bad_empty, shape: 0x3: a table needs at least one row and"
            + " one column",
        "types.mat:bad_five | variable bad_five, shape: 1x2x1x2x2: must have one to four dimensions",
        "bad_bomb.mat | unpacks to more than 67108864 bytes: must be at most 200 times its 176 bytes;"
            + " unpack it yourself if that is right",
        "types.h5:/none | has no '/none'; it holds /bad_bomb, /bad_empty, /bad_five, /bad_negative,"
            + " /bad_signed, /big, /bytes, /clip, /colour, /flags, /group/sub/packed, /half, …",
        "types.h5:bad_negative | dataset /bad_negative, row 1, column 1: -2.5: RULE",
        "types.h5:bad_signed | dataset /bad_signed, row 1, column 1: -1.0: RULE",
        "types.h5:bad_empty | dataset /bad_empty, shape: 0x3: a table needs at least one row and one"
            + " column",
        "types.h5:bad_five | dataset /bad_five, shape: 1x2x1x2x2: must have one to four dimensions",
        "matlab73.mat | holds 3 datasets (/clip, /fea, /sparse): name one, as in FILE:/clip",
      })
  void refusesInOneLine(String text, String problem) {
    Source source = source(text);
    mistake(
        source,
        ReadOptions.DEFAULT,
        problem
            .replace("FILE", source.path().toString())
            .replace("RULE", InputException.ENTRY_RULE));
  }

  @Test
  void refusesObjectsAndBombs() {
    InputException e = assertThrows(InputException.class, () -> read("bad_object.npz"));
    assertTrue(
        e.getMessage()
            .startsWith(
                source("bad_object.npz").path() + ":x: dtype: |O: must be a plain number type"),
        e.getMessage());
    e = assertThrows(InputException.class, () -> read("types.h5:bad_bomb"));
    assertTrue(e.getMessage().contains("dataset /bad_bomb: unpacks to more than"), e.getMessage());
  }

  @Test
  void refusesAGzipBomb() throws IOException {
    Path bomb = folder.resolve("bomb.csv.gz");
    byte[] line = "0,0,0,0,0,0,0,0\n".repeat(4096).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(bomb))) {
      for (int k = 0; k < 1100; k++) {
        out.write(line);
      }
    }
    Set<Path> before = temporaryFiles();
    mistake(
        Source.of(bomb),
        ReadOptions.DEFAULT,
        "unpacks to more than 67108864 bytes: must be at most 200 times its "
            + Files.size(bomb)
            + " bytes; unpack it yourself if that is right");
    Set<Path> after = temporaryFiles();
    after.removeAll(before);
    assertEquals(Set.of(), after);
  }

  private static Set<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("mahnmf-"))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  @Test
  void compressedFilesNameTheirOwnMistakes() throws IOException {
    Path file = folder.resolve("a.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("1,2\n3,-4\n".getBytes(StandardCharsets.US_ASCII));
    }
    mistake(
        Source.of(file),
        ReadOptions.DEFAULT,
        "row 2, column 2 (line 2): -4: " + InputException.ENTRY_RULE);
    Path twice = folder.resolve("twice.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(twice))) {
      out.write(Files.readAllBytes(file));
    }
    mistake(Source.of(twice), ReadOptions.DEFAULT, "is compressed twice; unpack it once");
  }

  @Test
  void tellsHowFarItIs() throws IOException {
    Path csv = folder.resolve("long.csv");
    Files.writeString(csv, "1.25,2.5,3\n".repeat(40_000));
    List<Double> fractions = new ArrayList<>();
    Tables.read(Source.of(csv), ReadOptions.DEFAULT.withListener(fractions::add));
    assertTrue(fractions.size() > 5);
    for (int k = 1; k < fractions.size(); k++) {
      assertTrue(fractions.get(k) >= fractions.get(k - 1), fractions::toString);
    }
    assertEquals(1.0, fractions.get(fractions.size() - 1));
  }

  /** Cut or damaged anywhere: the right table, or one line that names the file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "one.npz",
        "csr.npz",
        "table.csv.gz",
        "only.mat",
        "octave.mat:clip",
        "types.mat:sparse",
        "only.h5",
        "matlab73.mat:sparse"
      })
  void survivesCutsAndDamage(String text) throws IOException {
    Source source = source(text);
    Matrix expected = read(text).values();
    byte[] whole = Files.readAllBytes(source.path());
    Path file = folder.resolve("broken");
    Source broken = new Source(file, source.member());
    int step = Math.max(1, whole.length / 60);
    int refused = 0;
    for (int length = 1; length < whole.length; length += step) {
      Files.write(file, Arrays.copyOf(whole, length));
      refused += check(broken, expected, text + " cut at " + length) ? 1 : 0;
    }
    assertTrue(refused > 20, text + ": " + refused);
    long seed = 5;
    Random random = new Random(seed);
    for (int trial = 0; trial < 60; trial++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      Files.write(file, damaged);
      check(broken, null, text + " damaged, seed " + seed + ", trial " + trial);
    }
  }

  private static boolean check(Source broken, Matrix expected, String message) {
    try {
      Matrix found = Tables.read(broken, ReadOptions.DEFAULT).values();
      if (expected != null) {
        assertEquals(expected.toDense(), found.toDense(), message);
      }
      return false;
    } catch (InputException e) {
      assertTrue(e.getMessage().startsWith(broken.path().toString()), message + e.getMessage());
      assertEquals(1, e.getMessage().lines().count(), message);
      assertFalse(e.getMessage().contains("Exception"), message + e.getMessage());
      return true;
    } catch (RuntimeException e) {
      throw new AssertionError(message, e);
    }
  }
}
