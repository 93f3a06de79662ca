package org.mahnmf.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.mahnmf.data.InputException;

/**
 * Keeps two runs from writing into one folder at once, since files of both would not go together. A
 * run that was killed leaves an empty file behind, which locks nobody out.
 */
final class FolderLock implements AutoCloseable {

  /** The name of the file. */
  static final String NAME = ".mahnmf.lock";

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a folder.
   *
   * @param folder exists
   * @throws InputException if another run has it
   */
  static FolderLock of(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean free;
    try {
      FileLock lock = channel.tryLock();
      free = lock != null;
    } catch (OverlappingFileLockException e) {
      free = false; // in this very JVM
    } catch (IOException e) {
      free = true; // a system without locks must not stop anybody
    }
    if (!free) {
      channel.close();
      throw new InputException(
          folder + ": another run writes its results there; wait for it or choose another folder");
    }
    return new FolderLock(file, channel);
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
