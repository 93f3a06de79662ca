package org.mahnmf.spark;

import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns that are read and added. */
final class Columns {

  private Columns() {}

  /**
   * Checks the columns that are there and returns the schema with those that transform adds.
   *
   * @param toFit whether the columns that only a fit reads must be there too
   */
  static StructType checked(StructType schema, MahNmfParams<?> params, boolean toFit) {
    requireVectors(schema, params.getFeaturesCol());
    if (!params.getWeightsCol().isEmpty()) {
      requireVectors(schema, params.getWeightsCol());
    }
    if (toFit && !params.getGroupCol().isEmpty()) {
      require(schema, params.getGroupCol());
    }
    boolean grouped =
        params.getGroupPrice() > 0 || params.getGroupBall() < Double.POSITIVE_INFINITY;
    if (toFit && grouped && params.getGroupCol().isEmpty()) {
      throw new IllegalArgumentException(
          "groupPrice and groupBall need groupCol, the column that names the group of a sample");
    }
    StructType more = added(schema, params.getCodesCol(), SQLDataTypes.VectorType());
    if (!params.getResidualCol().isEmpty()) {
      more = added(more, params.getResidualCol(), DataTypes.DoubleType);
    }
    if (!params.getOutlierCol().isEmpty()) {
      more = added(more, params.getOutlierCol(), DataTypes.DoubleType);
    }
    return more;
  }

  private static StructType added(StructType schema, String name, DataType type) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("codesCol is empty but must name the column of codes");
    }
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "column '" + name + "' is there already; name another output column or drop it");
    }
    return schema.add(name, type, false);
  }

  private static void require(StructType schema, String name) {
    if (!Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "column '" + name + "' is missing; there are " + String.join(", ", schema.fieldNames()));
    }
  }

  private static void requireVectors(StructType schema, String name) {
    require(schema, name);
    DataType type = schema.apply(name).dataType();
    if (!type.equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          "column '%s' holds %s but must hold vectors; VectorAssembler makes them"
              .formatted(name, type.catalogString()));
    }
  }
}
