package org.mahnmf.matrix;

/**
 * Transposes a matrix that does not fit into the heap: a panel of rows is read, turned in the heap
 * and written column by column. All is read once, in order, and written in pieces of {@link
 * #PANEL}/columns numbers.
 */
final class Transposition {

  /** Numbers turned at a time; 32 MB of doubles. */
  private static final int PANEL = 1 << 22;

  private Transposition() {}

  /** Reads a row. */
  @FunctionalInterface
  public interface RowReader {
    /**
     * Reads a row.
     *
     * @param row which
     * @param out receives it; <em>modified</em>
     */
    void read(int row, double[] out);
  }

  /** Writes a stretch of a column. */
  @FunctionalInterface
  public interface ColumnWriter {
    /**
     * Writes a stretch of a column.
     *
     * @param column which
     * @param from first row
     * @param values <em>not modified</em>
     * @param at where they begin
     * @param count how many
     */
    void write(int column, int from, double[] values, int at, int count);
  }

  /**
   * Transposes.
   *
   * @param rows of the matrix read
   * @param columns of the matrix read
   * @param reader called once for each row, in order
   * @param writer called for stretches that cover all columns
   */
  public static void run(int rows, int columns, RowReader reader, ColumnWriter writer) {
    int height = Math.max(1, Math.min(rows, PANEL / columns));
    double[] panel = new double[height * columns];
    double[] row = new double[columns];
    for (int from = 0; from < rows; from += height) {
      int count = Math.min(height, rows - from);
      for (int i = 0; i < count; i++) {
        reader.read(from + i, row);
        for (int j = 0; j < columns; j++) {
          panel[j * count + i] = row[j];
        }
      }
      for (int j = 0; j < columns; j++) {
        writer.write(j, from, panel, j * count, count);
      }
    }
  }
}
