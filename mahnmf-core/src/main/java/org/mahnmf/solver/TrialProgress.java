package org.mahnmf.solver;

/**
 * Where a solver with a choice stands before its first outer step.
 *
 * @param trial which candidate runs, from 1
 * @param atMost how many candidates there may be
 * @param solver name of the candidate's solver
 * @param start name of the candidate's start
 * @param steps outer steps the candidate has taken
 */
public record TrialProgress(int trial, int atMost, String solver, String start, int steps) {}
