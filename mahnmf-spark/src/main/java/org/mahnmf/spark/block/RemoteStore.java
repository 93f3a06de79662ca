package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.List;
import org.mahnmf.base.Workers;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.SideData;
import org.mahnmf.problem.Store;

/**
 * What the driver knows of X: its size and its sums. X itself is in the blocks, each of which sends
 * its share.
 */
final class RemoteStore implements Store, Serializable {

  private static final long serialVersionUID = 1;

  private int features;
  private int samples;
  private double scale;
  private double weightSum;
  private double squaredWeights;
  private double absoluteSum;
  private double kinkWeight;
  private double largestWeight;
  private long observed;
  private long kinks;
  private boolean weighted;
  private boolean sparse;

  private RemoteStore() {}

  /** Returns the share of a block. */
  static RemoteStore of(Store block) {
    return sum(List.of(block), block.scale());
  }

  /**
   * Adds shares in the order given.
   *
   * @param scale what X was divided by before the blocks were made
   */
  static RemoteStore sum(List<? extends Store> parts, double scale) {
    RemoteStore sum = new RemoteStore();
    sum.scale = scale;
    for (Store part : parts) {
      sum.features = part.features();
      sum.samples += part.samples();
      sum.weightSum += part.weightSum();
      sum.squaredWeights += part.squaredWeights();
      sum.absoluteSum += part.absoluteSum();
      sum.kinkWeight += part.kinkWeight();
      sum.largestWeight = Math.max(sum.largestWeight, part.largestWeight());
      sum.observed += part.observed();
      sum.kinks += part.kinks();
      sum.weighted |= part.isWeighted();
      sum.sparse |= part.isSparse();
    }
    return sum;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public int samples() {
    return samples;
  }

  @Override
  public double scale() {
    return scale;
  }

  @Override
  public double weightSum() {
    return weightSum;
  }

  @Override
  public double squaredWeights() {
    return squaredWeights;
  }

  @Override
  public double absoluteSum() {
    return absoluteSum;
  }

  @Override
  public long observed() {
    return observed;
  }

  @Override
  public long kinks() {
    return kinks;
  }

  @Override
  public double kinkWeight() {
    return kinkWeight;
  }

  @Override
  public double largestWeight() {
    return largestWeight;
  }

  @Override
  public boolean isWeighted() {
    return weighted;
  }

  @Override
  public boolean isSparse() {
    return sparse;
  }

  @Override
  public Workers workers() {
    return Block.workers();
  }

  @Override
  public SideData side(Factor moving) {
    throw new UnsupportedOperationException("X is in the blocks of a cluster, not here");
  }
}
