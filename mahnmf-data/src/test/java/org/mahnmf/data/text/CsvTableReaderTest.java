package org.mahnmf.data.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.InvalidEntryException;
import org.mahnmf.matrix.Observations;

class CsvTableReaderTest {

  private static final double NAN = Double.NaN;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return file(text.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("data.csv"), bytes);
  }

  private Table read(String text) throws IOException {
    return Tables.read(file(text));
  }

  private void expect(double[][] values, List<String> columns, List<String> rows, String text)
      throws IOException {
    Table table = read(text);
    assertEquals(DenseMatrix.ofRows(values), table.values(), text);
    assertEquals(columns, table.columnNames(), text);
    assertEquals(rows, table.rowNames(), text);
  }

  private void expectPlain(double[][] values, String text) throws IOException {
    expect(values, List.of(), List.of(), text);
  }

  /** Asserts the whole message after the file's name. */
  private void expectError(String message, String text) throws IOException {
    Path file = file(text);
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertEquals(file + ": " + message, e.getMessage());
    assertFalse(e.getMessage().contains("\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t", "|", " ", "   ", " \t ", ", ", "; "})
  void findsAnySeparator(String separator) throws IOException {
    String text = "1.5#2#-0#1e-3\n+4#5#6#7.25\n".replace("#", separator);
    expectPlain(new double[][] {{1.5, 2, -0.0, 1e-3}, {4, 5, 6, 7.25}}, text);
    expect(
        new double[][] {{1.5, 2, -0.0, 1e-3}, {4, 5, 6, 7.25}},
        List.of("a", "b", "c", "d"),
        List.of(),
        "a#b#c#d\n".replace("#", separator) + text);
  }

  @Test
  void readsTablesOfOneRowOrColumn() throws IOException {
    expectPlain(new double[][] {{1}}, "1");
    expectPlain(new double[][] {{1, 2}}, "1,2");
    expectPlain(new double[][] {{1}, {2}, {3}}, "1\n2\n3\n");
    expectPlain(new double[][] {{1, 5}, {2, 5}}, "1,5\n2,5\n");
    expect(new double[][] {{1}, {2}}, List.of("x"), List.of(), "x\n1\n2\n");
  }

  @Test
  void readsHeaderAndRowNames() throws IOException {
    double[][] values = {{1, 2}, {3, 4}};
    expect(values, List.of("x", "y"), List.of("a", "b"), "id,x,y\na,1,2\nb,3,4\n");
    expect(values, List.of(), List.of("a", "b"), "a,1,2\nb,3,4\n");
    expect(values, List.of("2020", "2021"), List.of("a", "b"), "city,2020,2021\na,1,2\nb,3,4\n");
    expect(values, List.of("1990", "2000"), List.of("a", "b"), "x,1990,2000\na,1,2\nb,3,4\n");
    expect(
        new double[][] {{1, 2, 3}, {4, 5, 6}}, List.of(), List.of("a", "b"), "a,1,2,3\nb,4,5,6\n");
    expect(values, List.of("3", "9"), List.of("a", "b"), "Name,3,9\na,1,2\nb,3,4\n");
    expect(values, List.of("x", "7"), List.of(), "x,7\n1,2\n3,4\n");
    expect(values, List.of("x y", "z,\"w"), List.of(), "x y,\"z,\"\"w\"\n1,2\n3,4\n");
    expect(values, List.of("x", "y,z"), List.of("a", "b"), "n, \"x\", \"y,z\"\na,1,2\nb,3,4\n");
  }

  @Test
  void readsWhatPandasAndRWrite() throws IOException {
    double[][] values = {{1, 2}, {3, 4}};
    expect(values, List.of("x", "y"), List.of("0", "1"), ",x,y\n0,1,2\n1,3,4\n");
    expect(values, List.of("0", "1"), List.of("0", "1"), ",0,1\n0,1,2\n1,3,4\n");
    expect(new double[][] {{1}, {3}}, List.of("0"), List.of("0", "1"), ",0\n0,1\n1,3\n");
    expect(values, List.of("0", "1"), List.of("a", "b"), ",0,1\na,1,2\nb,3,4\n");
    expect(
        values, List.of("x", "y"), List.of("1", "2"), "\"\",\"x\",\"y\"\n\"1\",1,2\n\"2\",3,4\n");
    expect(values, List.of("x", "y"), List.of("1", "2"), "\"x\" \"y\"\n\"1\" 1 2\n\"2\" 3 4\n");
    expect(values, List.of("x", "y"), List.of("a", "b"), "x y\na 1 2\nb 3 4\n");
  }

  @Test
  void skipsCommentsBlankLinesAndMarks() throws IOException {
    double[][] values = {{1, 2}, {3, 4}};
    expectPlain(values, "# made by hand\n1,2\n\n# more\n3,4\n\n\n");
    expectPlain(values, "1,2\r\n3,4\r\n\r\n");
    expectPlain(values, "1,2\r3,4\r");
    expectPlain(values, "1,2\n   \n3,4\n \t \n");
    expect(values, List.of("a", "b"), List.of(), "\ufeffa,b\n1,2\n3,4");
    expect(values, List.of("x", "y"), List.of("a", "b"), "n,x,y\na,1,2\n  \nb,3,4\n  \n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void readsUtf16(String charset) throws IOException {
    file("\ufeffä\tb\r\n1,5\t2\r\n3\t4,25\r\n".getBytes(Charset.forName(charset)));
    Table table = Tables.read(folder.resolve("data.csv"));
    assertEquals(DenseMatrix.ofRows(new double[][] {{1.5, 2}, {3, 4.25}}), table.values());
    assertEquals(List.of("ä", "b"), table.columnNames());
  }

  @Test
  void readsMissingEntries() throws IOException {
    expectPlain(
        new double[][] {{NAN, 2, NAN}, {NAN, NAN, 3}, {NAN, NAN, 1}},
        ",2,NA\nNaN,nan,3\nnull, ? ,\"1\"\n");
    expectPlain(new double[][] {{1, NAN, 2}, {NAN, 1, NAN}}, "1\t\t2\n\t1\t\n");
    expectPlain(new double[][] {{1}, {NAN}}, "1\nNA\n");
  }

  @Test
  void readsDecimalCommas() throws IOException {
    expectPlain(new double[][] {{1.5, 2}, {3, 4.25e-3}}, "1,5;2\n3;4,25e-3\n");
    expectPlain(new double[][] {{1.5, 2.5}, {3, 4.25}}, "1,5\t2,5\n3\t4,25\n");
    expect(
        new double[][] {{1.5}, {2.5}}, List.of("x"), List.of("a", "b"), "name;x\na;1,5\nb;2,5\n");
    expectError(
        "row 2, column 1 (line 2): 3.5: numbers before it have a decimal comma; use one sign"
            + " throughout",
        "1,5;2,5\n3.5;4\n");
    expectError(
        "row 2, column 2 (line 2): 1.234,5: is not a number (NA marks a missing entry)",
        "3;1\n3;1.234,5\n4;2\n");
  }

  @Test
  void namesNegativeAndInfiniteEntries() throws IOException {
    String rule = ": entries must be finite and at least 0 (NaN marks a missing one)";
    expectError("row 3, column 2 (line 3): -4.0" + rule, "1,2\n3,4\n5,-4.0\n");
    expectError("row 2, column 2 (line 4, \"b\"): -4" + rule, "a,b\n1,2\n#\n3, -4 \n");
    expectError("row 2, column 1 (line 3, \"x\"): -1" + rule, "id,x\np,1\nq,-1\n");
    for (String cell : new String[] {"Infinity", "inf", "-inf", "+INF", "1e999", "-1e999"}) {
      expectError("row 1, column 2 (line 1): " + cell + rule, "1," + cell + "\n3,4\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"-4", "-1e-300", "1e999", "-0.0", "0", "5e-324", "-1e-400", "NaN"})
  void acceptsWhatObservationsAccept(String cell) throws IOException {
    boolean accepted = true;
    try {
      Observations.of(new double[][] {{1, Double.parseDouble(cell)}});
    } catch (InvalidEntryException e) {
      accepted = false;
      String rule = e.getMessage().substring(e.getMessage().lastIndexOf(": ") + 2);
      assertEquals(InputException.ENTRY_RULE, rule);
    }
    if (accepted) {
      expectPlain(new double[][] {{1, Double.parseDouble(cell)}}, "1," + cell + "\n");
    } else {
      Path file = file("1," + cell + "\n");
      assertThrows(InputException.class, () -> Tables.read(file));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1.2.3", "1-2", "0x10", "1f", "2d", "--1", "1e", ".", "1 2", "١"})
  void namesTextAmongNumbers(String cell) throws IOException {
    expectError(
        "row 2, column 2 (line 3, \"b\"): " + cell + ": is not a number (NA marks a missing entry)",
        "a,b\n1,2\n3," + cell + "\n5,6\n");
  }

  @Test
  void aBadCellDoesNotMakeTheFirstRowAHeader() throws IOException {
    String rule = ": is not a number (NA marks a missing entry)";
    String below = "49.1,57.2,11.8,30.4\n51.3,55.9,12.6,28.8\n50.2,56.1,12.2,29.7\n";
    expectError("row 1, column 1 (line 1): ERR" + rule, "ERR,56.5,12.1,30.1\n" + below);
    expectError("row 1, column 3 (line 1): ERR" + rule, "50.5,56.5,ERR,30.1\n" + below);
    expectError("row 1, column 4 (line 1): x" + rule, "50,56,12,x\n" + below);
    expectError(
        "row 1, column 2 (line 1): bad" + rule,
        "a,5.5,bad,1.25,4\nb,5.5,2.5,1.25,4\nc,5.75,2.25,1.5,4.5\nd,5,2,1,4\n");
    double[][] values = {
      {49.1, 57.2, 11.8, 30.4}, {51.3, 55.9, 12.6, 28.8}, {50.2, 56.1, 12.2, 29.7}
    };
    for (String header :
        List.of(
            "time,400.5,401,401.5", // wavelengths
            "n,4.5,3.5,2.5",
            "t,1,2,3",
            "t,3,1,2",
            "t,2020,2021,2019",
            "a,b,56.5,12.1",
            "id,56.5,12.1,30.1",
            "a,b,c,12.1")) {
      expect(values, List.of(header.split(",")), List.of(), header + "\n" + below);
    }
  }

  @Test
  void namesRaggedRows() throws IOException {
    String rule = ": every row must have 3, separated by commas";
    expectError("row 2 (line 2): 2 cells" + rule, "1,2,3\n4,5\n6,7,8\n");
    expectError("row 3 (line 4): 4 cells" + rule, "a,b,c\n1,2,3\n4,5,6\n7,8,9,x\n");
    expectError("row 3 (line 3): 1 cell" + rule, "1,2,3\n4,5,6\n7\n");
    expectError("row 2 (line 2): 1 cell: every row must have 2, separated by commas", "1,2\n3\n");
    expectError(
        "row 2 (line 2): 1 cell: every row must have 2, separated by commas", "1,2\n3\n4\n");
    expectError(
        "row 2 (line 2): 1 cell: every row must have 2, separated by white space", "1 2\n3\n4 5\n");
    expectError(
        "header (line 1): 2 cells: the rows below have 3, separated by semicolons",
        "a;b\n5;2;3\n4;5;6\n");
  }

  @Test
  void namesTablesWithoutRows() throws IOException {
    expectError("has a header but no rows below it", "a,b,c\n");
    expectError("has a header but no rows below it", "a,b,c\n\n# 1,2,3\n");
    expectError("has no rows, only comments or blank lines", "# nothing\n\n");
    expectError("has no rows, only comments or blank lines", "\n  \n");
  }

  @Test
  void keepsMessagesOnOneLine() throws IOException {
    expectError(
        "row 2, column 1 (line 2): a\\nb: is not a number (NA marks a missing entry)",
        "1,2\n\"a\nb\",4\n3,5\n7,8\n");
    String huge = "x".repeat(1000);
    expectError(
        "row 2, column 1 (line 2): "
            + "x".repeat(60)
            + "…: is not a number (NA marks a missing entry)",
        "1,2\n" + huge + ",4\n3,5\n");
  }

  @Test
  void namesUnclosedQuotes() throws IOException {
    Path file = file("1,2\n3,\"4\n5,6\n7,8\n");
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
    assertFalse(e.getMessage().contains("\n"));
  }

  @Test
  void readsRowsWiderThanTheSample() throws IOException {
    int columns = 40_000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < columns; j++) {
        text.append(j == 0 ? "" : ";").append(i).append(',').append(j);
      }
      text.append('\n');
    }
    Table table = read(text.toString());
    assertEquals(4, table.values().rows());
    assertEquals(columns, table.values().columns());
    assertEquals(3.39999, table.values().get(3, columns - 1));
  }

  @Test
  void readsBackRandomTables() throws IOException {
    long seed = 20250101;
    Random random = new Random(seed);
    for (int trial = 0; trial < 50; trial++) {
      int rows = 1 + random.nextInt(30);
      int columns = 1 + random.nextInt(10);
      DenseMatrix values = new DenseMatrix(rows, columns);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          double value = Math.exp(40 * random.nextGaussian());
          values.set(i, j, value);
          text.append(j == 0 ? "" : ",").append(value);
        }
        text.append(i % 3 == 0 ? "\n\n" : "\r\n");
      }
      assertEquals(values, read(text.toString()).values(), "seed " + seed + ", trial " + trial);
    }
  }

  @Test
  void survivesAnyText() throws IOException {
    String[] pieces = {
      ",", ",", ";", "\t", " ", "|", "\n", "\n", "\r\n", "\"", "#", "1", "2", "3.5", "4,5", "-1",
      "NA", "abc", "é", "\ufeff", "1e5", "inf", "0", "0"
    };
    long seed = 13;
    Random random = new Random(seed);
    for (int trial = 0; trial < 400; trial++) {
      StringBuilder text = new StringBuilder();
      int length = 1 + random.nextInt(40);
      for (int i = 0; i < length; i++) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      String where = "seed " + seed + ", trial " + trial + ": " + text;
      try {
        Table table = read(text.toString());
        assertTrue(table.values().rows() > 0 && table.values().columns() > 0, where);
        Observations.of(table.values());
      } catch (InputException e) {
        assertFalse(e.getMessage().contains("\n"), where);
      } catch (RuntimeException e) {
        throw new AssertionError(where, e);
      }
    }
  }

  @Test
  void transposesWithNames() throws IOException {
    Table table = read("id,x,y\na,1,2\nb,3,4\nc,5,6\n").transpose();
    assertEquals(DenseMatrix.wrap(2, 3, new double[] {1, 3, 5, 2, 4, 6}), table.values());
    assertEquals(List.of("a", "b", "c"), table.columnNames());
    assertEquals(List.of("x", "y"), table.rowNames());
  }
}
