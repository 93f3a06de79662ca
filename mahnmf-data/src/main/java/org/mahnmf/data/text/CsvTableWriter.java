package org.mahnmf.data.text;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.FileNames;

/**
 * Writes tables as text with all digits, between commas (or tabs, if the name ends in tsv), with
 * the names of columns and rows if there are any. Missing entries are {@code NA}. A corner that is
 * not known says {@code name}, so that a reader takes the first column for names.
 */
@TableWriter.Format(endings = {"csv", "tsv"})
public final class CsvTableWriter implements TableWriter {

  /** What stands above the names of rows if nothing else is known. */
  static final String USUAL_CORNER = "name";

  @Override
  public void write(Path file, Table table) throws IOException {
    char separator = FileNames.ending(file).equals("tsv") ? '\t' : ',';
    AtomicFile.writeLines(file, text -> write(text, table, separator));
  }

  private static void write(Writer text, Table table, char separator) throws IOException {
    boolean named = !table.rowNames().isEmpty();
    if (!table.columnNames().isEmpty()) {
      text.write(
          named
              ? table.corner().map(CsvTableWriter::quoted).orElse(USUAL_CORNER)
              : quoted(table.columnNames().get(0)));
      for (int j = named ? 0 : 1; j < table.columnNames().size(); j++) {
        text.write(separator);
        text.write(quoted(table.columnNames().get(j)));
      }
      text.write('\n');
    }
    double[] row = new double[table.values().columns()];
    for (int i = 0; i < table.values().rows(); i++) {
      table.values().copyRow(i, row);
      if (named) {
        text.write(quoted(table.rowNames().get(i)));
      }
      for (int j = 0; j < row.length; j++) {
        if (j > 0 || named) {
          text.write(separator);
        }
        text.write(number(row[j]));
      }
      text.write('\n');
    }
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NA";
    }
    // Most tables of whole numbers stay readable, and shorter.
    long whole = (long) value;
    return whole == value && Math.abs(whole) < 1L << 53 ? Long.toString(whole) : "" + value;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
