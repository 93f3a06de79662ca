package org.mahnmf.spark;

import java.util.List;
import java.util.Optional;
import org.mahnmf.HistoryPoint;
import org.mahnmf.Model;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Sides;

/**
 * What a fit on Spark found, in the user's units.
 *
 * @param model the basis and how to encode with it
 * @param objective everything minimised, by term
 * @param iterations outer steps
 * @param products work in products of 2·m·n·rank flops
 * @param stopReason why it ended; empty if it was asked to
 * @param samples number of samples
 * @param observed entries with a positive weight
 * @param absoluteSum Σ weight·x
 * @param sparse whether zeros were not stored
 * @param hash of the samples in the order of the blocks
 * @param history objective over time
 * @param sides the terms on both factors, a given ridge among them
 * @param saved the checkpoint
 */
record SparkResult(
    Model model,
    Objective objective,
    int iterations,
    double products,
    Optional<String> stopReason,
    int samples,
    long observed,
    double absoluteSum,
    boolean sparse,
    String hash,
    List<HistoryPoint> history,
    Sides sides,
    SavedRun saved) {}
