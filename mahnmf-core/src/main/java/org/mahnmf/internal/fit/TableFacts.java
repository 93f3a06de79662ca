package org.mahnmf.internal.fit;

/**
 * What a run record says of a table.
 *
 * @param samples rows of the user's table
 * @param features columns of the user's table
 * @param observed entries with a positive weight
 * @param hash of values and weights
 */
public record TableFacts(int samples, int features, long observed, String hash) {}
