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
   * Maps a range of a file. The mapping outlives the channel.
   *
   * @param channel open for what the mode wants
   * @param begin place of the first byte
   * @param length at least 1
   * @param order of the bytes of a number
   */
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
