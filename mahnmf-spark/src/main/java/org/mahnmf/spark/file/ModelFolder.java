package org.mahnmf.spark.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
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

  /** Writes the files that the program reads; the record is what else a person wants to know. */
  public static void write(String path, Model model, Map<String, Object> record, SparkSession spark)
      throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("mahnmf-model");
    try {
      NpyWriter.write(folder.resolve(BASIS), model.basis());
      JsonWriter.write(folder.resolve(RECORD), record);
      for (String name : List.of(BASIS, RECORD)) {
        files(path, spark)
            .copyFromLocalFile(
                true, true, new Path(folder.resolve(name).toUri()), new Path(path, name));
      }
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }

  /** Whether Spark's own metadata are there too. */
  public static boolean hasMetadata(String path, SparkSession spark) throws IOException {
    return files(path, spark).exists(new Path(path, METADATA));
  }

  /** Reads the basis and how to encode with it. */
  public static Model read(String path, SparkSession spark) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("mahnmf-model");
    try {
      for (String name : List.of(BASIS, RECORD)) {
        try (InputStream in = files(path, spark).open(new Path(path, name))) {
          Files.copy(in, folder.resolve(name));
        }
      }
      if (JsonReader.read(folder.resolve(RECORD)) instanceof Map<?, ?> run
          && run.get("settings") instanceof Map<?, ?> settings
          && settings.get("model") instanceof Map<?, ?> saved) {
        return Model.of(NpyReader.read(folder.resolve(BASIS))).withSettings(saved);
      }
      throw new IOException(new Path(path) + "/" + RECORD + ": holds no settings.model");
    } finally {
      FileUtil.fullyDelete(folder.toFile());
    }
  }

  private static FileSystem files(String path, SparkSession spark) throws IOException {
    return new Path(path).getFileSystem(spark.sparkContext().hadoopConfiguration());
  }
}
