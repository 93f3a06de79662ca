package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.InputException;

/**
 * A folder for results. Opening it creates it and tries it out, so that a wrong one is found before
 * the work; closing it removes what opening created, if nothing was put there since.
 */
public final class OutputFolder implements AutoCloseable {

  /** The file by which a run keeps others out. */
  public static final String LOCK = ".mahnmf.lock";

  /** Those in use, for an end at once: the JVM is halted then and closes nothing. */
  private static final Set<OutputFolder> OPEN = ConcurrentHashMap.newKeySet();

  private static final Object GATE = new Object();

  /** Folders of results within the folder. */
  private static final List<String> FRAMES = List.of("background", "foreground", "mask");

  private final Path folder;
  private final Deque<Path> created = new ArrayDeque<>();
  private Lock lock; // null if others may write here too
  private FileTime opened = FileTime.fromMillis(0);

  private OutputFolder(Path folder) {
    this.folder = folder;
  }

  /** Creates a folder if need be, checks that files can be written there and keeps others out. */
  public static OutputFolder open(Path folder, String flag) {
    return open(folder, flag, true);
  }

  private static OutputFolder open(Path folder, String flag, boolean alone) {
    OutputFolder opened = new OutputFolder(folder);
    synchronized (GATE) {
      opened.open(flag, alone);
      OPEN.add(opened);
    }
    return opened;
  }

  private void open(String flag, boolean alone) {
    try {
      create(folder.toAbsolutePath().normalize());
      // The JVM's own temporary files have secure names, which take it a while.
      long name = ThreadLocalRandom.current().nextLong();
      Path trial = Files.createFile(folder.resolve(".mahnmf" + Long.toHexString(name) + ".tmp"));
      opened = Files.getLastModifiedTime(trial);
      Files.delete(trial);
      if (alone) {
        lock = Lock.of(folder);
      }
    } catch (IOException | InputException e) {
      close();
      throw e instanceof IOException failed
          ? new InputException(problem(failed) + "; " + flag + " needs another place", e)
          : (InputException) e;
    }
  }

  /** Checks that a file can be written; it need not exist, and neither need its folder. */
  public static OutputFolder openFor(Path file, String flag) {
    InputException.throwIf(
        Files.isDirectory(file), file + ": is a folder; " + flag + " needs the name of a file");
    Path parent = file.getParent();
    return open(parent == null ? Path.of("") : parent, flag, false);
  }

  private void create(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    InputException.throwIf(
        Files.exists(path),
        (path.equals(folder.toAbsolutePath().normalize()) ? folder : path)
            + ": is a file, but a folder is needed for the results");
    Path parent = path.getParent();
    if (parent != null) {
      create(parent);
    }
    Files.createDirectory(path);
    created.push(path);
  }

  /** Writes results. */
  @FunctionalInterface
  public interface Writing<T> {
    T to(OutputFolder where) throws IOException;
  }

  /**
   * Writes results, and if they cannot be written here after all, in a new temporary folder: they
   * may be the work of hours.
   *
   * @param writing may be called twice
   * @throws FailedException that says where the results are, if not here
   */
  public <T> T writeOrRescue(Writing<T> writing) throws IOException {
    try {
      return writing.to(this);
    } catch (IOException e) {
      Path refuge;
      try {
        refuge = Files.createTempDirectory("mahnmf-results-");
        writing.to(new OutputFolder(refuge));
      } catch (IOException second) {
        e.addSuppressed(second);
        throw new FailedException(
            problem(e) + "; the results are lost, for neither can the system's temporary folder",
            e);
      }
      throw new FailedException(problem(e) + "; the results are in " + refuge, e);
    }
  }

  /** Checks before the work that there is room on the disk, with temporary files. */
  void requireRoom(long bytes, String what) {
    try {
      long free = Files.getFileStore(folder).getUsableSpace();
      InputException.throwIf(
          free < bytes,
          "%s: %s are needed for %s, but %s are free; make room or choose another folder"
              .formatted(folder, Bytes.text(bytes), what, Bytes.text(free)));
    } catch (IOException e) {
      // a system that does not tell must not stop anybody
    }
  }

  /** Checks before the work that no result takes the place of what is read. */
  void keep(Path input, Collection<String> names) {
    InputException.throwIf(
        names.stream().anyMatch(name -> isSame(input, file(name))),
        input + ": would be replaced by a result of that name; choose another --out");
  }

  private static boolean isSame(Path input, Path result) {
    try {
      return Files.exists(result) && Files.isSameFile(input, result);
    } catch (IOException e) {
      return false; // what cannot be read is told by its reader
    }
  }

  /** Returns whether something was written before this run, by the clock of the disk. */
  boolean isOlder(FileTime time) {
    return time.compareTo(opened) < 0;
  }

  /** Closes all that are in use, so that no lock stays behind, and lets no other be opened. */
  public static void closeAll(Runnable end) {
    synchronized (GATE) {
      OPEN.forEach(OutputFolder::close);
      end.run();
    }
  }

  public Path path() {
    return folder;
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Removes what a run that was killed while it wrote has left here; nobody else writes now. */
  private void removeLeftovers() {
    try {
      AtomicFile.removeLeftovers(folder, opened);
      for (String frames : FRAMES) {
        AtomicFile.removeLeftovers(folder.resolve(frames), opened);
      }
    } catch (IOException e) {
      // the next run tries again
    }
  }

  @Override
  public synchronized void close() {
    OPEN.remove(this);
    try {
      if (lock != null) {
        removeLeftovers();
        lock.close();
        lock = null;
      }
      while (!created.isEmpty()) {
        Files.delete(created.pop());
      }
    } catch (IOException e) {
      // it holds results now, as it should
    }
  }

  /** Says that nothing can be written here, with the words of the system. */
  public String problem(IOException e) {
    String said = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    String reason =
        e instanceof AccessDeniedException
            ? "access denied"
            : e instanceof NoSuchFileException ? "there is no such place" : said;
    return folder
        + ": cannot be written to: "
        + (reason == null ? e.getClass().getSimpleName() : reason);
  }

  /**
   * Keeps two runs from writing into one folder at once, since files of both would not go together.
   * A run that was killed leaves a small file behind, which locks nobody out.
   */
  record Lock(Path file, FileChannel channel) implements AutoCloseable {

    private static final int MOST_BYTES = 1 << 16;

    /** A system that tells wrong sizes must not stop anybody. */
    private static final int MOST_TRIES = 1000;

    /** Sizes of two files may be the same by chance, but not so often. */
    private static final int PROOFS = 3;

    /** Takes a folder, unless another run has it. */
    static Lock of(Path folder) throws IOException {
      Path file = folder.resolve(LOCK);
      for (int left = MOST_TRIES; ; left--) {
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
          InputException.throwIf(
              !isFree(channel),
              folder
                  + ": another run writes its results there; wait for it or choose another folder");
          if (left == 0 || isStill(file, channel)) {
            return new Lock(file, channel);
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
        return channel.tryLock() != null;
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
}
