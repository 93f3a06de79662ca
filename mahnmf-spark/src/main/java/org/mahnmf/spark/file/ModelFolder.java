package org.mahnmf.spark.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.Model;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;

/**
 * A model in a folder that both Spark and the program read: Spark's own {@code metadata}, and the
 * {@code basis.npy} and {@code run.json} of a {@code mahnmf fit}.
 */
public final class ModelFolder {

  private static final String BASIS = "basis.npy";
  private static final String RECORD = "run.json";
  private static final String METADATA = "metadata";

  private ModelFolder() {}

  /**
   * Writes the files that the program reads.
   *
   * @param model the basis and how to encode with it
   * @param record what else a person wants to know
   */
  public static void write(String path, Model model, Map<String, Object> record, SparkSession spark)
      throws IOException {
    Path folder = Files.createTempDirectory("mahnmf-model");
    try {
      NpyWriter.write(folder.resolve(BASIS), model.basis());
      JsonWriter.write(folder.resolve(RECORD), record);
      org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(path);
      FileSystem files = fileSystem(target, spark);
      for (String name : new String[] {BASIS, RECORD}) {
        files.copyFromLocalFile(
            true,
            true,
            new org.apache.hadoop.fs.Path(folder.resolve(name).toUri()),
            new org.apache.hadoop.fs.Path(target, name));
      }
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }

  /** Whether Spark's own metadata are there too. */
  public static boolean hasMetadata(String path, SparkSession spark) throws IOException {
    org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(path);
    return fileSystem(source, spark).exists(new org.apache.hadoop.fs.Path(source, METADATA));
  }

  /** Reads the basis and how to encode with it. */
  public static Model read(String path, SparkSession spark) throws IOException {
    org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(path);
    FileSystem files = fileSystem(source, spark);
    Path folder = Files.createTempDirectory("mahnmf-model");
    Path basis = folder.resolve(BASIS);
    Path record = folder.resolve(RECORD);
    try {
      copy(files, source, basis);
      copy(files, source, record);
      if (JsonReader.read(record) instanceof Map<?, ?> run
          && run.get("settings") instanceof Map<?, ?> settings
          && settings.get("model") instanceof Map<?, ?> saved) {
        return Model.of(NpyReader.read(basis)).withSettings(saved);
      }
      throw new IOException(source + "/" + RECORD + ": holds no settings.model");
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }

  private static void copy(FileSystem files, org.apache.hadoop.fs.Path source, Path target)
      throws IOException {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(source, String.valueOf(target.getFileName()));
    try (java.io.InputStream in = files.open(file)) {
      Files.copy(in, target);
    }
  }

  private static FileSystem fileSystem(org.apache.hadoop.fs.Path path, SparkSession spark)
      throws IOException {
    return path.getFileSystem(spark.sparkContext().hadoopConfiguration());
  }
}
