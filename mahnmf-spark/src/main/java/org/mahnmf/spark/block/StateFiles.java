package org.mahnmf.spark.block;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.mahnmf.checkpoint.CheckpointException;

/**
 * The states of the blocks in a folder that all executors share, a file per block. States that are
 * read from there need nothing that was before them.
 */
final class StateFiles {

  private static final String PATTERN = "part-*";
  private static final int BUFFER = 1 << 16;

  /** A folder of states may come from anywhere: nothing but states is made of it. */
  private static final ObjectInputFilter STATES =
      ObjectInputFilter.Config.createFilter("org.mahnmf.**;java.lang.*;!*");

  private final Broadcast<SerializableConfiguration> files;

  StateFiles(JavaSparkContext spark) {
    this.files = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
  }

  /**
   * Writes states.
   *
   * @param folder exists
   * @return how many there are
   */
  int write(JavaRDD<BlockState> states, Path folder) throws IOException {
    Broadcast<SerializableConfiguration> known = files;
    String target = folder.toString();
    int blocks =
        (int)
            states
                .mapPartitionsWithIndex(
                    (index, one) -> writePart(known.value().value(), target, index, one), true)
                .count();
    if (count(folder) != blocks) {
      throw new CheckpointException(
          "%s: has the states of %s blocks but %s were written; give a folder that all executors share"
              .formatted(folder, count(folder), blocks));
    }
    return blocks;
  }

  /** Speculation may run a task twice: each writes its own file, and the first name is kept. */
  private static Iterator<Integer> writePart(
      Configuration known, String folder, int index, Iterator<BlockState> states)
      throws IOException {
    if (!states.hasNext()) {
      return Collections.emptyIterator();
    }
    Path part = part(folder, index);
    FileSystem system = part.getFileSystem(known);
    Path unfinished =
        new Path(folder, "." + part.getName() + "-" + TaskContext.get().taskAttemptId());
    try (ObjectOutputStream out =
        new ObjectOutputStream(new BufferedOutputStream(system.create(unfinished, true), BUFFER))) {
      out.writeObject(states.next().withoutReply());
    }
    if (!system.rename(unfinished, part)) {
      system.delete(unfinished, false);
      if (!system.exists(part)) {
        throw new IOException(part + ": cannot be written");
      }
    }
    return List.of(index).iterator();
  }

  /** Returns how many states the driver sees in a folder. */
  int count(Path folder) throws IOException {
    FileSystem system = folder.getFileSystem(files.value().value());
    FileStatus[] parts = system.globStatus(new Path(folder, PATTERN));
    return parts == null ? 0 : parts.length;
  }

  /**
   * Reads states, when they are needed.
   *
   * @param blocks that they belong to
   */
  JavaRDD<BlockState> read(JavaRDD<Block> blocks, Path folder) {
    Broadcast<SerializableConfiguration> known = files;
    String source = folder.toString();
    return blocks.mapPartitionsWithIndex(
        (index, own) ->
            own.hasNext()
                ? List.of(readPart(known.value().value(), part(source, index))).iterator()
                : Collections.emptyIterator(),
        true);
  }

  private static BlockState readPart(Configuration known, Path part) throws IOException {
    try (ObjectInputStream in =
        new SparkInput(new BufferedInputStream(part.getFileSystem(known).open(part), BUFFER))) {
      return (BlockState) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(part + ": is not the state of a block", e);
    }
  }

  /** Finds classes where this one comes from: jars that a job brought along. */
  private static final class SparkInput extends ObjectInputStream {

    SparkInput(BufferedInputStream in) throws IOException {
      super(in);
      setObjectInputFilter(STATES);
    }

    @Override
    protected Class<?> resolveClass(java.io.ObjectStreamClass described)
        throws ClassNotFoundException {
      return Class.forName(described.getName(), false, StateFiles.class.getClassLoader());
    }
  }

  private static Path part(String folder, int index) {
    return new Path(folder, String.format("part-%05d", index));
  }

  /** Gives memory back. */
  void close() {
    files.destroy();
  }
}
