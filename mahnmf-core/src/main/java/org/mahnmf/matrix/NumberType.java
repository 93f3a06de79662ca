package org.mahnmf.matrix;

import java.nio.ByteBuffer;

/** How numbers are written down in files of bare numbers. */
public enum NumberType {
  /** Truth values: false is 0, all else 1. */
  B1(1, true),
  /** 8 bits, from 0. */
  U1(1, true),
  /** 8 bits with a sign. */
  I1(1, true),
  /** 16 bits, from 0. */
  U2(2, true),
  /** 16 bits with a sign. */
  I2(2, true),
  /** 32 bits, from 0. */
  U4(4, false),
  /** 32 bits with a sign. */
  I4(4, false),
  /** 64 bits, from 0; beyond 2^53 rounded to the nearest double. */
  U8(8, false),
  /** 64 bits with a sign; beyond 2^53 rounded to the nearest double. */
  I8(8, false),
  /** Floats. */
  F4(4, true),
  /** Doubles. */
  F8(8, false);

  private final int width;
  private final boolean fitsFloat;

  NumberType(int width, boolean fitsFloat) {
    this.width = width;
    this.fitsFloat = fitsFloat;
  }

  /** Halved with its last bit kept, so that it is rounded once and rightly. */
  private static double unsigned(long number) {
    return number >= 0 ? number : 2.0 * ((number >>> 1) | (number & 1));
  }

  /** Returns the bytes of a number. */
  public int width() {
    return width;
  }

  /** Returns whether every such number is also a float. */
  public boolean fitsFloat() {
    return fitsFloat;
  }

  /** Reads the number whose first byte is at a place of bytes in the byte order of the numbers. */
  public double get(ByteBuffer bytes, int place) {
    return switch (this) {
      case B1 -> bytes.get(place) == 0 ? 0 : 1;
      case U1 -> bytes.get(place) & 0xff;
      case I1 -> bytes.get(place);
      case U2 -> bytes.getShort(place) & 0xffff;
      case I2 -> bytes.getShort(place);
      case U4 -> bytes.getInt(place) & 0xffffffffL;
      case I4 -> bytes.getInt(place);
      case U8 -> unsigned(bytes.getLong(place));
      case I8 -> bytes.getLong(place);
      case F4 -> bytes.getFloat(place);
      case F8 -> bytes.getDouble(place);
    };
  }
}
