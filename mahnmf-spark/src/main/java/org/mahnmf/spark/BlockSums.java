package org.mahnmf.spark;

import java.io.Serializable;
import java.util.List;
import org.mahnmf.store.Store;

/** The sums that a store knows of its X. */
final class BlockSums implements Serializable {

  private static final long serialVersionUID = 1;

  double weightSum;
  double squaredWeights;
  double absoluteSum;
  double kinkWeight;
  double largestWeight;
  long observed;
  long kinks;
  boolean weighted;
  boolean sparse;

  static BlockSums of(Store store) {
    BlockSums sums = new BlockSums();
    sums.weightSum = store.weightSum();
    sums.squaredWeights = store.squaredWeights();
    sums.absoluteSum = store.absoluteSum();
    sums.kinkWeight = store.kinkWeight();
    sums.largestWeight = store.largestWeight();
    sums.observed = store.observed();
    sums.kinks = store.kinks();
    sums.weighted = store.isWeighted();
    sums.sparse = store.isSparse();
    return sums;
  }

  static BlockSums total(List<BlockSums> parts) {
    BlockSums total = new BlockSums();
    for (BlockSums part : parts) {
      total.weightSum += part.weightSum;
      total.squaredWeights += part.squaredWeights;
      total.absoluteSum += part.absoluteSum;
      total.kinkWeight += part.kinkWeight;
      total.largestWeight = Math.max(total.largestWeight, part.largestWeight);
      total.observed += part.observed;
      total.kinks += part.kinks;
      total.weighted |= part.weighted;
      total.sparse |= part.sparse;
    }
    return total;
  }
}
