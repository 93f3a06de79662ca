package org.mahnmf.internal.fit;

/**
 * 64 bits that tell tables apart, a number at a time: each is mixed in by a multiplication and a
 * rotation, and the end is mixed as in MurmurHash3. Against accidents, not against adversaries: a
 * cryptographic hash of a film took longer than its separation.
 */
public final class NumberHash {

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private long state = FACTOR;

  /** Creates the hash of nothing. */
  public NumberHash() {}

  /**
   * Mixes a number in.
   *
   * @param number every bit counts
   */
  public void add(double number) {
    add(Double.doubleToRawLongBits(number));
  }

  /**
   * Mixes 64 bits in.
   *
   * @param bits every bit counts
   */
  public void add(long bits) {
    state = Long.rotateLeft((state ^ bits) * FACTOR, 29);
  }

  /** Returns 16 hexadecimal digits. */
  public String digits() {
    return String.format("%016x", value());
  }

  /** Returns the 64 bits. */
  public long value() {
    long mixed = state;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
