/** Cells and rows of a table that do not fit what its parts expect. */
package org.mahnmf.outlier;
