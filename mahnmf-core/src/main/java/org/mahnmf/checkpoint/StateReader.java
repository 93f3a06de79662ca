package org.mahnmf.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads what {@link StateWriter} wrote. The checksum has been looked at before. */
final class StateReader extends State {

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  StateReader(InputStream in) {
    this.in = in;
  }

  /** Fills the start of an array. */
  private byte[] fill(byte[] array, int bytes) {
    try {
      if (in.readNBytes(array, 0, bytes) < bytes) {
        throw new EOFException("the file is too short");
      }
      return array;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long bits(long value) {
    fill(buffer.array(), Long.BYTES);
    return buffer.getLong(0);
  }

  @Override
  public boolean numbers(double[] array) {
    long saved = bits(0);
    if (saved != array.length) {
      throw new IllegalStateException(
          "the checkpoint has " + saved + " numbers where the run has " + array.length);
    }
    for (int from = 0; from < array.length; ) {
      int count = Math.min(array.length - from, BUFFER / Double.BYTES);
      fill(buffer.array(), count * Double.BYTES);
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
    return length < 0 ? null : fill(new byte[length], length);
  }
}
