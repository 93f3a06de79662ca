/** X ≈ HHᵀ: the solver, its start and the check of its table. */
package org.mahnmf.internal.symmetric;
