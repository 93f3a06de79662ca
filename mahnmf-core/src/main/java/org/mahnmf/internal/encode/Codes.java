package org.mahnmf.internal.encode;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Objective;

/**
 * Codes of samples for a given basis, with a proof of how good they are.
 *
 * @param codes samples x rank
 * @param objective loss and penalties of the codes by term
 * @param relativeError loss / Σ weight·|X|
 * @param lowerBound no codes for this basis have a lower objective
 * @param exactSamples samples whose codes are a proven optimum
 */
public record Codes(
    DenseMatrix codes,
    Objective objective,
    double relativeError,
    double lowerBound,
    int exactSamples) {}
