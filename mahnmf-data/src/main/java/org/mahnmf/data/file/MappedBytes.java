package org.mahnmf.data.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.mahnmf.matrix.Segments;

/** Maps files of any length. */
public final class MappedBytes {

  private MappedBytes() {}

  /**
   * Whether an error is what the JVM throws where a mapped file has no bytes any more, in whatever
   * thread that was seen. It cannot be foreseen, and no length can be checked before each access.
   */
  public static boolean isLost(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InternalError
          && String.valueOf(cause.getMessage()).contains("unsafe memory access")) {
        return true;
      }
    }
    return false;
  }

  /** The same as a mistake in what was mapped. */
  public static InputException lost(Object file, Throwable cause) {
    return new InputException(
        file + ": became shorter while it was in use, or its disk failed; begin again", cause);
  }

  /** Maps a range of a file. The mapping outlives the channel. */
  public static Segments map(
      FileChannel channel, FileChannel.MapMode mode, long begin, long length, ByteOrder order)
      throws IOException {
    List<ByteBuffer> parts = new ArrayList<>();
    for (long done = 0; done < length; done += Segments.USUAL_SIZE) {
      long some = Math.min(Segments.USUAL_SIZE, length - done);
      parts.add(channel.map(mode, begin + done, some).order(order));
    }
    return new Segments(parts);
  }
}
