package org.mahnmf.lab.separate;

import org.mahnmf.matrix.Matrix;

/**
 * A table taken apart: table ≈ low + sparse.
 *
 * @param low the part of low rank, of the table's size
 * @param rank of the low part
 * @param steps that were made
 */
public record Separation(Matrix low, int rank, int steps) {}
