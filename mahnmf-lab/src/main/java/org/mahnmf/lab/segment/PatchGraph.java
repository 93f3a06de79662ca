package org.mahnmf.lab.segment;

import org.mahnmf.matrix.DenseMatrix;

/**
 * The patches of a picture and how alike they are.
 *
 * @param patches of the picture
 * @param weights the affinity of each pair (eq5.1), not normalised
 */
public record PatchGraph(Superpixels patches, DenseMatrix weights) {}
