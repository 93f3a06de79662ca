package org.mahnmf.data;

/**
 * What is known of a table before it is read.
 *
 * @param bytesPerEntry in the heap, once it is read
 * @param canStayOnDisk whether it can be used without being read into the heap, see {@link
 *     ReadOptions#withSpace}
 * @param isPictures whether its rows are pictures, which can be made smaller
 */
public record Outline(
    int rows, int columns, int bytesPerEntry, boolean canStayOnDisk, boolean isPictures) {

  public Outline transpose() {
    return new Outline(columns, rows, bytesPerEntry, canStayOnDisk, isPictures);
  }
}
