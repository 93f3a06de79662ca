package org.mahnmf.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes states as little-endian bytes; {@link StateReader} is its mirror. */
final class StateWriter extends State {

  private static final int BUFFER = 1 << 16;

  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  StateWriter(OutputStream out) {
    this.out = out;
  }

  static byte[] bytesOf(Stateful saved) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StateWriter writer = new StateWriter(bytes);
    saved.exchange(writer);
    writer.flush();
    return bytes.toByteArray();
  }

  /** Hands everything on. */
  void flush() {
    write(buffer.array(), buffer.position());
    buffer.clear();
  }

  private void write(byte[] bytes, int count) {
    try {
      out.write(bytes, 0, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void reserve(int bytes) {
    if (buffer.remaining() < bytes) {
      flush();
    }
  }

  @Override
  public long bits(long value) {
    reserve(Long.BYTES);
    buffer.putLong(value);
    return value;
  }

  @Override
  public boolean numbers(double[] array) {
    bits(array.length);
    for (int from = 0; from < array.length; ) {
      reserve(Double.BYTES);
      int count = Math.min(array.length - from, buffer.remaining() / Double.BYTES);
      buffer.asDoubleBuffer().put(array, from, count);
      buffer.position(buffer.position() + count * Double.BYTES);
      from += count;
    }
    return false;
  }

  @Override
  public String text(String value) {
    bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    return value;
  }

  /** Writes bytes and how many there are, or null. */
  void bytes(byte[] bytes) {
    bits(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      flush();
      write(bytes, bytes.length);
    }
  }
}
