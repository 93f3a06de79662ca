package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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

  /** Those in use, for an end at once: the JVM is halted then and closes nothing. */
  private static final Set<OutputFolder> OPEN = ConcurrentHashMap.newKeySet();

  private static final Object GATE = new Object();

  /** Folders of results within the folder. */
  private static final List<String> FRAMES = List.of("background", "foreground", "mask");

  private final Path folder;
  private final Deque<Path> created = new ArrayDeque<>();
  private FolderLock lock;
  private FileTime opened = FileTime.fromMillis(0);

  private OutputFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Creates a folder if need be, checks that files can be written there and keeps others out.
   *
   * @param folder need not exist
   * @throws InputException if there is no such folder to write to, or another run has it
   */
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
        lock = FolderLock.of(folder);
      }
    } catch (IOException e) {
      close();
      throw new InputException(
          folder + ": cannot be written to: " + reason(e) + "; " + flag + " needs another place",
          e);
    } catch (InputException e) {
      close();
      throw e;
    }
  }

  /**
   * Checks that a file can be written.
   *
   * @param file need not exist, and neither need its folder
   */
  public static OutputFolder openFor(Path file, String flag) {
    if (Files.isDirectory(file)) {
      throw new InputException(file + ": is a folder; " + flag + " needs the name of a file");
    }
    Path parent = file.getParent();
    return open(parent == null ? Path.of("") : parent, flag, false);
  }

  private void create(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    if (Files.exists(path)) {
      throw new InputException(
          (path.equals(folder.toAbsolutePath().normalize()) ? folder : path)
              + ": is a file, but a folder is needed for the results");
    }
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
    /** Writes. */
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
      String problem = folder + ": cannot be written to: " + reason(e);
      Path refuge;
      try {
        refuge = Files.createTempDirectory("mahnmf-results-");
        writing.to(new OutputFolder(refuge));
      } catch (IOException second) {
        e.addSuppressed(second);
        throw new FailedException(
            problem + "; the results are lost, for neither can the system's temporary folder", e);
      }
      throw new FailedException(problem + "; the results are in " + refuge, e);
    }
  }

  /**
   * Checks before the work that there is room on the disk.
   *
   * @param bytes what will be written, with temporary files
   * @param what these bytes are, for the message
   */
  void requireRoom(long bytes, String what) {
    long free = free();
    if (free < bytes) {
      throw new InputException(
          "%s: %s are needed for %s, but %s are free; make room or choose another folder"
              .formatted(folder, Bytes.text(bytes), what, Bytes.text(free)));
    }
  }

  private long free() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // a system that does not tell must not stop anybody
    }
  }

  /** Checks before the work that no result takes the place of what is read. */
  public OutputFolder keeping(Path input, Collection<String> names) {
    for (String name : names) {
      if (isSame(input, file(name))) {
        throw new InputException(
            input + ": would be replaced by a result of that name; choose another --out");
      }
    }
    return this;
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

  /** Returns the folder itself. */
  public Path path() {
    return folder;
  }

  /** Returns the place of a file. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Removes what a run that was killed while it wrote has left here; nobody else writes now. */
  private void removeLeftovers() throws IOException {
    AtomicFile.removeLeftovers(folder, opened);
    for (String frames : FRAMES) {
      AtomicFile.removeLeftovers(folder.resolve(frames), opened);
    }
  }

  @Override
  public synchronized void close() {
    OPEN.remove(this);
    try {
      if (lock != null) {
        removeLeftovers();
      }
    } catch (IOException e) {
      // the next run tries again
    }
    try {
      if (lock != null) {
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

  /** What the system said, in words. */
  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "access denied";
    }
    if (e instanceof NoSuchFileException) {
      return "there is no such place";
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }
}
