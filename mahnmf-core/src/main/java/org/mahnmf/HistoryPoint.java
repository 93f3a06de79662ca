package org.mahnmf;

/**
 * One line of a run's history.
 *
 * @param iteration outer steps taken; 0 is the start
 * @param seconds since the run began
 * @param objective in the user's units
 */
public record HistoryPoint(int iteration, double seconds, double objective) {}
