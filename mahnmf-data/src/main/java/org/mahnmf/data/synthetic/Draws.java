package org.mahnmf.data.synthetic;

/**
 * Random numbers that are the same on any JVM: SplitMix64 (Steele, Lea and Flood 2014) and nothing
 * from {@code Math} that may differ in its last bit.
 */
public final class Draws {

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long state;
  private double spare;
  private boolean hasSpare;

  /** Begins a sequence; the same seed gives the same numbers. */
  public Draws(long seed) {
    this.state = seed;
  }

  /** Returns 64 bits that depend on the argument alone. */
  public static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Returns the next 64 bits. */
  public long bits() {
    state += GOLDEN;
    return mix(state);
  }

  /** Returns a number from 0 on, below 1. */
  public double uniform() {
    return (bits() >>> 11) * 0x1.0p-53;
  }

  /** Returns a number from the first on, below the second. */
  public double uniform(double low, double high) {
    return low + (high - low) * uniform();
  }

  /** Returns a whole number from 0 on, below the bound, which is at least 1. */
  public int below(int bound) {
    return (int) (uniform() * bound);
  }

  /** Returns either answer with the same chance. */
  public boolean flip() {
    return bits() < 0;
  }

  /** Returns a number from the normal distribution, by Marsaglia's polar method. */
  public double gaussian() {
    if (hasSpare) {
      hasSpare = false;
      return spare;
    }
    while (true) {
      double u = 2 * uniform() - 1;
      double v = 2 * uniform() - 1;
      double s = u * u + v * v;
      if (s < 1 && s > 0) {
        double factor = Math.sqrt(-2 * StrictMath.log(s) / s);
        spare = v * factor;
        hasSpare = true;
        return u * factor;
      }
    }
  }

  /** Returns a number from the gamma distribution of shape 2 and scale 1. */
  public double gamma2() {
    return -StrictMath.log(1 - uniform()) - StrictMath.log(1 - uniform());
  }
}
