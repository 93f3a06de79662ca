package org.mahnmf.online;

import java.util.Optional;
import org.mahnmf.MahNmf;
import org.mahnmf.SampledFit;
import org.mahnmf.base.Check;
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
 * @param rank the most parts, at least 1
 * @param memory how many samples the basis is learned from
 * @param picture how samples are laid out, if they are pictures
 * @param seed of every random choice
 * @param threads at least 1; the result does not depend on it
 * @see OnlineFit
 */
public record OnlineMahNmf(
    int rank, int memory, Optional<PictureShape> picture, long seed, int threads) {
  /** Samples that the basis is learned from, if nothing else is asked for. */
  public static final int DEFAULT_MEMORY = 100;

  /** Checks the numbers. */
  public OnlineMahNmf {
    learning(rank, seed, threads); // checks what it takes
    Check.that(
        "memory is %s samples but must be at least %s, at rank %s",
        memory >= Math.max(2, rank), memory, Math.max(2, rank), rank);
  }

  /**
   * Returns settings with the most parts, at least 1; as many are used as there are kinds of
   * samples, such as lights of a film.
   */
  public static OnlineMahNmf ofRank(int rank) {
    return new OnlineMahNmf(
        rank, Math.max(rank, DEFAULT_MEMORY), Optional.empty(), 0, Workers.defaultThreads());
  }

  /** Returns a copy with a memory of so many samples, at least 2 and the rank. */
  public OnlineMahNmf withMemory(int samples) {
    return new OnlineMahNmf(rank, samples, picture, seed, threads);
  }

  /** Returns a copy for pictures, in whose masks a pixel takes the side of most around it. */
  public OnlineMahNmf withPicture(PictureShape shape) {
    return new OnlineMahNmf(rank, memory, Optional.of(shape), seed, threads);
  }

  /** Returns a copy with another seed. */
  public OnlineMahNmf withSeed(long newSeed) {
    return new OnlineMahNmf(rank, memory, picture, newSeed, threads);
  }

  /** Returns a copy with another number of threads. */
  public OnlineMahNmf withThreads(int newThreads) {
    return new OnlineMahNmf(rank, memory, picture, seed, newThreads);
  }

  /** How the parts of some samples are learned at once. */
  MahNmf learning(int parts) {
    return learning(parts, seed, threads);
  }

  private static MahNmf learning(int parts, long seed, int threads) {
    return SampledFit.forFilms(MahNmf.ofRank(parts).withSeed(seed).withThreads(threads));
  }

  /** Begins a stream. */
  public OnlineFit start() {
    return new OnlineFit(this);
  }
}
