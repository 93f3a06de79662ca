package org.mahnmf.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads what {@link StateWriter} wrote. The checksum has been looked at before. */
final class StateReader extends SavedState {

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  StateReader(InputStream in) {
    this.in = in;
  }

  /** Fills the start of the buffer. */
  private void fill(int bytes) {
    try {
      if (in.readNBytes(buffer.array(), 0, bytes) < bytes) {
        throw new EOFException("the file is too short");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long bits(long value) {
    fill(Long.BYTES);
    return buffer.getLong(0);
  }

  private void requireLength(int length) {
    long saved = bits(0);
    if (saved != length) {
      throw new IllegalStateException(
          "the checkpoint has " + saved + " numbers where the run has " + length);
    }
  }

  @Override
  public boolean numbers(double[] array) {
    requireLength(array.length);
    for (int from = 0; from < array.length; ) {
      int count = Math.min(array.length - from, BUFFER / Double.BYTES);
      fill(count * Double.BYTES);
      buffer.asDoubleBuffer().get(array, from, count);
      from += count;
    }
    return true;
  }

  @Override
  public String text(String value) {
    byte[] bytes = bytes();
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /** Reads bytes, or null. */
  byte[] bytes() {
    int length = count(0);
    if (length < 0) {
      return null;
    }
    try {
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException("the file is too short");
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
