package org.mahnmf.report;

/**
 * How well a method tells moving from still.
 *
 * @param precision share of the marked pixels that are right; NaN if unknown
 * @param recall share of the right pixels that are marked; NaN if unknown
 * @param f harmonic mean of the two; NaN if unknown
 * @param seconds it took; NaN if unknown
 */
public record MethodScore(
    String method, double precision, double recall, double f, double seconds) {}
