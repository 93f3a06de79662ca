package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.problem.Objective;

/** What a step of a block tells the driver; replies add up. All that travels in a step. */
final class BlockReply implements Serializable {

  private static final long serialVersionUID = 1;

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
}
