package org.mahnmf.data.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;

class MatrixMarketTest {

  private static final String COORDINATE = "%%MatrixMarket matrix coordinate real general\n";
  private static final String ARRAY = "%%MatrixMarket matrix array real general\n";

  @TempDir private Path folder;

  private Matrix read(String text) throws IOException {
    return Tables.read(Files.writeString(folder.resolve("a.mtx"), text)).values();
  }

  private static Matrix dense(double[]... rows) {
    return DenseMatrix.ofRows(rows);
  }

  @Test
  void coordinatesAreSparse() throws IOException {
    Matrix matrix =
        read(
            """
            %%MatrixMarket matrix coordinate real general
            % a comment

            %another
            2 3 4
            1 1 2.5
              2\t3   1e-3

            % in between
            1 3 NaN
            2 1 0
            """);
    assertInstanceOf(SparseMatrix.class, matrix);
    assertEquals(3, ((SparseMatrix) matrix).nonZeros());
    assertEquals(
        dense(new double[] {2.5, 0, Double.NaN}, new double[] {0, 0, 1e-3}), toDense(matrix));
  }

  private static DenseMatrix toDense(Matrix matrix) {
    return matrix.toDense();
  }

  @Test
  void entriesAtOnePlaceAreAdded() throws IOException {
    Matrix matrix = read(COORDINATE + "1 2 3\n1 2 1\n1 1 5\n1 2 0.5\n");
    assertEquals(dense(new double[] {5, 1.5}), toDense(matrix));
    InputException e =
        assertThrows(
            InputException.class, () -> read(COORDINATE + "1 2 2\n1 2 1e308\n1 2 1e308\n"));
    assertTrue(e.getMessage().contains("row 1, column 2: Infinity"), e.getMessage());
  }

  @Test
  void symmetricFilesHoldTheLowerTriangle() throws IOException {
    Matrix expected = dense(new double[] {1, 2, 0}, new double[] {2, 0, 3}, new double[] {0, 3, 4});
    Matrix sparse =
        read(
            "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 1\n2 1 2\n3 2 3\n3 3 4\n");
    assertInstanceOf(SparseMatrix.class, sparse);
    assertEquals(expected, toDense(sparse));
    Matrix array = read("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n0\n0\n3\n4\n");
    assertEquals(expected, array);
  }

  @Test
  void arraysAreDenseAndColumnByColumn() throws IOException {
    Matrix matrix = read(ARRAY + "%c\n2 3\n1\n2\n3 4\n\n5\nnan\n");
    assertEquals(dense(new double[] {1, 3, 5}, new double[] {2, 4, Double.NaN}), matrix);
  }

