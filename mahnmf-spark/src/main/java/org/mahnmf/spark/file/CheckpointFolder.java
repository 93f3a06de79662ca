package org.mahnmf.spark.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.checkpoint.CheckpointPlace;

/**
 * The checkpoints of a run, each in a folder of its own: first the states of the blocks, then,
 * under its name when it is whole, the state of the driver. A checkpoint without the latter was
 * never finished; the one before is removed only when the next is whole.
 *
 * <p>It also says when the next checkpoint is due: after so many jobs, or after some time.
 */
public final class CheckpointFolder implements CheckpointPlace {

  private static final String NUMBERED = "saving-";
  private static final String DRIVER = "driver";
  private static final String UNFINISHED = ".driver";

  private final String name;
  private final Path folder;
  private final FileSystem files;
  private final BooleanSupplier pace;
  private int number;
  private Path current;
  private int jobs;
  private long last = System.nanoTime();
  private boolean demanded;

  /**
   * Names a folder.
   *
   * @param name of the folder, which need not exist
   * @param known what Hadoop must know to reach it
   * @param interval jobs between two checkpoints
   * @param every if given, the time between two checkpoints instead
   */
  CheckpointFolder(String name, Configuration known, int interval, Optional<Duration> every)
      throws IOException {
    this.name = name;
    this.pace =
        every
            .<BooleanSupplier>map(time -> () -> System.nanoTime() - last >= time.toNanos())
            .orElse(() -> jobs >= interval);
    Path given = new Path(name);
    this.files = given.getFileSystem(known);
    this.folder = files.makeQualified(given);
  }

  /**
   * Checks before the work that states can be saved there.
   *
   * @throws CheckpointException if there is a file in the way
   */
  void requireNoFile() throws IOException {
    Path there = folder;
    while (there.getParent() != null && !files.exists(there)) {
      there = there.getParent();
    }
    if (!files.getFileStatus(there).isDirectory()) {
      throw new CheckpointException(
          name + ": " + there.toUri().getPath() + " is a file, but a folder is needed");
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the checkpoint that is being written or read. */
  public Path current() {
    return current;
  }

  public void countJob() {
    jobs++;
  }

  /** Makes a checkpoint due. */
  void demand() {
    demanded = true;
  }

  boolean isDue() {
    return demanded || pace.getAsBoolean();
  }

  @Override
  public Optional<InputStream> open() throws IOException {
    for (Path one : numbered()) {
      boolean newest = current == null || numberOf(one) > number;
      if (newest && files.exists(new Path(one, DRIVER))) {
        number = numberOf(one);
        current = one;
      }
    }
    return current == null ? Optional.empty() : Optional.of(files.open(new Path(current, DRIVER)));
  }

  private List<Path> numbered() throws IOException {
    List<Path> all = new ArrayList<>();
    try {
      for (FileStatus status : files.listStatus(folder)) {
        Path path = status.getPath();
        if (status.isDirectory() && path.getName().matches(NUMBERED + "[0-9]{1,9}")) {
          all.add(path);
        }
      }
    } catch (FileNotFoundException e) {
      // then there are none
    }
    return all;
  }

  private static int numberOf(Path one) {
    return Integer.parseInt(one.getName().substring(NUMBERED.length()));
  }

  @Override
  public void write(Content content) throws IOException {
    number++; // in any case: the states of the blocks may be read from there from now on
    Path next = new Path(folder, NUMBERED + number);
    files.delete(next, true); // of a run that was killed meanwhile
    require(files.mkdirs(next), next);
    current = next;
    Path unfinished = new Path(next, UNFINISHED);
    try (FSDataOutputStream out = files.create(unfinished, true)) {
      content.writeTo(out);
      out.hsync();
    }
    require(files.rename(unfinished, new Path(next, DRIVER)), next);
    jobs = 0;
    last = System.nanoTime();
    demanded = false;
    for (Path old : numbered()) {
      if (!old.getName().equals(next.getName())) {
        files.delete(old, true);
      }
    }
  }

  private static void require(boolean done, Path path) throws IOException {
    if (!done) {
      throw new IOException(path + " cannot be made");
    }
  }

  @Override
  public void remove() throws IOException {
    for (Path one : numbered()) {
      files.delete(one, true);
    }
    current = null;
    if (files.exists(folder) && files.listStatus(folder).length == 0) {
      files.delete(folder, false);
    }
  }
}
