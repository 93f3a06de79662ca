package org.mahnmf.spark.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.mahnmf.base.Check;

/**
 * CSV on Spark: the first lines tell the separator, whether there is a header, and whether the
 * first column holds names or numbers of rows. What could be read in two ways is refused, since the
 * wrong one would be fitted without a word.
 */
final class CsvTable {

  private static final int SAMPLE_LINES = 100;
  private static final double NEARLY_ALL = .9;
  private static final List<String> SEPARATORS = List.of("\t", ";", "|", ",");

  /** What only a number can be made of, or else nothing. */
  private static final Pattern NUMBER =
      Pattern.compile("^([0-9eE.+-]+|[+-]?[iI][nN][fF]([iI][nN][iI][tT][yY])?)$");

  private static final Set<String> MISSING =
      Set.of("", "NA", "NaN", "nan", "NAN", "null", "NULL", "?");

  private final List<String[]> rows = new ArrayList<>();
  private String separator = ",";

  private CsvTable(List<String> lines) {
    Check.that("is empty: it has no row of numbers", !lines.isEmpty());
    int most = 1;
    for (String candidate : SEPARATORS) {
      int cells = cut(lines.get(0), candidate).length;
      if (cells > most) {
        most = cells;
        separator = candidate;
      }
    }
    lines.forEach(line -> rows.add(cut(line, separator)));
  }

  private static String[] cut(String line, String separator) {
    return Arrays.stream(line.split(Pattern.quote(separator), -1))
        .map(cell -> cell.strip().replaceAll("^\"(.*)\"$", "$1"))
        .toArray(String[]::new);
  }

  /** Opens a file or folder: columns of numbers, where null is missing. */
  static Dataset<Row> read(SparkSession spark, String input) {
    Dataset<String> lines = spark.read().textFile(input);
    FilterFunction<String> isRow = line -> !line.isBlank() && !line.startsWith("#");
    CsvTable table = new CsvTable(lines.filter(isRow).takeAsList(SAMPLE_LINES));
    // Spark's parser takes them for blanks.
    FilterFunction<String> isStrange = line -> line.chars().anyMatch(CsvTable::isControl);
    for (String line : lines.filter(isStrange).takeAsList(1)) {
      int found = line.chars().filter(CsvTable::isControl).findFirst().orElse(0);
      throw new IllegalArgumentException(
          String.format("is not CSV text in UTF-8: it holds the character U+%04X", found));
    }
    return table.open(spark, input);
  }

  private static boolean isControl(int c) {
    return (c < ' ' && c != '\t' && c != '\f') || c == 127;
  }

  private Dataset<Row> open(SparkSession spark, String input) {
    boolean header = hasHeader();
    Dataset<Row> table =
        spark
            .read()
            .option("sep", separator)
            .option("header", header)
            .option("comment", "#")
            .option("mode", "FAILFAST") // rows with too many or too few cells are no rows
            .option("columnPruning", false) // and are seen by their whole line
            .option("ignoreLeadingWhiteSpace", true)
            .option("ignoreTrailingWhiteSpace", true)
            .csv(input);
    String[] names = table.columns();
    String[] places = new String[names.length];
    Arrays.setAll(places, i -> "c" + i); // whatever is in the names
    Dataset<Row> placed = table.toDF(places);
    int first = hasNames(header) ? 1 : 0;
    return placed.select(
        IntStream.range(first, names.length)
            .mapToObj(i -> number(placed.col(places[i]), i + 1 - first).as(names[i]))
            .toArray(Column[]::new));
  }

  private static Column number(Column cell, int place) {
    Column complaint =
        functions.concat(
            functions.lit("column " + place + ": "),
            cell,
            functions.lit(": is not a number (NA marks a missing entry)"));
    // A cast takes 1.5d and 0x1p3 as well, which the program's own reader does not.
    Column value =
        functions.when(cell.rlike(NUMBER.pattern()), cell.try_cast(DataTypes.DoubleType));
    return functions
        .when(cell.isNull().or(cell.isin(MISSING.toArray())), functions.lit(null))
        .otherwise(functions.coalesce(value, functions.raise_error(complaint)));
  }

  private boolean hasHeader() {
    String[] first = rows.get(0);
    if (Arrays.stream(first).skip(1).anyMatch(CsvTable::isText)) {
      return true;
    }
    Check.that(
        "its first line may be a header or a row with the name '%s'; give the columns names that are"
            + " no numbers",
        !isText(first[0]) || !areNamed(1), first[0]);
    return isText(first[0]) || (countsUp() && isCount(first));
  }

  private boolean hasNames(boolean header) {
    return areNamed(header ? 1 : 0) || (header && rows.get(0)[0].isEmpty() && countsUp());
  }

  private boolean areNamed(int from) {
    List<String[]> below = rows.subList(from, rows.size());
    long names = below.stream().filter(row -> isText(row[0])).count();
    return rows.get(0).length > 1 && names > 0 && names >= NEARLY_ALL * below.size();
  }

  /** Whether the rows below the first begin with 0, 1, 2, ... or 1, 2, 3, ... */
  private boolean countsUp() {
    int from = rows.size() > 1 && rows.get(1)[0].equals("0") ? 1 : 0;
    return rows.size() > 1
        && rows.get(0).length > 1
        && IntStream.range(1, rows.size())
            .allMatch(k -> rows.get(k)[0].equals(Integer.toString(k - from)));
  }

  /** Whether a line is that above a table without names: nothing, 0, 1, 2, ... */
  private static boolean isCount(String[] line) {
    return line[0].isEmpty()
        && IntStream.range(1, line.length).allMatch(i -> line[i].equals(Integer.toString(i - 1)));
  }

  private static boolean isText(String cell) {
    if (MISSING.contains(cell)) {
      return false;
    }
    try {
      Double.parseDouble(cell.replaceFirst("(?i)inf(inity)?$", "0"));
      return !NUMBER.matcher(cell).find();
    } catch (NumberFormatException e) {
      return true;
    }
  }
}
