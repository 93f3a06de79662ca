package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.mahnmf.problem.Objective;

/** What a step of a block tells the driver; replies add up. All that travels in a step. */
final class BlockReply implements Serializable {

  private static final long serialVersionUID = 1;

  /** Replies that the driver takes one by one. */
  static final int FEW = 32;

  /** Number of the partition, or of the first one of a sum. */
  private int part = TaskContext.getPartitionId();

  /** codes·Tᵀ, rank x features; null if not asked for. */
  double[] product;

  /** codes·codesᵀ, rank x rank; null if not asked for. */
  double[] gram;

  /** The same in all blocks. */
  double stretch;

  /** What the samples add to the objective; null if not asked for. */
  LinkedHashMap<String, Double> objective;

  void objective(Objective value) {
    objective = new LinkedHashMap<>(value.terms());
  }

  /** Adds replies in the order of the parts, so that the sum does not depend on who was first. */
  private static BlockReply sum(Iterable<BlockReply> replies) {
    List<BlockReply> sorted = new ArrayList<>();
    replies.forEach(sorted::add);
    sorted.sort(Comparator.comparing(reply -> reply.part));
    BlockReply sum = new BlockReply();
    sum.part = sorted.get(0).part;
    for (BlockReply reply : sorted) {
      sum.product = add(sum.product, reply.product);
      sum.gram = add(sum.gram, reply.gram);
      sum.stretch = reply.stretch;
      if (reply.objective != null) {
        sum.objective = sum.objective == null ? new LinkedHashMap<>() : sum.objective;
        reply.objective.forEach((term, value) -> sum.objective.merge(term, value, Double::sum));
      }
    }
    return sum;
  }

  private static double[] add(double[] sum, double[] more) {
    if (sum == null || more == null) {
      return sum == null && more != null ? more.clone() : sum;
    }
    for (int i = 0; i < sum.length; i++) {
      sum[i] += more[i];
    }
    return sum;
  }

  /**
   * Adds the replies of all blocks. Few blocks reply to the driver; of many, about √blocks
   * neighbours are added up on an executor first, so that the driver gets √blocks replies and not
   * all.
   *
   * @param few number of blocks up to which the driver adds alone
   */
  static BlockReply of(JavaRDD<BlockState> states, int few) {
    int blocks = states.getNumPartitions();
    JavaRDD<BlockReply> replies = states.map(state -> state.reply);
    if (blocks <= few) {
      return sum(replies.collect());
    }
    int width = (int) Math.ceil(Math.sqrt(blocks));
    return sum(
        replies
            .keyBy(reply -> reply.part / width)
            .groupByKey((blocks + width - 1) / width)
            .map(group -> sum(group._2()))
            .collect());
  }
}
