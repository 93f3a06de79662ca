package org.mahnmf.data.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;

/**
 * Reads the entries of a Matrix Market file one by one, in the order of the file.
 *
 * <p>Nothing is allocated by what the file declares, and sizes that its length cannot explain are
 * refused, so whoever allocates a matrix of the declared size takes no more than a small multiple
 * of the file's length (or of 4 million rows or columns, which may be empty).
 */
final class MatrixMarketScanner implements AutoCloseable {

  /** A file's first letters, which may have 16 bits. */
  static final String START =
      "(?i)(\\xef\\xbb\\xbf)?%%MatrixMarket|(\\xff\\xfe|\\xfe\\xff\\x00)%\\x00%\\x00M\\x00a\\x00t\\x00r"
          + "\\x00i\\x00x\\x00M\\x00a\\x00r\\x00k\\x00e\\x00t";

  private static final String BANNER = "%%matrixmarket";
  private static final String EXAMPLE = "%%MatrixMarket matrix coordinate real general";
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  /** Empty rows and columns take no place in a file, so some must be allowed whatever its size. */
  private static final long ALWAYS_ALLOWED = 1 << 22;

  private static final int LEAST_ENTRY_BYTES = 2; // a digit and a line break

  private final Path file;
  private final BufferedReader in;
  private final CellParser parser = new CellParser(false);
  private long line;

  private boolean coordinate;
  private boolean pattern;
  private boolean symmetric;
  private int rows;
  private int columns;
  private long declared;
  private long sizeLine;

  private String[] words = {};
  private int word;
  private long count;
  private int row;
  private int column;
  private double value;

