/** Solvers that never go up: smoothing, rank-one residue iteration, exact and reweighted steps. */
package org.mahnmf.internal.descent;
