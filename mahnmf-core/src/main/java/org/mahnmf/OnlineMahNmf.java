package org.mahnmf;

import java.util.Optional;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.solver.Reweighted;
import org.mahnmf.start.StillStart;

/**
 * Robust factorisation of a stream, one sample after the other, in constant memory and with
 * constant work for each:
 *
 * <pre>{@code
 * try (OnlineFit fit = OnlineMahNmf.withRank(2).withMemory(100).start()) {
 *   for (double[] sample : samples) {
 *     for (OnlineFit.Step step : fit.add(sample)) {
 *       boolean[] outliers = step.mask();
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Settings are immutable: every {@code with} returns new ones. The same seed and the same stream
 * give the same answer for any number of threads.
 *
 * @see OnlineFit
 */
public final class OnlineMahNmf {

  /** Samples that the basis is learned from, if nothing else is asked for. */
  public static final int DEFAULT_MEMORY = 100;

  private final MahNmf learning;
  private final int memory;
  private final Optional<PictureShape> picture;

  private OnlineMahNmf(MahNmf learning, int memory, Optional<PictureShape> picture) {
    this.learning = learning;
    this.memory = memory;
    this.picture = picture;
    if (memory < Math.max(2, learning.rank())) {
      throw new IllegalArgumentException(
          "memory is "
              + memory
              + " samples but must be at least "
              + Math.max(2, learning.rank())
              + ", at rank "
              + learning.rank());
    }
  }

  /**
   * Returns settings.
   *
   * @param rank number of parts, at least 1
   */
  public static OnlineMahNmf withRank(int rank) {
    // Begins from still pictures and stays near them, as suits what hardly changes.
    MahNmf learning =
        MahNmf.withRank(rank).with(Reweighted.fromNear()).with(new StillStart());
    return new OnlineMahNmf(learning, Math.max(rank, DEFAULT_MEMORY), Optional.empty());
  }

  /**
   * Returns a copy with another memory.
   *
   * @param samples that the basis is learned from; earlier ones are forgotten; at least 2 and the
   *     rank
   */
  public OnlineMahNmf withMemory(int samples) {
    return new OnlineMahNmf(learning, samples, picture);
  }

  /**
   * Returns a copy for pictures, in whose masks a pixel takes the side of most pixels around it.
   *
   * @param shape of each sample
   */
  public OnlineMahNmf withPicture(PictureShape shape) {
    return new OnlineMahNmf(learning, memory, Optional.of(shape));
  }

  /**
   * Returns a copy with another seed.
   *
   * @param seed of every random choice
   */
  public OnlineMahNmf withSeed(long seed) {
    return new OnlineMahNmf(learning.withSeed(seed), memory, picture);
  }

  /**
   * Returns a copy with another number of threads.
   *
   * @param threads at least 1; the result does not depend on it
   */
  public OnlineMahNmf withThreads(int threads) {
    return new OnlineMahNmf(learning.withThreads(threads), memory, picture);
  }

  /** Returns the number of parts. */
  public int rank() {
    return learning.rank();
  }

  /** Returns how many samples the basis is learned from. */
  public int memory() {
    return memory;
  }

  /** Returns how samples are laid out, if they are pictures. */
  public Optional<PictureShape> picture() {
    return picture;
  }

  /** Returns the number of threads. */
  public int threads() {
    return learning.threads();
  }

  /** How the parts of some samples are learned at once. */
  MahNmf learning() {
    return learning;
  }

  /** Begins a stream. */
  public OnlineFit start() {
    return new OnlineFit(this);
  }
}
