package org.mahnmf.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.Model;
import org.mahnmf.Version;
import org.mahnmf.data.Json;
import org.mahnmf.data.NpyFile;

/**
 * A model in a folder that both Spark and the program read: Spark's own {@code metadata}, and the
 * {@code basis.npy} and {@code run.json} of a {@code mahnmf fit}.
 */
final class ModelFolder {

  private static final String BASIS = "basis.npy";
  private static final String RECORD = "run.json";
  private static final String METADATA = "metadata";

  private ModelFolder() {}

  /** Writes the folder. */
  static final class Writer extends MLWriter {

    private final MahNmfModel model;

    Writer(MahNmfModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      DefaultParamsWriter.saveMetadata(model, path, sparkSession());
      try {
        writeFiles(model, path, sparkSession());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void writeFiles(MahNmfModel model, String path, SparkSession spark)
      throws IOException {
    Path folder = Files.createTempDirectory("mahnmf-model");
    try {
      NpyFile.write(folder.resolve(BASIS), model.coreModel().basis());
      Json.write(folder.resolve(RECORD), record(model));
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
      Files.deleteIfExists(folder.resolve(BASIS));
      Files.deleteIfExists(folder.resolve(RECORD));
      Files.deleteIfExists(folder);
    }
  }

  /** What the program reads of a record, and what a person wants to know. */
  private static Map<String, Object> record(MahNmfModel model) {
    Map<String, Object> map = new LinkedHashMap<>();
    model
        .summary()
        .ifPresent(
            summary -> {
              map.put("objective", summary.objective());
              map.put("terms", summary.terms());
              map.put("iterations", summary.iterations());
              map.put("products", summary.products());
              map.put("stopReason", summary.stopReason());
              map.put("samples", summary.samples());
            });
    map.put("solver", model.getSolver());
    map.put("engine", "spark");
    map.put("rank", model.coreModel().basis().rows());
    map.put("features", model.coreModel().basis().columns());
    map.put("start", model.getStart());
    map.put("seed", model.getSeed());
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("tolerance", model.getTol());
    settings.put("maxIterations", model.getMaxIter());
    settings.put("ridge", model.getRidge());
    if (model.getStorage().equals(SparkSettings.SPARSE) || model.getZeroWeight() != 1) {
      settings.put("zeroWeight", model.getZeroWeight());
    }
    settings.put("model", model.coreModel().settings());
    map.put("settings", settings);
    map.put("version", Version.TEXT);
    return map;
  }

  /** Reads the folder. */
  static final class Reader extends MLReader<MahNmfModel> {

    @Override
    public MahNmfModel load(String path) {
      try {
        return read(path, sparkSession());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static MahNmfModel read(String path, SparkSession spark) throws IOException {
    org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(path);
    FileSystem files = fileSystem(source, spark);
    Model core = readModel(files, source);
    if (!files.exists(new org.apache.hadoop.fs.Path(source, METADATA))) {
      return new MahNmfModel(Identifiable$.MODULE$.randomUID("mahnmf"), core, null);
    }
    DefaultParamsReader.Metadata metadata =
        DefaultParamsReader.loadMetadata(path, spark, MahNmfModel.class.getName());
    MahNmfModel model = new MahNmfModel(metadata.uid(), core, null);
    metadata.getAndSetParams(model, scala.Option.empty());
    return model;
  }

  private static Model readModel(FileSystem files, org.apache.hadoop.fs.Path source)
      throws IOException {
    Path folder = Files.createTempDirectory("mahnmf-model");
    Path basis = folder.resolve(BASIS);
    Path record = folder.resolve(RECORD);
    try {
      copy(files, source, basis);
      copy(files, source, record);
      if (Json.read(record) instanceof Map<?, ?> run
          && run.get("settings") instanceof Map<?, ?> settings
          && settings.get("model") instanceof Map<?, ?> saved) {
        return Model.of(NpyFile.read(basis)).withSettings(saved);
      }
      throw new IOException(source + "/" + RECORD + ": holds no settings.model");
    } finally {
      Files.deleteIfExists(basis);
      Files.deleteIfExists(record);
      Files.deleteIfExists(folder);
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
