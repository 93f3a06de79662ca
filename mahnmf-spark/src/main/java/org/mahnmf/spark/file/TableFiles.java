package org.mahnmf.spark.file;

import static org.apache.spark.ml.functions.array_to_vector;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.attribute.NumericAttribute;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.mahnmf.base.Check;
import scala.Option;

/** Reads files as one column of vectors. */
public final class TableFiles {

  public static final String FEATURES = "features";

  /** Marks a column of vectors that was made of numbers, so that it has no absent entries. */
  private static final String WHOLE = "mahnmf.whole";

  private TableFiles() {}

  /**
   * Opens a table: Parquet with a column of vectors or of arrays, or else with numbers in all
   * columns; LIBSVM; CSV. A null is missing.
   *
   * @param input a file or folder; the ending of its name says what it holds
   */
  public static Dataset<Row> read(SparkSession spark, String input) {
    String name = input.toLowerCase(Locale.ROOT);
    if (name.endsWith(".libsvm") || name.endsWith(".svm")) {
      return spark.read().format("libsvm").load(input).select(FEATURES);
    }
    if (name.endsWith(".csv") || name.endsWith(".csv.gz")) {
      return vectors(CsvTable.read(spark, input));
    }
    if (name.endsWith(".parquet") || name.endsWith("/") || !name.contains(".")) {
      return vectors(spark.read().parquet(input));
    }
    throw new IllegalArgumentException(
        "its name must end in .parquet, .libsvm, .svm, .csv or .csv.gz on spark");
  }

  /** Checks that the zeros that a table does not store may have a weight of their own. */
  public static void requireAbsent(Dataset<Row> table, double zeroWeight) {
    Check.that(
        "the weight of absent entries is %s but the table is dense and has none; give a sparse table",
        zeroWeight == 1 || !table.schema().apply(FEATURES).metadata().contains(WHOLE), zeroWeight);
  }

  private static Metadata whole(Metadata more) {
    return new MetadataBuilder().withMetadata(more).putBoolean(WHOLE, true).build();
  }

  /** Returns the names of the columns that became features; none if they had none. */
  public static List<String> names(Dataset<Row> table) {
    Option<Attribute[]> columns =
        AttributeGroup.fromStructField(table.schema().apply(FEATURES)).attributes();
    List<String> names =
        Arrays.stream(columns.getOrElse(() -> new Attribute[0]))
            .map(column -> column.name().getOrElse(() -> ""))
            .toList();
    boolean named = names.stream().noneMatch(name -> name.isEmpty() || name.matches("_c[0-9]+"));
    return named ? names : List.of();
  }

  /** Takes the one column of vectors, else the one of arrays, else all columns as numbers. */
  private static Dataset<Row> vectors(Dataset<Row> table) {
    StructField[] fields = table.schema().fields();
    Optional<StructField> vector =
        only(fields, field -> field.dataType().equals(SQLDataTypes.VectorType()), "vectors");
    if (vector.isPresent()) {
      return table.select(column(table, vector.get()).as(FEATURES));
    }
    Optional<StructField> array =
        only(fields, field -> field.dataType() instanceof ArrayType, "arrays");
    if (array.isPresent()) {
      Column whole = column(table, array.get());
      Column numbers = functions.transform(whole, TableFiles::orMissing);
      return table.select(
          functions
              .when(whole.isNotNull(), array_to_vector(numbers))
              .as(FEATURES, whole(Metadata.empty())));
    }
    List<Column> numbers = new ArrayList<>();
    List<Attribute> names = new ArrayList<>();
    for (StructField field : fields) {
      Check.that(
          "column '%s' holds %s but must hold numbers, or one column must hold vectors",
          field.dataType() instanceof NumericType, field.name(), field.dataType().catalogString());
      numbers.add(orMissing(column(table, field)));
      names.add(NumericAttribute.defaultAttr().withName(field.name()));
    }
    Column all = functions.array(numbers.toArray(new Column[0]));
    return table.select(
        array_to_vector(all)
            .as(
                FEATURES,
                whole(new AttributeGroup(FEATURES, names.toArray(new Attribute[0])).toMetadata())));
  }

  private static Optional<StructField> only(
      StructField[] fields, Predicate<StructField> wanted, String what) {
    List<StructField> found = Arrays.stream(fields).filter(wanted).toList();
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "columns '%s' and '%s' both hold %s but only one may"
              .formatted(found.get(0).name(), found.get(1).name(), what));
    }
    return found.stream().findFirst();
  }

  private static Column column(Dataset<Row> table, StructField field) {
    return table.col("`" + field.name().replace("`", "``") + "`");
  }

  private static Column orMissing(Column number) {
    return functions.coalesce(number.cast(DataTypes.DoubleType), functions.lit(Double.NaN));
  }
}
