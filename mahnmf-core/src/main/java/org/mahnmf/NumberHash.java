package org.mahnmf;

/**
 * 64 bits that tell tables apart, a number at a time: each is mixed in by a multiplication and a
 * rotation, and the end is mixed as in MurmurHash3. Against accidents, not against adversaries: a
 * cryptographic hash of a film took longer than its separation.
 */
final class NumberHash {

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private long state = FACTOR;

  void add(double number) {
    add(Double.doubleToRawLongBits(number));
  }

  void add(long bits) {
    state = Long.rotateLeft((state ^ bits) * FACTOR, 29);
  }

  /** Returns 16 hexadecimal digits. */
  String digits() {
    long mixed = state;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return String.format("%016x", mixed ^ (mixed >>> 33));
  }
}
