package org.mahnmf.data;

import java.util.List;
import java.util.Optional;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * A table of numbers with optional names.
 *
 * @param values rows as in the file, dense or sparse; NaN marks a missing entry; <em>kept</em>
 * @param columnNames one name for each column, or empty
 * @param rowNames one name for each row, or empty
 * @param picture how a row is laid out as a picture, if rows are pictures
 * @param corner what stands above the row names, left of the column names, if that is known and not
 *     just {@code name}; the text may be empty
 */
public record Table(
    Matrix values,
    List<String> columnNames,
    List<String> rowNames,
    Optional<PictureShape> picture,
    Optional<String> corner) {

  /** A table whose corner is not known. */
  public Table(
      Matrix values,
      List<String> columnNames,
      List<String> rowNames,
      Optional<PictureShape> picture) {
    this(values, columnNames, rowNames, picture, Optional.empty());
  }

  /** A table without names. */
  public Table(Matrix values) {
    this(values, List.of(), List.of());
  }

  /** A table whose rows are no pictures. */
  public Table(Matrix values, List<String> columnNames, List<String> rowNames) {
    this(values, columnNames, rowNames, Optional.empty(), Optional.empty());
  }

  /** Copies the lists and checks that everything fits the values. */
  public Table {
    picture.ifPresent(shape -> shape.requireFits(values.columns()));
    columnNames = List.copyOf(columnNames);
    rowNames = List.copyOf(rowNames);
    requireOneEach("column", columnNames.size(), values.columns());
    requireOneEach("row", rowNames.size(), values.rows());
  }

  private static void requireOneEach(String what, int names, int count) {
    String rule = "there are %s %s names but the table has %s %ss; give one for each or none";
    Check.that(rule, names == 0 || names == count, names, what, count, what);
  }

  public Table withCorner(Optional<String> newCorner) {
    return new Table(values, columnNames, rowNames, picture, newCorner);
  }

  /**
   * Returns a new table with rows and columns, and their names, swapped; of the same kind, and
   * without pictures.
   */
  public Table transpose() {
    return new Table(values.transpose(), rowNames, columnNames, Optional.empty(), corner);
  }
}