  /** Opens a file and reads its head. */
  MatrixMarketScanner(Path file, ReadListener listener) throws IOException {
    this.file = file;
    this.in = new BufferedReader(ByteOrderMark.of(Tables.head(file)).open(file, listener));
    try {
      readBanner();
      readSize(Files.size(file));
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  boolean isCoordinate() {
    return coordinate;
  }

  int rows() {
    return rows;
  }

  int columns() {
    return columns;
  }

  /** Takes an entry: finite and at least 0, or NaN. */
  @FunctionalInterface
  interface Sink {
    void add(int row, int column, double value);
  }

  /** Reads all entries; with both triangles of a symmetric matrix, or only the one in the file. */
  void forEach(boolean both, Sink sink) throws IOException {
    while (next()) {
      sink.add(row, column, value);
      if (both && symmetric && row != column) {
        sink.add(column, row, value);
      }
    }
  }

  /** A mistake on the current line. */
  InputException problem(String text, String rule) {
    return InputException.at(file, "line " + line, text, rule);
  }

  private void refuseIf(boolean broken, String text, String rule) {
    if (broken) {
      throw problem(text, rule);
    }
  }

  /** A mistake in the sizes. */
  InputException sizeProblem(String rule) {
    return InputException.at(file, "line " + sizeLine, rows + "x" + columns, rule);
  }

  private void readBanner() throws IOException {
    String text = in.readLine();
    line = 1;
    if (text == null) {
      throw InputException.of(file, "is empty");
    }
    List<String> parts = List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+"));
    boolean unknown = parts.size() != 5 || !parts.get(0).equals(BANNER);
    refuseIf(unknown, text, "must be a banner such as '" + EXAMPLE + "'");
    refuseIf(!parts.get(1).equals("matrix"), parts.get(1), "the object must be matrix");
    coordinate = isFirst("format", parts.get(2), "coordinate", "array");
    if (!parts.get(3).equals("real") && !parts.get(3).equals("integer")) {
      pattern = isFirst("entries", parts.get(3), "pattern", "real, integer");
    }
    refuseIf(
        pattern && !coordinate,
        "array pattern",
        "a pattern has no entries to list; use coordinate");
    symmetric = isFirst("symmetry", parts.get(4), "symmetric", "general");
  }

  private boolean isFirst(String what, String found, String first, String others) {
    if (found.equals(first)) {
      return true;
    }
    if (others.equals(found)) {
      return false;
    }
    throw problem(found, "the " + what + " must be " + others + " or " + first);
  }

  private void readSize(long bytes) throws IOException {
    InputException.throwIf(!nextLine(), file, "is cut: it ends before the line with its size");
    sizeLine = line;
    String text = String.join(" ", words);
    String form = coordinate ? "ROWS COLUMNS ENTRIES" : "ROWS COLUMNS";
    long[] sizes = Arrays.stream(words).mapToLong(MatrixMarketScanner::wholeNumber).toArray();
    word = words.length;
    boolean unclear =
        sizes.length != (coordinate ? 3 : 2) || Arrays.stream(sizes).anyMatch(size -> size < 0);
    refuseIf(unclear, text, "the size must be whole numbers: " + form);
    refuseIf(sizes[0] == 0 || sizes[1] == 0, text, "a table needs at least one row and one column");
    refuseIf(
        symmetric && sizes[0] != sizes[1], text, "a symmetric matrix has as many rows as columns");
    refuseIf(Math.max(sizes[0], sizes[1]) > LARGEST_ARRAY, text, "has a size beyond 2^31");
    long all = sizes[0] * sizes[1]; // both below 2^31
    if (coordinate) {
      declared = sizes[2];
    } else {
      declared = symmetric ? (all + sizes[0]) / 2 : all;
    }
    boolean huge = (coordinate ? (symmetric ? 2 : 1) * (double) declared : all) > LARGEST_ARRAY;
    refuseIf(huge, text, "has more than 2^31 entries");
    String cut = "is cut: a file of " + bytes + " bytes cannot hold " + declared + " entries";
    refuseIf(declared > bytes / LEAST_ENTRY_BYTES, text, cut);
    boolean implausible =
        coordinate && Math.max(sizes[0], sizes[1]) > Math.max(ALWAYS_ALLOWED, bytes);
    refuseIf(implausible, text, EntryRules.tooLarge(bytes));
    rows = (int) sizes[0];
    columns = (int) sizes[1];
  }

  /** Goes to the next entry, if there is one; there is none only after as many as declared. */
  private boolean next() throws IOException {
    if (word == words.length && !nextLine()) {
      String cut = "is cut: it holds " + count + " of the " + declared + sizeWords();
      InputException.throwIf(count < declared, file, cut);
      return false;
    }
    if (count == declared) {
      throw problem(String.join(" ", words), "there are more than the " + declared + sizeWords());
    }
    if (coordinate) {
      readTriplet();
    } else {
      readArrayEntry();
    }
    count++;
    return true;
  }

  private String sizeWords() {
    return " entries that line " + sizeLine + " declares";
  }

  private void readTriplet() {
    if (words.length != (pattern ? 2 : 3)) {
      throw problem(
          String.join(" ", words),
          "an entry is " + (pattern ? "ROW COLUMN" : "ROW COLUMN VALUE") + ", one on each line");
    }
    row = index(words[0], "rows", rows);
    column = index(words[1], "columns", columns);
    if (symmetric && column > row) {
      throw problem(
          words[0] + " " + words[1],
          "a symmetric file holds the lower triangle only: the row must not be before the column");
    }
    value = pattern ? 1 : number(words[2]);
    word = words.length;
  }

  /** Column by column; of a symmetric matrix from the diagonal down. */
  private void readArrayEntry() {
    if (count > 0) {
      row++;
      if (row == rows) {
        column++;
        row = symmetric ? column : 0;
      }
    }
    value = number(words[word++]);
  }

  private int index(String text, String what, int size) {
    long index = wholeNumber(text);
    if (index < 1 || index > size) {
      throw problem(text, what + " are whole numbers from 1 to " + size);
    }
    return (int) index - 1;
  }

  private double number(String text) {
    return switch (parser.parse(text)) {
      case MISSING -> Double.NaN;
      case NUMBER -> {
        if (InputException.breaksEntryRule(parser.value())) {
          throw problem(text, InputException.ENTRY_RULE);
        }
        yield parser.value();
      }
      default -> throw problem(text, "is not a number (NaN marks a missing entry)");
    };
  }

  /** Returns -1 for what is not a whole number. */
  private static long wholeNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Splits the next line that is neither blank nor a comment into words. */
  private boolean nextLine() throws IOException {
    for (String text = in.readLine(); text != null; text = in.readLine()) {
      line++;
      String bare = text.strip();
      if (!bare.isEmpty() && bare.charAt(0) != '%') {
        StringTokenizer tokens = new StringTokenizer(bare);
        words = new String[tokens.countTokens()];
        Arrays.setAll(words, i -> tokens.nextToken());
        word = 0;
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
