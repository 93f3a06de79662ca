package org.mahnmf.data.text;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MeteredStream;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Reads tables of numbers from text.
 *
 * <ul>
 *   <li>Cells are separated by commas, semicolons, tabs, bars or runs of white space; which of them
 *       is found from the first rows. Cells may be quoted.
 *   <li>Lines that start with {@code #} and blank lines are skipped. A missing entry in a table of
 *       one column is therefore written {@code NA}.
 *   <li>A first row with text in it is a header. If that text is only in its first cell, and the
 *       rows below start with names too, it is a header only if the cell says {@code id}, {@code
 *       name} or such, or if years follow it; otherwise it is a row like the others. So is a row
 *       whose other cells are mostly numbers like those below, and its text is an error then.
 *   <li>A first column of text holds row names, and so does one that counts up from 0 or 1 below an
 *       empty corner, as pandas and R write it, or that the header leaves out, as R does.
 *   <li>Empty, {@code NA}, {@code NaN}, {@code null} and {@code ?} are missing entries.
 *   <li>Between semicolons, tabs or bars the decimal sign may be a comma, if it is so throughout.
 *   <li>UTF-8, with or without a byte order mark, and UTF-16 with one.
 * </ul>
 *
 * <p>In messages rows and columns are counted from 1 over numbers, without header and row names,
 * and lines over the file. The file is read twice, the first time only to count its lines, so that
 * no more memory is needed than the table takes.
 */
@TableReader.Format(
    name = "CSV text",
    start = "\\xff\\xfe|\\xfe\\xff|[^\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f]++\\z",
    choices = {},
    fallback = true)
public final class CsvTableReader implements TableReader {

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
  private static final int BUFFER = 1 << 16;
  private static final double COUNTING = 0.1; // its share of the time
  private static final int SAMPLE_LINES = 3;
  private static final int LARGEST_SAMPLE = 1 << 26;

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    ByteOrderMark mark = ByteOrderMark.of(Tables.head(file));
    try {
      CsvLayout layout = CsvLayout.detect(sample(file, mark));
      if (layout == null) {
        throw InputException.of(file, "has no rows, only comments or blank lines");
      }
      int columns = layout.cells() - (layout.rowNames() ? 1 : 0);
      long lines = lines(file, options.listener().part(0, COUNTING));
      long rows = Math.min(lines, Files.size(file) / columns + 1) - (layout.header() ? 1 : 0);
      rows = Math.max(1, rows);
      String rule = "has about " + rows + " rows x " + columns + " columns: more than 2^31 entries";
      InputException.throwIf(rows * columns > LARGEST_ARRAY, file, rule);
      options.listener().onSize((int) rows, columns);
      Rows sink = new Rows(file, layout, (int) rows);
      try (Reader text = reader(file, mark, layout, options.listener().part(COUNTING, 1));
          CsvReader<Object> reader = layout.parser().build(sink, text)) {
        for (Object unused : reader) {
          if (sink.problem != null) {
            throw sink.problem;
          }
        }
      }
      return sink.table();
    } catch (CsvParseException e) {
      String detail = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new InputException(file + ": is not well-formed CSV: " + detail, e);
    } catch (UncheckedIOException e) {
      throw InputException.unreadable(file, e.getCause());
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static Reader reader(
      Path file, ByteOrderMark mark, CsvLayout layout, ReadListener listener) throws IOException {
    Reader reader = mark.open(file, listener);
    return layout.separator() == CsvLayout.RUNS ? new TabsAsBlanks(reader) : reader;
  }

  /** Returns the first lines, whole ones unless the lines are enormous. */
  private static String sample(Path file, ByteOrderMark mark) throws IOException {
    StringBuilder sample = new StringBuilder();
    char[] buffer = new char[BUFFER];
    long lines = 0;
    try (Reader reader = mark.open(file, ReadListener.NONE)) {
      while (lines < SAMPLE_LINES && sample.length() < LARGEST_SAMPLE) {
        int read = reader.read(buffer);
        if (read < 0) {
          return sample.toString();
        }
        sample.append(buffer, 0, read);
        String piece = new String(buffer, 0, read);
        lines +=
            piece
                .substring(0, afterLastLine(piece))
                .lines()
                .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                .count();
      }
    }
    int end = afterLastLine(sample);
    return end == 0 ? sample.toString() : sample.substring(0, end);
  }

  private static int afterLastLine(CharSequence text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) != '\n' && text.charAt(end - 1) != '\r') {
      end--;
    }
    return end;
  }

  /**
   * Counts the lines that are neither blank nor comments. In UTF-16, and with line breaks in
   * quotes, it may count too many; the array is then cut at the end.
   */
  private static long lines(Path file, ReadListener listener) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long lines = 0;
    boolean start = true;
    try (InputStream in = MeteredStream.open(file, listener)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          byte b = buffer[i];
          if (b == '\n' || b == '\r') {
            start = true;
          } else if (start) {
            start = false;
            if (b != '#') {
              lines++;
            }
          }
        }
      }
    }
    return lines;
  }

  /** Lets the parser see one kind of white space. */
  private static final class TabsAsBlanks extends FilterReader {

    TabsAsBlanks(Reader in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int c = in.read();
      return c == '\t' ? ' ' : c;
    }

    @Override
    public int read(char[] chars, int offset, int length) throws IOException {
      int read = in.read(chars, offset, length);
      for (int i = offset; i < offset + read; i++) {
        if (chars[i] == '\t') {
          chars[i] = ' ';
        }
      }
      return read;
    }
  }

  /** Puts the numbers of each row where they belong. */
  private static final class Rows extends AbstractBaseCsvCallbackHandler<Object> {

    private static final Object DONE = new Object();

    private final Path file;
    private final CsvLayout layout;
    private final CellParser parser;
    private final boolean runs;
    private final int cells;
    private final int nameCells;
    private final int columns;
    private final List<String> columnNames = new ArrayList<>();
    private final List<String> rowNames = new ArrayList<>();

    private double[] values;
    private int rows;
    private boolean inHeader;
    private int cell;
    private int base;
    private boolean blank;
    private InputException problem;

    Rows(Path file, CsvLayout layout, int expectedRows) {
      this.file = file;
      this.layout = layout;
      this.parser = new CellParser(CsvLayout.commaAllowed(layout.separator()));
      this.runs = layout.separator() == CsvLayout.RUNS;
      this.cells = layout.cells();
      this.nameCells = layout.rowNames() ? 1 : 0;
      this.columns = cells - nameCells;
      this.values = new double[expectedRows * columns];
      this.inHeader = layout.header();
    }

    @Override
    protected void handleBegin(long line) {
      cell = 0;
      blank = true;
      base = rows * columns;
      if (base == values.length && !inHeader) {
        grow();
      }
    }

    /** Only for files that grow while they are read; one row more is always possible. */
    private void grow() {
      long larger = Math.min(LARGEST_ARRAY, values.length + (values.length >> 1) + (long) columns);
      larger -= larger % columns;
      if (larger <= values.length) {
        problem = InputException.of(file, "has more than 2^31 entries");
        return;
      }
      values = Arrays.copyOf(values, (int) larger);
    }

    @Override
    protected void handleField(int index, char[] chars, int offset, int length, boolean quoted) {
      if (runs && length == 0 && !quoted) {
        return;
      }
      int at = cell++;
      if (inHeader || at < nameCells) {
        String name = new String(chars, offset, length).strip();
        blank = blank && !quoted && name.isEmpty();
        (inHeader ? columnNames : rowNames).add(name);
      } else if (at < cells && problem == null) {
        CellParser.Kind kind = parser.parse(chars, offset, length);
        blank = blank && !quoted && isBlank(chars, offset, length);
        double value = kind == CellParser.Kind.MISSING ? Double.NaN : parser.value();
        values[base + at - nameCells] = value;
        String rule = brokenRule(kind, value);
        if (!rule.isEmpty()) {
          problem = problem(at, new String(chars, offset, length).strip(), rule);
        }
      }
    }

    private String brokenRule(CellParser.Kind kind, double value) {
      return switch (kind) {
        case NUMBER -> InputException.breaksEntryRule(value) ? InputException.ENTRY_RULE : "";
        case MISSING -> "";
        case TEXT -> "is not a number (NA marks a missing entry)";
        case OTHER_DECIMAL_SIGN ->
            "numbers before it have a decimal "
                + (parser.decimalSign() == ',' ? "comma" : "point")
                + "; use one sign throughout";
      };
    }

    private static boolean isBlank(char[] chars, int offset, int length) {
      for (int i = offset; i < offset + length; i++) {
        if (!CellParser.isBlank(chars[i])) {
          return false;
        }
      }
      return true;
    }

    private InputException problem(int at, String text, String rule) {
      int column = at - nameCells;
      String name = column < columnNames.size() ? columnNames.get(column) : "";
      String place =
          String.format(
              "row %s, column %s (line %s%s)",
              rows + 1,
              column + 1,
              getStartingLineNumber(),
              name.isEmpty() ? "" : ", \"" + InputException.quote(name) + '"');
      return InputException.at(file, place, text, rule);
    }

    @Override
    protected Object buildRecord() {
      if (cell == 0 || (cell == 1 && blank)) {
        forgetBlankLine();
      } else if (inHeader) {
        endHeader();
      } else if (cell != cells) {
        // More useful than what it made of a cell: a stray separator often explains both.
        problem = wrongCount("row " + (rows + 1) + " (line %s): %s: every row must have %s");
      } else {
        rows++;
      }
      return DONE;
    }

    /** Takes back the name that a line of white space seemed to have. */
    private void forgetBlankLine() {
      if (inHeader) {
        columnNames.clear();
      } else if (rowNames.size() > rows) {
        rowNames.remove(rows);
      }
    }

    private void endHeader() {
      inHeader = false;
      if (nameCells == 1 && columnNames.size() == cells) {
        columnNames.remove(0);
      }
      if (columnNames.size() != columns) {
        problem = wrongCount("header (line %s): %s: the rows below have %s");
      }
    }

    private InputException wrongCount(String form) {
      String count = cell == 1 ? "1 cell" : cell + " cells";
      return InputException.of(
          file,
          String.format(form, getStartingLineNumber(), count, cells)
              + (", separated by " + layout.separatorName()));
    }

    Table table() {
      InputException.throwIf(rows == 0, file, "has a header but no rows below it");
      int length = rows * columns;
      double[] exact = values.length == length ? values : Arrays.copyOf(values, length);
      return new Table(DenseMatrix.wrap(rows, columns, exact), columnNames, rowNames)
          .withCorner(layout.corner());
    }
  }
}
