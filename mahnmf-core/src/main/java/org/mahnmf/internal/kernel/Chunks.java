package org.mahnmf.internal.kernel;

/**
 * How a long line is cut into chunks of nearly equal length that suit {@link Products}. Depends on
 * the length alone.
 *
 * @param along entries of a line
 * @param count how many chunks
 */
public record Chunks(int along, int count) {

  /** The most entries of a chunk: a multiple of 8 well below 512, see {@link Products}. */
  public static final int LONGEST = 448;

  /** Cuts a line. */
  public Chunks(int along) {
    this(along, Math.max(1, (along + LONGEST - 1) / LONGEST));
  }

  /** Returns the first entry of a chunk; of chunk {@link #count()} the end of the line. */
  public int begin(int chunk) {
    return (int) ((long) along * chunk / count);
  }

  public int length(int chunk) {
    return begin(chunk + 1) - begin(chunk);
  }

  /** Returns the chunk that an entry is in. */
  public int of(int entry) {
    int chunk = (int) ((long) entry * count / along);
    return begin(chunk + 1) <= entry ? chunk + 1 : chunk;
  }
}