  @Test
  void patternsAreOnes() throws IOException {
    Matrix matrix = read("%%matrixmarket MATRIX Coordinate Pattern General\r\n2 2 2\r\n1 2\r\n2 1");
    assertEquals(dense(new double[] {0, 1}, new double[] {1, 0}), toDense(matrix));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void aByteOrderMarkIsSkipped(String charset) throws IOException {
    byte[] text = ("\ufeff" + ARRAY + "1 1\n7\n").getBytes(Charset.forName(charset));
    Path file = Files.write(folder.resolve("b.mtx"), text);
    assertEquals(dense(new double[] {7}), Tables.read(file).values());
  }

  @Test
  void theTransposeOfASparseTableIsSparse() throws IOException {
    Path file = Files.writeString(folder.resolve("a.mtx"), COORDINATE + "2 3 1\n1 3 4\n");
    Matrix transposed = Tables.read(file).transpose().values();
    assertInstanceOf(SparseMatrix.class, transposed);
    assertEquals(4, transposed.get(2, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%%MatrixMarket|line 1: %%MatrixMarket: must be a banner such as",
        "%%MatrixMarket matrix coordinate real|must be a banner",
        "%%MatrixMarket vector coordinate real general|line 1: vector: the object must be matrix",
        "%%MatrixMarket matrix list real general|list: the format must be array or coordinate",
        "%%MatrixMarket matrix array complex general|line 1: complex: the entries must be real, integer or pattern",
        "%%MatrixMarket matrix array pattern general|use coordinate",
        "%%MatrixMarket matrix array real skew-symmetric|skew-symmetric: the symmetry must be general or symmetric",
        "%%MatrixMarket matrix array real hermitian|hermitian: the symmetry must be",
        "%%MatrixMarket matrix array real symmetric;2 3|line 2: 2 3: a symmetric matrix has as many",
        "%%MatrixMarket matrix coordinate real symmetric;2 2 1;1 2 3|line 3: 1 2: a symmetric file holds the lower",
        "C;|is cut: it ends before the line with its size",
        "C;2 2|line 2: 2 2: the size must be whole numbers: ROWS COLUMNS ENTRIES",
        "C;2 2 1.5|line 2: 2 2 1.5: the size",
        "C;2 -2 1|line 2: 2 -2 1: the size",
        "C;0 2 0|at least one row",
        "C;3000000000 2 1|beyond 2^31",
        "C;2000000000 2000000000 1;1 1 1|line 2: 2000000000 2000000000 1: is too large for a file of",
        "C;2 2 2000000000;1 1 1|is cut: a file of 67 bytes cannot hold 2000000000 entries",
        "C;2 2 9223372036854775807;1 1 1|2^31",
        "A;60000 60000;1|2^31",
        "A;20000 20000;1|cannot hold 400000000 entries",
        "C;2 2 2;1 1 1|is cut: it holds 1 of the 2 entries that line 2 declares",
        "C;2 2 1;1 1 1;2 2 5|line 4: 2 2 5: there are more than the 1 entries that line 2 declares",
        "A;2 1;1;2;3|line 5: 3: there are more than the 2 entries",
        "A;2 2;1;2;3|is cut: it holds 3 of the 4 entries",
        "C;%;;2 2 1;0 1 1|line 5: 0: rows are whole numbers from 1 to 2",
        "C;2 3 1;1 4 1|line 3: 4: columns are whole numbers from 1 to 3",
        "C;2 3 1;1 x 1|line 3: x: columns are",
        "C;2 3 1;1 2|line 3: 1 2: an entry is ROW COLUMN VALUE",
        "C;2 3 1;1 2 3 4|line 3: 1 2 3 4: an entry is",
        "%%MatrixMarket matrix coordinate pattern general;2 3 1;1 2 3|an entry is ROW COLUMN, one on each",
        "C;2 3 1;1 2 -4|line 3: -4: entries must be finite and at least 0 (NaN marks a missing one)",
        "C;2 3 1;1 2 inf|line 3: inf: entries must be",
        "A;1 2;1;four|line 4: four: is not a number",
      })
  void namesWhatIsWrong(String text, String words) {
    String content = text.replaceFirst("^C", COORDINATE.strip()).replaceFirst("^A", ARRAY.strip());
    InputException e =
        assertThrows(InputException.class, () -> read(content.replace(';', '\n') + "\n"));
    assertTrue(e.getMessage().startsWith(folder.resolve("a.mtx") + ": "), e.getMessage());
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }

  @Test
  void whatIsWrittenReadsBack() throws IOException {
    long seed = 7;
    Random random = new Random(seed);
    Path file = folder.resolve("out.mtx");
    for (int trial = 0; trial < 40; trial++) {
      DenseMatrix dense = new DenseMatrix(1 + random.nextInt(8), 1 + random.nextInt(8));
      for (int k = 0; k < dense.array().length; k++) {
        int kind = random.nextInt(10);
        dense.array()[k] =
            kind < 6 ? 0 : kind == 6 ? Double.NaN : Math.exp(99 * random.nextGaussian());
      }
      SparseMatrix sparse = SparseMatrix.copyOf(dense);
      MatrixMarket.write(file, dense);
      assertEquals(dense, Tables.read(file).values(), "seed " + seed + ", trial " + trial);
      MatrixMarket.write(file, sparse);
      assertEquals(sparse, Tables.read(file).values(), "seed " + seed + ", trial " + trial);
    }
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count(), "temporary files");
    }
  }

  @Test
  void survivesAnyText() throws IOException {
    String[] pieces = {
      "\n", "\n", "\r\n", "1 ", "1 ", "2 ", "3 ", "0 ", "4", "-1 ", "2.5 ", "NaN ", "%", "x", "\t"
    };
    String[] heads = {
      COORDINATE,
      ARRAY,
      "%%MatrixMarket matrix coordinate pattern symmetric\n",
      "%%MatrixMarket matrix array integer symmetric\n",
      COORDINATE + "2 2 1\n",
      ARRAY + "1 2\n",
      "%%MatrixMarket "
    };
    long seed = 11;
    Random random = new Random(seed);
    int good = 0;
    for (int trial = 0; trial < 1000; trial++) {
      StringBuilder text = new StringBuilder(heads[random.nextInt(heads.length)]);
      int length = random.nextInt(14);
      for (int i = 0; i < length; i++) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String where = "seed " + seed + ", trial " + trial + ": " + text;
      try {
        Observations.of(read(text.toString()));
        good++;
      } catch (InputException e) {
        assertFalse(e.getMessage().contains("\n"), where);
      } catch (RuntimeException e) {
        throw new AssertionError(where, e);
      }
    }
    assertTrue(good > 2, "only " + good + " were read");
  }

  @Test
  void theFirstBytesDecide() {
    byte[] banner = "%%MatrixMarket".getBytes(StandardCharsets.UTF_8);
    assertTrue(TableReader.accepts(MatrixMarket.class, banner));
    assertFalse(
        TableReader.accepts(MatrixMarket.class, "%%Matrix".getBytes(StandardCharsets.UTF_8)));
    assertFalse(TableReader.accepts(MatrixMarket.class, new byte[] {1}));
    for (Charset wide : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      byte[] marked = "\ufeff%%matrixmarket matrix".getBytes(wide);
      assertTrue(TableReader.accepts(MatrixMarket.class, marked));
    }
  }
}
