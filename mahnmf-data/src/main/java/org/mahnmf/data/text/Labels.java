package org.mahnmf.data.text;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;

/**
 * Reads labels: one on each line, or all on one line between commas, semicolons or tabs. Labels may
 * be quoted, and must be if they hold a separator.
 */
public final class Labels {

  private static final char[] SEPARATORS = {'\t', ';', ','};

  private Labels() {}

  /**
   * Reads labels. Blanks around them do not count; blank lines at the end are ignored.
   *
   * @param file text in UTF-8, or in UTF-16 with a byte order mark
   */
  public static List<String> read(Path file) {
    ByteOrderMark mark = ByteOrderMark.of(Tables.head(file));
    try (Reader reader = mark.open(file, ReadListener.NONE)) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return labels(file, lines(text.toString()));
    } catch (CsvParseException e) {
      String detail = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new InputException(file + ": is not well-formed text: " + detail, e);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** Splits at the first separator that the text has outside quotes. */
  private static List<CsvRecord> lines(String text) throws IOException {
    List<CsvRecord> whole = null;
    CsvParseException problem = null;
    for (char separator : SEPARATORS) {
      try {
        whole = lines(text, separator);
        if (whole.stream().anyMatch(line -> line.getFieldCount() > 1)) {
          return whole;
        }
      } catch (CsvParseException e) {
        problem = e; // "a","b" is well-formed only if commas separate
      }
    }
    if (whole == null) {
      throw problem;
    }
    return whole;
  }

  private static List<CsvRecord> lines(String text, char separator) throws IOException {
    List<CsvRecord> lines = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(separator)
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .trimWhitespacesAroundQuotes(true)
            .allowUnclosedQuote(false)
            .ofCsvRecord(text)) {
      reader.forEach(lines::add);
    }
    while (!lines.isEmpty() && isBlank(lines.get(lines.size() - 1))) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  private static boolean isBlank(CsvRecord line) {
    return line.getFieldCount() == 1 && line.getField(0).isBlank();
  }

  private static List<String> labels(Path file, List<CsvRecord> lines) {
    InputException.throwIf(lines.isEmpty(), file, "holds no labels, only blank lines");
    List<String> labels = new ArrayList<>();
    for (CsvRecord line : lines) {
      String place = "line " + line.getStartingLineNumber();
      if (lines.size() > 1 && line.getFieldCount() > 1) {
        throw InputException.at(
            file,
            place,
            String.join(", ", line.getFields()),
            "must be one label, as there are several lines; quote a label that holds a separator");
      }
      for (int i = 0; i < line.getFieldCount(); i++) {
        String label = line.getField(i).strip();
        if (label.isEmpty()) {
          throw InputException.of(
              file, place + ": label " + (labels.size() + 1) + " is empty; give every one a name");
        }
        labels.add(label);
      }
    }
    return List.copyOf(labels);
  }
}
