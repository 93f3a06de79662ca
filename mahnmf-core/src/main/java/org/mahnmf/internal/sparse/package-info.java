/**
 * Sparse tables by columns and rows, with the passes over stored entries; the choice between sparse
 * and dense.
 */
package org.mahnmf.internal.sparse;
