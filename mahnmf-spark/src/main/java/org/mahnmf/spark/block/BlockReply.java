package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.mahnmf.problem.Objective;
import scala.Tuple2;

/** What a step of a block tells the driver; replies add up. All that travels in a step. */
final class BlockReply implements Serializable {

  private static final long serialVersionUID = 1;

  /** Replies that the driver takes one by one. */
  private static final int FEW = 32;

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

  /** Adds replies in the order given, so that the sum does not depend on who was first. */
  static BlockReply sum(List<BlockReply> replies) {
    BlockReply sum = new BlockReply();
    for (BlockReply reply : replies) {
      sum.product = add(sum.product, reply.product);
      sum.gram = add(sum.gram, reply.gram);
      sum.stretch = reply.stretch;
      if (reply.objective != null) {
        sum.objective = sum.objective == null ? new LinkedHashMap<>() : sum.objective;
        for (Map.Entry<String, Double> term : reply.objective.entrySet()) {
          sum.objective.merge(term.getKey(), term.getValue(), Double::sum);
        }
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

  static BlockReply of(JavaRDD<BlockState> states) {
    return of(states, FEW);
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
    if (blocks <= few) {
      return sum(states.map(state -> state.reply).collect());
    }
    int width = (int) Math.ceil(Math.sqrt(blocks));
    List<Tuple2<Integer, BlockReply>> sums =
        states
            .mapPartitionsWithIndex((index, one) -> numbered(index, one), true)
            .mapToPair(reply -> new Tuple2<>(reply._1() / width, reply))
            .groupByKey((blocks + width - 1) / width)
            .map(group -> new Tuple2<>(group._1(), inOrder(group._2())))
            .collect();
    return inOrder(sums);
  }

  private static Iterator<Tuple2<Integer, BlockReply>> numbered(
      int index, Iterator<BlockState> states) {
    List<Tuple2<Integer, BlockReply>> replies = new ArrayList<>();
    states.forEachRemaining(state -> replies.add(new Tuple2<>(index, state.reply)));
    return replies.iterator();
  }

  private static BlockReply inOrder(Iterable<Tuple2<Integer, BlockReply>> replies) {
    List<Tuple2<Integer, BlockReply>> sorted = new ArrayList<>();
    replies.forEach(sorted::add);
    sorted.sort(Comparator.comparing(Tuple2::_1));
    return sum(sorted.stream().map(Tuple2::_2).toList());
  }
}
