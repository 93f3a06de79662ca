package org.mahnmf.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.base.Check;

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
        params.getGroupPenalty() > 0 || params.getGroupBall() < Double.POSITIVE_INFINITY;
    Check.that(
        "groupPenalty and groupBall need groupCol, the column that names the group of a sample",
        !toFit || !grouped || !params.getGroupCol().isEmpty());
    StructType more = added(schema, params.getCodesCol(), SQLDataTypes.VectorType());
    for (String name : List.of(params.getResidualCol(), params.getOutlierCol())) {
      more = name.isEmpty() ? more : added(more, name, DataTypes.DoubleType);
    }
    return more;
  }

  private static StructType added(StructType schema, String name, DataType type) {
    Check.that("codesCol is empty but must name the column of codes", !name.isEmpty());
    Check.that(
        "column '%s' is there already; name another output column or drop it",
        !has(schema, name), name);
    return schema.add(name, type, false);
  }

  private static boolean has(StructType schema, String name) {
    return Arrays.asList(schema.fieldNames()).contains(name);
  }

  private static void require(StructType schema, String name) {
    Check.that(
        "column '%s' is missing; there are %s",
        has(schema, name), name, String.join(", ", schema.fieldNames()));
  }

  private static void requireVectors(StructType schema, String name) {
    require(schema, name);
    DataType type = schema.apply(name).dataType();
    Check.that(
        "column '%s' holds %s but must hold vectors; VectorAssembler makes them",
        type.equals(SQLDataTypes.VectorType()), name, type.catalogString());
  }
}
