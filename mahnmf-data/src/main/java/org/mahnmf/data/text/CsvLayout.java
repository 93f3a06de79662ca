package org.mahnmf.data.text;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * How a text table is laid out, found from its first rows.
 *
 * @param separator between cells; a blank stands for any run of blanks and tabs
 * @param spacedQuotes whether blanks stand between a separator and an opening quote
 * @param cells how many cells a row of numbers has, with its name
 * @param corner what the header says above the names of the rows, if it is not the usual word
 */
record CsvLayout(
    char separator,
    boolean spacedQuotes,
    boolean header,
    boolean rowNames,
    int cells,
    Optional<String> corner) {

  /** Any run of blanks and tabs. */
  static final char RUNS = ' ';

  // The first wins a tie: a file with tabs is also one with runs of white space, and only the
  // former tells an empty cell.
  private static final char[] SEPARATORS = {'\t', ';', '|', ',', RUNS};

  private static final int SAMPLE_ROWS = 100;
  private static final int SAMPLE_CELLS = 200_000;
  private static final double NEARLY_ALL = 0.9;

  private static final Pattern YEAR = Pattern.compile("1[89]\\d\\d|20\\d\\d");

  private static final Set<String> CORNER_WORDS =
      Set.of("id", "index", "key", "label", "name", "names", "row", "sample");

  /**
   * Finds the layout.
   *
   * @param sample the first lines of a file, at least two if it has them, without a cut line
   * @return the layout, or null if no row is in the sample
   */
  static CsvLayout detect(String sample) {
    CsvLayout best = null;
    double bestScore = -1;
    for (char separator : SEPARATORS) {
      boolean spacedQuotes = separator != RUNS && hasSpacedQuote(sample, separator);
      List<List<String>> rows = rows(sample, separator, spacedQuotes);
      if (rows.isEmpty()) {
        continue;
      }
      List<List<String>> below = rows.size() == 1 ? rows : rows.subList(1, rows.size());
      int cells = usualSize(below, rows.get(0).size());
      double score = score(below, cells, commaAllowed(separator) && cells > 1);
      if (rows.size() == 1) {
        // Nothing below a header tells its separator: the one that cuts most is the best guess.
        score += 1e-9 * cells;
      }
      boolean tie = Double.compare(score, bestScore) == 0;
      if (score > bestScore || (tie && cells > 1 && best.cells == 1)) {
        bestScore = score;
        best = detect(rows, separator, spacedQuotes, cells);
      }
    }
    return best != null && best.cells == 1 ? withCutNumbers(sample, best) : best;
  }

  /**
   * One column is not one column if a separator cuts some line into several numbers: "1,2" above
   * "3" is a ragged table, not a header or a decimal comma above one number.
   */
  private static CsvLayout withCutNumbers(String sample, CsvLayout oneColumn) {
    for (char separator : SEPARATORS) {
      CellParser parser = new CellParser(false);
      List<List<String>> rows = rows(sample, separator, false);
      for (List<String> row : rows) {
        boolean numbers =
            row.stream().allMatch(cell -> parser.parse(cell) == CellParser.Kind.NUMBER);
        if (row.size() > 1 && numbers) {
          return detect(rows, separator, false, row.size());
        }
      }
    }
    return oneColumn;
  }

  /** Whether a decimal comma is possible: not where commas may separate. */
  static boolean commaAllowed(char separator) {
    return separator == ';' || separator == '\t' || separator == '|';
  }

  /** Returns the separator's name in messages. */
  String separatorName() {
    return switch (separator) {
      case '\t' -> "tabs";
      case ';' -> "semicolons";
      case '|' -> "bars";
      case ',' -> "commas";
      default -> "white space";
    };
  }

  /** Returns a parser for this layout's separator; it reports rows of any length. */
  CsvReader.CsvReaderBuilder parser() {
    return parser(separator, spacedQuotes);
  }

  private static CsvReader.CsvReaderBuilder parser(char separator, boolean spacedQuotes) {
    return CsvReader.builder()
        .fieldSeparator(separator)
        .commentStrategy(CommentStrategy.SKIP)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .trimWhitespacesAroundQuotes(spacedQuotes);
  }

  private static boolean hasSpacedQuote(String sample, char separator) {
    for (int i = sample.indexOf('"'); i >= 0; i = sample.indexOf('"', i + 1)) {
      int before = i - 1;
      while (before >= 0 && sample.charAt(before) == ' ') {
        before--;
      }
      if (before < i - 1 && before >= 0 && sample.charAt(before) == separator) {
        return true;
      }
    }
    return false;
  }

  private static List<List<String>> rows(String sample, char separator, boolean spacedQuotes) {
    List<List<String>> rows = new ArrayList<>();
    String text = separator == RUNS ? sample.replace('\t', ' ') : sample;
    int cells = 0;
    // The sample may end inside a quoted cell.
    try (CsvReader<List<String>> reader =
        parser(separator, spacedQuotes)
            .allowUnclosedQuote(true)
            .build(new Cells(separator == RUNS), new StringReader(text))) {
      for (List<String> row : reader) {
        if (row.isEmpty() || (row.size() == 1 && row.get(0).isBlank())) {
          continue;
        }
        rows.add(row);
        cells += row.size();
        if (rows.size() >= SAMPLE_ROWS || (rows.size() >= 2 && cells >= SAMPLE_CELLS)) {
          break;
        }
      }
    } catch (CsvParseException e) {
      // Not text of this separator; what was read before still counts.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  /** The first row, even if it is a header, decides a tie. */
  private static int usualSize(List<List<String>> rows, int firstSize) {
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    rows.forEach(row -> counts.merge(row.size(), 1, Integer::sum));
    int most = Collections.max(counts.values());
    if (counts.getOrDefault(firstSize, 0) != most) {
      counts.values().removeIf(count -> count != most);
      return counts.keySet().iterator().next();
    }
    return firstSize;
  }

  /** Share of rows that have the usual length times share of cells that are numbers or missing. */
  private static double score(List<List<String>> rows, int cells, boolean commaAllowed) {
    CellParser parser = new CellParser(commaAllowed);
    long usual = rows.stream().filter(row -> row.size() == cells).count();
    List<String> all = rows.stream().flatMap(List::stream).toList();
    long numbers = all.stream().filter(cell -> !isText(parser, cell)).count();
    return ((double) usual / rows.size()) * ((double) numbers / all.size());
  }

  private static CsvLayout detect(
      List<List<String>> rows, char separator, boolean spacedQuotes, int cells) {
    CellParser parser = new CellParser(commaAllowed(separator));
    List<String> first = rows.get(0);
    List<List<String>> rest = rows.subList(1, rows.size());
    boolean textFirst = isText(parser, first.get(0));
    boolean textElsewhere =
        first.subList(1, first.size()).stream().anyMatch(cell -> isText(parser, cell));
    boolean namesBelow = cells > 1 && startsWithNames(parser, rest);
    boolean countsUp = cells > 1 && countsUp(rest);
    boolean emptyCorner = first.get(0).isBlank() && first.size() > 1;

    List<List<String>> usual = rest.stream().filter(row -> row.size() == cells).toList();
    boolean badRow =
        !isCornerWord(first.get(0))
            && new BadFirstRow(parser, first, usual, namesBelow ? 1 : 0).isOne();

    boolean header;
    if (textElsewhere) {
      header = !badRow;
    } else if (textFirst) {
      // Names above and names on the left look alike when only the corner is text: "id,2020,2021"
      // is a header, "Paris,17,4" is not.
      header = namesBelow ? isCornerWord(first.get(0)) || holdsYears(first) : !badRow;
    } else {
      // pandas writes ",0,1,2" above rows that start with their number or name.
      header = emptyCorner && isEvenlySpaced(first) && (countsUp || namesBelow);
    }
    // R leaves out the corner, pandas leaves it empty.
    boolean rowNames =
        header
            ? namesBelow || (countsUp && (emptyCorner || first.size() == cells - 1))
            : cells > 1 && startsWithNames(parser, rows);
    Optional<String> corner =
        header && rowNames && first.size() == cells
            ? Optional.of(first.get(0).strip())
                .filter(word -> !word.equals(CsvTableWriter.USUAL_CORNER))
            : Optional.empty();
    return new CsvLayout(separator, spacedQuotes, header, rowNames, cells, corner);
  }

  private static boolean isText(CellParser parser, String cell) {
    return parser.parse(cell) == CellParser.Kind.TEXT;
  }

  private static boolean startsWithNames(CellParser parser, List<List<String>> rows) {
    long names = rows.stream().filter(row -> isText(parser, row.get(0))).count();
    return names > 0 && names >= NEARLY_ALL * rows.size();
  }

  /** Whether the rows start with 0, 1, 2, … or 1, 2, 3, …. */
  private static boolean countsUp(List<List<String>> rows) {
    int start = !rows.isEmpty() && rows.get(0).get(0).equals("0") ? 0 : 1;
    return !rows.isEmpty()
        && IntStream.range(0, rows.size())
            .allMatch(i -> rows.get(i).get(0).equals(Integer.toString(start + i)));
  }

  private static boolean isCornerWord(String cell) {
    return CORNER_WORDS.contains(cell.strip().toLowerCase(Locale.ROOT));
  }

  /** Whether the cells after the first are years at equal steps. */
  private static boolean holdsYears(List<String> row) {
    return isEvenlySpaced(row)
        && row.stream().skip(1).map(String::strip).allMatch(YEAR.asMatchPredicate());
  }

  /** Whether the cells after the first are whole numbers at equal steps. */
  private static boolean isEvenlySpaced(List<String> row) {
    if (row.size() < 3) {
      return row.size() == 2 && row.get(1).equals("0");
    }
    try {
      long[] numbers = row.stream().skip(1).map(String::strip).mapToLong(Long::parseLong).toArray();
      long step = numbers[1] - numbers[0];
      return step > 0
          && IntStream.range(1, numbers.length).allMatch(i -> numbers[i] - numbers[i - 1] == step);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Collects the cells of a row. */
  private static final class Cells extends AbstractBaseCsvCallbackHandler<List<String>> {

    private final boolean runs;
    private List<String> row = new ArrayList<>();

    Cells(boolean runs) {
      this.runs = runs;
    }

    @Override
    protected void handleBegin(long line) {
      row = new ArrayList<>();
    }

    @Override
    protected void handleField(int index, char[] chars, int offset, int length, boolean quoted) {
      if (!runs || length > 0 || quoted) {
        row.add(new String(chars, offset, length));
      }
    }

    @Override
    protected List<String> buildRecord() {
      return row;
    }
  }
}
