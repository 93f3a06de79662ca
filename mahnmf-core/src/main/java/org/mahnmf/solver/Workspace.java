package org.mahnmf.solver;

/**
 * What a solver keeps besides X while it runs, at its peak, with its start and its best points.
 *
 * @param tables arrays of the size of X, in its precision
 * @param factors pairs of arrays of the size of the factors, as doubles
 */
public record Workspace(double tables, double factors) {}
