package org.mahnmf.spark.block;

import java.util.List;
import java.util.Optional;
import org.mahnmf.Model;
import org.mahnmf.RunRecord;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Sides;
import org.mahnmf.solver.HistoryPoint;
import org.mahnmf.spark.file.SavedRun;

/**
 * What a fit on Spark found, in the user's units.
 *
 * @param model the basis and how to encode with it
 * @param course how it went
 * @param data what it is of, with a hash of the samples in the order of the blocks
 * @param absoluteSum Σ weight·x
 * @param sparse whether zeros were not stored
 * @param sides the terms on both factors, a given ridge among them
 * @param saved the checkpoint
 */
public record SparkResult(
    Model model,
    Course course,
    RunRecord.Data data,
    double absoluteSum,
    boolean sparse,
    Sides sides,
    SavedRun saved) {

  /** How a fit went; work is in products of 2·m·n·rank flops. */
  public record Course(
      Objective objective,
      int iterations,
      double products,
      Optional<String> stopReason,
      List<HistoryPoint> history) {}
}
