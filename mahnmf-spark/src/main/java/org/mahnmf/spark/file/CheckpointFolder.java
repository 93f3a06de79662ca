package org.mahnmf.spark.file;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
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

  private static final String NUMBERED = "checkpoint-";
  private static final String DRIVER = "driver";
  private static final String STATE = "part-%05d";
  private static final int BUFFER = 1 << 16;

  /** A folder of states may come from anywhere: nothing but states is made of it. */
  private static final ObjectInputFilter STATES =
      ObjectInputFilter.Config.createFilter("org.mahnmf.**;java.lang.*;!*");

  private final String name;
  private final Path folder;
  private final FileSystem files;
  private final Broadcast<SerializableConfiguration> known;
  private final BooleanSupplier pace;
  private int number;
  private Path current;
  private int jobs;
  private long last = System.nanoTime();
  private boolean demanded;

  /** Names a folder, which need not exist; a given time counts in the place of so many jobs. */
  CheckpointFolder(String name, JavaSparkContext spark, int interval, Optional<Duration> every)
      throws IOException {
    this.name = name;
    this.known = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    this.pace =
        every
            .<BooleanSupplier>map(time -> () -> System.nanoTime() - last >= time.toNanos())
            .orElse(() -> jobs >= interval);
    Path given = new Path(name);
    this.files = given.getFileSystem(spark.hadoopConfiguration());
    this.folder = files.makeQualified(given);
  }

  /** Checks before the work that no file is in the way. */
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

  /** Checks before the work that there is no run to resume. */
  void requireNothing() throws IOException {
    Optional<InputStream> there = open();
    if (there.isPresent()) {
      there.get().close();
      throw new CheckpointException(
          name + ": is there already; add --resume to resume it, or delete it to begin afresh");
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** Counts a job towards the next checkpoint. */
  public void countJob() {
    jobs++;
  }

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
    FileStatus[] all = files.exists(folder) ? files.listStatus(folder) : new FileStatus[0];
    return Arrays.stream(all)
        .filter(FileStatus::isDirectory)
        .map(FileStatus::getPath)
        .filter(path -> path.getName().matches("(saving|checkpoint)-[0-9]{1,9}")) // 0.1 saved
        .toList();
  }

  private static int numberOf(Path one) {
    return Integer.parseInt(one.getName().substring(one.getName().indexOf('-') + 1));
  }

  @Override
  public void write(Content content) throws IOException {
    number++; // in any case: the states of the blocks may be read from there from now on
    Path next = new Path(folder, NUMBERED + number);
    files.delete(next, true); // of a run that was killed meanwhile
    require(files.mkdirs(next), next);
    current = next;
    Path unfinished = new Path(next, "." + DRIVER);
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

  /** Writes the states of the blocks beside that of the driver, a file each; returns how many. */
  public <S extends Serializable> int writeStates(JavaRDD<S> states) throws IOException {
    Broadcast<SerializableConfiguration> hadoop = known;
    String target = current.toString();
    int blocks =
        (int)
            states
                .mapPartitionsWithIndex(
                    (index, one) -> writeState(hadoop.value().value(), target, index, one), true)
                .count();
    if (countStates() != blocks) {
      throw new CheckpointException(
          "%s: has the states of %s blocks but %s were written; give a folder that all executors share"
              .formatted(current, countStates(), blocks));
    }
    return blocks;
  }

  /** Speculation may run a task twice: each writes its own file, and the first name is kept. */
  private static Iterator<Integer> writeState(
      Configuration hadoop, String target, int index, Iterator<? extends Serializable> states)
      throws IOException {
    if (!states.hasNext()) {
      return Collections.emptyIterator();
    }
    Path part = new Path(target, STATE.formatted(index));
    FileSystem system = part.getFileSystem(hadoop);
    Path unfinished =
        new Path(target, "." + part.getName() + "-" + TaskContext.get().taskAttemptId());
    try (ObjectOutputStream out =
        new ObjectOutputStream(new BufferedOutputStream(system.create(unfinished, true), BUFFER))) {
      out.writeObject(states.next());
    }
    if (!system.rename(unfinished, part)) {
      system.delete(unfinished, false);
      if (!system.exists(part)) {
        throw new IOException(part + ": cannot be written");
      }
    }
    return List.of(index).iterator();
  }

  private int countStates() throws IOException {
    return files.listStatus(current, path -> path.getName().startsWith("part-")).length;
  }

  /** Checks that the states of so many blocks are there. */
  public void requireStates(int count) throws IOException {
    if (countStates() != count) {
      throw damaged("has the states of " + countStates() + " of " + count + " blocks", null);
    }
  }

  /** A checkpoint that cannot be resumed. */
  public CheckpointException damaged(String what, Exception cause) {
    return new CheckpointException(
        name + ": is damaged: " + what + "; delete it to begin afresh", cause);
  }

  /** Reads the states of blocks, when they are needed; they need nothing that was before them. */
  public <S extends Serializable> JavaRDD<S> readStates(JavaRDD<?> blocks, Class<S> type) {
    Broadcast<SerializableConfiguration> hadoop = known;
    String source = current.toString();
    return blocks.mapPartitionsWithIndex(
        (index, own) ->
            own.hasNext()
                ? List.of(
                        type.cast(
                            readState(
                                hadoop.value().value(), new Path(source, STATE.formatted(index)))))
                    .iterator()
                : Collections.emptyIterator(),
        true);
  }

  private static Object readState(Configuration hadoop, Path part) throws IOException {
    try (ObjectInputStream in =
        new StateInput(new BufferedInputStream(part.getFileSystem(hadoop).open(part), BUFFER))) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(part + ": is not the state of a block", e);
    }
  }

  /** Finds classes where this one comes from: jars that a job brought along. */
  private static final class StateInput extends ObjectInputStream {

    StateInput(InputStream in) throws IOException {
      super(in);
      setObjectInputFilter(STATES);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws ClassNotFoundException {
      return Class.forName(described.getName(), false, CheckpointFolder.class.getClassLoader());
    }
  }
}
