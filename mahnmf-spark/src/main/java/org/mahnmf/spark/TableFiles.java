package org.mahnmf.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import scala.Option;

/** Reads files as one column of vectors. */
final class TableFiles {

  static final String FEATURES = "features";

  private TableFiles() {}

  /**
   * Opens a table: Parquet with a column of vectors or of arrays, or else with numbers in all
   * columns; LIBSVM; CSV with numbers in all columns. A null is missing.
   *
   * @param input a file or folder; the ending of its name says what it holds
   */
  static Dataset<Row> read(SparkSession spark, String input) {
    String name = input.toLowerCase(Locale.ROOT);
    if (name.endsWith(".libsvm") || name.endsWith(".svm")) {
      return spark.read().format("libsvm").load(input).select(FEATURES);
    }
    if (name.endsWith(".csv") || name.endsWith(".csv.gz")) {
      return vectors(csv(spark, input));
    }
    if (name.endsWith(".parquet") || name.endsWith("/") || !name.contains(".")) {
      return vectors(spark.read().parquet(input));
    }
    throw new IllegalArgumentException(
        "its name must end in .parquet, .libsvm, .svm, .csv or .csv.gz on spark");
  }

  /** Returns the names of the columns that became features; none if they had none. */
  static List<String> names(Dataset<Row> table) {
    Option<Attribute[]> columns =
        AttributeGroup.fromStructField(table.schema().apply(FEATURES)).attributes();
    List<String> names = new ArrayList<>();
    for (Attribute column : columns.getOrElse(() -> new Attribute[0])) {
      names.add(column.name().getOrElse(() -> ""));
    }
    boolean named = names.stream().noneMatch(name -> name.isEmpty() || name.matches("_c[0-9]+"));
    return named ? names : List.of();
  }

  /** The first line is a header unless it holds nothing but numbers. */
  private static Dataset<Row> csv(SparkSession spark, String input) {
    String first = spark.read().textFile(input).first();
    boolean header = false;
    for (String cell : first.split(",", -1)) {
      header |= !isNumber(cell.strip());
    }
    return spark
        .read()
        .option("header", header)
        .option("inferSchema", true)
        .option("nullValue", "NA")
        .option("ignoreLeadingWhiteSpace", true)
        .option("ignoreTrailingWhiteSpace", true)
        .csv(input);
  }

  private static boolean isNumber(String cell) {
    if (cell.isEmpty() || cell.equals("NA")) {
      return true;
    }
    try {
      Double.parseDouble(cell);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static Dataset<Row> vectors(Dataset<Row> table) {
    List<String> numbers = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      Column column = table.col("`" + field.name() + "`");
      if (field.dataType().equals(SQLDataTypes.VectorType())) {
        return table.select(column.as(FEATURES));
      }
      if (field.dataType() instanceof ArrayType) {
        return table.select(functions.array_to_vector(column).as(FEATURES));
      }
      if (!(field.dataType() instanceof NumericType)) {
        throw new IllegalArgumentException(
            "column '"
                + field.name()
                + "' holds "
                + field.dataType().catalogString()
                + " but must hold numbers, or be the one column of vectors");
      }
      numbers.add(field.name());
    }
    return new VectorAssembler()
        .setInputCols(numbers.toArray(new String[0]))
        .setOutputCol(FEATURES)
        .setHandleInvalid("keep")
        .transform(table)
        .select(FEATURES);
  }
}
