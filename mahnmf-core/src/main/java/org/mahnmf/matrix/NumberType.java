package org.mahnmf.matrix;

import java.nio.ByteBuffer;

/** How numbers are written down in files of bare numbers. */
public enum NumberType {
  /** Truth values: false is 0, all else 1. */
  B1(1, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.get(place) == 0 ? 0 : 1;
    }
  },
  /** 8 bits, from 0. */
  U1(1, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.get(place) & 0xff;
    }
  },
  /** 8 bits with a sign. */
  I1(1, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.get(place);
    }
  },
  /** 16 bits, from 0. */
  U2(2, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getShort(place) & 0xffff;
    }
  },
  /** 16 bits with a sign. */
  I2(2, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getShort(place);
    }
  },
  /** 32 bits, from 0. */
  U4(4, false) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getInt(place) & 0xffffffffL;
    }
  },
  /** 32 bits with a sign. */
  I4(4, false) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getInt(place);
    }
  },
  /** 64 bits, from 0; beyond 2^53 rounded to the nearest double. */
  U8(8, false) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      long number = bytes.getLong(place);
      // Halved with its last bit kept, so that it is rounded once and rightly.
      return number >= 0 ? number : 2.0 * ((number >>> 1) | (number & 1));
    }
  },
  /** 64 bits with a sign; beyond 2^53 rounded to the nearest double. */
  I8(8, false) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getLong(place);
    }
  },
  /** Floats. */
  F4(4, true) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getFloat(place);
    }
  },
  /** Doubles. */
  F8(8, false) {
    @Override
    public double get(ByteBuffer bytes, int place) {
      return bytes.getDouble(place);
    }
  };

  private final int width;
  private final boolean fitsFloat;

  NumberType(int width, boolean fitsFloat) {
    this.width = width;
    this.fitsFloat = fitsFloat;
  }

  /** Returns the bytes of a number. */
  public int width() {
    return width;
  }

  /** Returns whether every such number is also a float. */
  public boolean fitsFloat() {
    return fitsFloat;
  }

  /**
   * Reads a number.
   *
   * @param bytes in the byte order of the numbers; <em>not modified</em>
   * @param place of its first byte
   */
  public abstract double get(ByteBuffer bytes, int place);
}
