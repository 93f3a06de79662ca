/**
 * What a solver and a start must offer ({@link org.mahnmf.solver.Solver}), and the only outer loop.
 * The algorithms themselves are in packages of their own.
 */
package org.mahnmf.solver;
