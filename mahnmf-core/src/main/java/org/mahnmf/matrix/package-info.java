/**
 * Values: matrices on the heap, sparse, or outside the heap; a table with its weights and names. No
 * mathematics of a fit.
 */
package org.mahnmf.matrix;
