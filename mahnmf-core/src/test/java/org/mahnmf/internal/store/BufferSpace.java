package org.mahnmf.internal.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.matrix.Segments;
import org.mahnmf.matrix.Space;

/** A space in buffers so small that rows lie in several of them; counts what it gives. */
public final class BufferSpace implements Space {

  private static final int PIECE = 512;

  private long taken;

  @Override
  public boolean isFor(long bytes) {
    return true;
  }

  @Override
  public Segments take(long bytes) {
    taken += bytes;
    List<ByteBuffer> parts = new ArrayList<>();
    for (long left = bytes; left > 0; left -= PIECE) {
      parts.add(ByteBuffer.allocate((int) Math.min(PIECE, left)));
    }
    return new Segments(parts);
  }

  /** Returns the bytes given so far. */
  public long taken() {
    return taken;
  }
}
