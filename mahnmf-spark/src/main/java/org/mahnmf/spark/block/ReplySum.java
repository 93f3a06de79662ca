package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Adds the replies of all blocks in an order that does not depend on who was first. Few blocks
 * reply to the driver; of many, about √blocks neighbours are added up on an executor first, so that
 * the driver gets √blocks replies and not all.
 */
final class ReplySum {

  /** Replies that the driver takes one by one. */
  private static final int FEW = 32;

  private ReplySum() {}

  static BlockReply of(JavaRDD<BlockState> states) {
    return of(states, FEW);
  }

  /**
   * Adds.
   *
   * @param few number of blocks up to which the driver adds alone
   */
  static BlockReply of(JavaRDD<BlockState> states, int few) {
    int blocks = states.getNumPartitions();
    if (blocks <= few) {
      return BlockReply.sum(states.map(state -> state.reply).collect());
    }
    int width = (int) Math.ceil(Math.sqrt(blocks));
    List<Numbered> sums =
        new ArrayList<>(
            states
                .mapPartitionsWithIndex((index, one) -> numbered(index, one), true)
                .mapToPair(reply -> new Tuple2<>(reply.number / width, reply))
                .groupByKey((blocks + width - 1) / width)
                .map(group -> new Numbered(group._1(), inOrder(group._2())))
                .collect());
    return inOrder(sums);
  }

  private static Iterator<Numbered> numbered(int index, Iterator<BlockState> states) {
    List<Numbered> replies = new ArrayList<>();
    states.forEachRemaining(state -> replies.add(new Numbered(index, state.reply)));
    return replies.iterator();
  }

  private static BlockReply inOrder(Iterable<Numbered> replies) {
    List<Numbered> sorted = new ArrayList<>();
    replies.forEach(sorted::add);
    sorted.sort(Comparator.comparingInt(reply -> reply.number));
    return BlockReply.sum(sorted.stream().map(reply -> reply.reply).toList());
  }

  /** A reply and its place. */
  private static final class Numbered implements Serializable {

    private static final long serialVersionUID = 1;

    final int number;
    final BlockReply reply;

    Numbered(int number, BlockReply reply) {
      this.number = number;
      this.reply = reply;
    }
  }
}
