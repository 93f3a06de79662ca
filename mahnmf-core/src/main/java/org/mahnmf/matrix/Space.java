package org.mahnmf.matrix;

/** Room for numbers outside the heap, such as a disk, for tables that the heap cannot hold. */
public interface Space {

  /**
   * Returns whether an array of so many bytes is large enough to be kept here; if not it goes to
   * the heap.
   */
  boolean isFor(long bytes);

  /**
   * Takes room for so many bytes of zeros. It is given back when nobody refers to it any more.
   *
   * @throws RuntimeException if there is not enough; the message is one line for the user
   */
  Segments take(long bytes);
}
