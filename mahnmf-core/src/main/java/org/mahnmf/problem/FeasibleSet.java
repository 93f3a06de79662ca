package org.mahnmf.problem;

import org.mahnmf.matrix.DenseMatrix;

/** A convex set of non-negative matrices that a factor must lie in. */
public interface FeasibleSet extends Term {

  /** Returns the least value of any entry, at least 0. */
  double lower();

  /** Returns the largest value of any entry; may be infinite. */
  double upper();

  /**
   * Returns whether the set is exactly the box from {@link #lower()} to {@link #upper()}, so that
   * each entry may move without regard to the others.
   */
  boolean isEntrywise();

  /**
   * Projects onto the set.
   *
   * @param factor <em>modified</em>: the nearest point of the set
   */
  void project(DenseMatrix factor);
}
