package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.mahnmf.data.file.InputException;

/**
 * Keeps two runs from writing into one folder at once, since files of both would not go together. A
 * run that was killed leaves a small file behind, which locks nobody out.
 */
public final class FolderLock implements AutoCloseable {

  /** The name of the file. */
  public static final String NAME = ".mahnmf.lock";

  private static final int MOST_BYTES = 1 << 16;

  /** A system that tells wrong sizes must not stop anybody. */
  private static final int MOST_TRIES = 1000;

  /** Sizes of two files may be the same by chance, but not so often. */
  private static final int PROOFS = 3;

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a folder.
   *
   * @throws InputException if another run has it
   */
  public static FolderLock of(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    for (int left = MOST_TRIES; ; left--) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (!isFree(channel)) {
          throw new InputException(
              folder
                  + ": another run writes its results there; wait for it or choose another folder");
        }
        if (left == 0 || isStill(file, channel)) {
          return new FolderLock(file, channel);
        }
        channel.close();
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
  }

  private static boolean isFree(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // in this very JVM
    } catch (IOException e) {
      return true; // a system without locks must not stop anybody
    }
  }

  /**
   * Whether a locked file is the one that others find by its name: its owner before may have
   * removed it after it was opened here. It gets random sizes, and only those are looked at:
   * opening and closing it once more would end the lock.
   */
  private static boolean isStill(Path file, FileChannel channel) throws IOException {
    try {
      boolean same = true;
      for (int k = 0; k < PROOFS && same; k++) {
        int size = ThreadLocalRandom.current().nextInt(1, MOST_BYTES);
        channel.truncate(0).write(ByteBuffer.allocate(size));
        same = Files.size(file) == size;
      }
      return same;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(file);
    } finally {
      channel.close();
    }
  }
}
