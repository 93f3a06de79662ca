package org.mahnmf.data.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.mahnmf.matrix.Segments;
import org.mahnmf.matrix.Space;

/**
 * Room in temporary files of a folder, mapped into memory. A file has all its bytes before it is
 * mapped, so a full disk is an error here and not a crash later. Where the system allows it the
 * file has no name from the beginning, so nothing is left behind whatever happens; the system takes
 * it back when nothing refers to it.
 *
 * @param least bytes from which an array goes to the disk; smaller ones stay in the heap
 */
public record DiskSpace(Path folder, long least) implements Space {

  private static final int BUFFER = 1 << 20;

  @Override
  public boolean isFor(long bytes) {
    return bytes >= least;
  }

  @Override
  public Segments take(long bytes) {
    try {
      if (usable() < bytes) {
        System.gc(); // mappings that nobody uses any more hold room until they are collected
      }
      long free = usable();
      if (free < bytes) {
        throw tooSmall(bytes, free, null);
      }
      return create(bytes);
    } catch (IOException e) {
      throw tooSmall(bytes, folder.toFile().getUsableSpace(), e);
    }
  }

  private long usable() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  private Segments create(long bytes) throws IOException {
    Path file = folder.resolve("." + UUID.randomUUID() + ".mahnmf.tmp");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(BUFFER, bytes));
      for (long done = 0; done < bytes; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - done));
        done += channel.write(zeros, done);
      }
      return MappedBytes.map(channel, MapMode.READ_WRITE, 0, bytes, ByteOrder.nativeOrder());
    }
  }

  private InputException tooSmall(long bytes, long free, IOException cause) {
    return new InputException(
        String.format(
            "%s: a temporary file of %s does not fit: %s are free; make room or choose another"
                + " folder for the results",
            folder, Bytes.text(bytes), Bytes.text(free)),
        cause);
  }
}
