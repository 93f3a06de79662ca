package org.mahnmf.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Spark for tests: in this process, or with executors in processes of their own. */
public final class Clusters {

  private Clusters() {}

  public static SparkSession local(Path folder) {
    return session("local[2]", folder);
  }

  /** Two executors with a core each, as processes. */
  static SparkSession twoExecutors(Path folder) throws IOException {
    return executors(folder, 2);
  }

  /** Executors with a core each, as processes. */
  static SparkSession executors(Path folder, int count) throws IOException {
    // The launcher of executors insists on a folder of jars; the class path is given below.
    Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    return session("local-cluster[" + count + ",1,2048]", folder);
  }

  private static SparkSession session(String master, Path folder) {
    SparkSession session =
        SparkSession.builder()
            .master(master)
            .appName("mahnmf tests")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
            .config("spark.local.dir", folder.resolve("local").toString())
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .getOrCreate();
    session.sparkContext().setCheckpointDir(folder.resolve("checkpoints").toString());
    return session;
  }

  /** What Spark complains of. */
  public static String inOneLine(Exception failure) {
    return Cluster.inOneLine(failure);
  }
}
