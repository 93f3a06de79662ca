package org.mahnmf.online;

import java.util.Optional;
import org.mahnmf.MahNmf;
import org.mahnmf.SampledFit;
import org.mahnmf.base.Workers;
import org.mahnmf.matrix.PictureShape;

/**
 * Robust factorisation of a stream, one sample after the other, in constant memory and with
 * constant work for each:
 *
 * <pre>{@code
 * try (OnlineFit fit = OnlineMahNmf.ofRank(2).withMemory(100).start()) {
 *   for (double[] sample : samples) {
 *     for (OnlineStep step : fit.add(sample)) {
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

  private final int rank;
  private final int memory;
  private final Optional<PictureShape> picture;
  private final long seed;
  private final int threads;

  private OnlineMahNmf(
      int rank, int memory, Optional<PictureShape> picture, long seed, int threads) {
    this.rank = rank;
    this.memory = memory;
    this.picture = picture;
    this.seed = seed;
    this.threads = threads;
    learning(rank); // checks what it takes
    if (memory < Math.max(2, rank)) {
      throw new IllegalArgumentException(
          "memory is "
              + memory
              + " samples but must be at least "
              + Math.max(2, rank)
              + ", at rank "
              + rank);
    }
  }

  /**
   * Returns settings.
   *
   * @param rank the most parts, at least 1; as many are used as there are kinds of samples, such as
   *     lights of a film
   */
  public static OnlineMahNmf ofRank(int rank) {
    return new OnlineMahNmf(
        rank, Math.max(rank, DEFAULT_MEMORY), Optional.empty(), 0, Workers.defaultThreads());
  }

  /**
   * Returns a copy with another memory.
   *
   * @param samples that the basis is learned from; earlier ones are forgotten; at least 2 and the
   *     rank
   */
  public OnlineMahNmf withMemory(int samples) {
    return new OnlineMahNmf(rank, samples, picture, seed, threads);
  }

  /**
   * Returns a copy for pictures, in whose masks a pixel takes the side of most pixels around it.
   *
   * @param shape of each sample
   */
  public OnlineMahNmf withPicture(PictureShape shape) {
    return new OnlineMahNmf(rank, memory, Optional.of(shape), seed, threads);
  }

  /**
   * Returns a copy with another seed.
   *
   * @param newSeed of every random choice
   */
  public OnlineMahNmf withSeed(long newSeed) {
    return new OnlineMahNmf(rank, memory, picture, newSeed, threads);
  }

  /**
   * Returns a copy with another number of threads.
   *
   * @param newThreads at least 1; the result does not depend on it
   */
  public OnlineMahNmf withThreads(int newThreads) {
    return new OnlineMahNmf(rank, memory, picture, seed, newThreads);
  }

  /** Returns the most parts. */
  public int rank() {
    return rank;
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
    return threads;
  }

  /** Returns the seed of every random choice. */
  public long seed() {
    return seed;
  }

  /** How the parts of some samples are learned at once. */
  MahNmf learning(int parts) {
    return SampledFit.forFilms(MahNmf.ofRank(parts).withSeed(seed).withThreads(threads));
  }

  /** Begins a stream. */
  public OnlineFit start() {
    return new OnlineFit(this);
  }
}
