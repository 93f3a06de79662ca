package org.mahnmf.spark;

import org.mahnmf.problem.Factor;
import org.mahnmf.store.SideData;
import org.mahnmf.store.Store;
import org.mahnmf.store.Workers;

/** What the driver knows of X: its size and its sums. X itself is in the blocks. */
final class RemoteStore implements Store {

  private final int features;
  private final int samples;
  private final double scale;
  private final BlockSums sums;
  private final Workers workers = new Workers(1);

  RemoteStore(int features, int samples, double scale, BlockSums sums) {
    this.features = features;
    this.samples = samples;
    this.scale = scale;
    this.sums = sums;
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
    return sums.weightSum;
  }

  @Override
  public double squaredWeights() {
    return sums.squaredWeights;
  }

  @Override
  public double absoluteSum() {
    return sums.absoluteSum;
  }

  @Override
  public long observed() {
    return sums.observed;
  }

  @Override
  public long kinks() {
    return sums.kinks;
  }

  @Override
  public double kinkWeight() {
    return sums.kinkWeight;
  }

  @Override
  public double largestWeight() {
    return sums.largestWeight;
  }

  @Override
  public boolean isWeighted() {
    return sums.weighted;
  }

  @Override
  public boolean isSparse() {
    return sums.sparse;
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public SideData side(Factor moving) {
    throw new UnsupportedOperationException("X is in the blocks of a cluster, not here");
  }
}
