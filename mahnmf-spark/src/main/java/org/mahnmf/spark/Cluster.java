package org.mahnmf.spark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.Model;
import org.mahnmf.data.array.NpyReader;

/** A session of Spark with a master that the user names; what it complains of is one line. */
record Cluster(String master, SparkSession spark) implements AutoCloseable {

  private static final String STANDALONE = "spark://";
  private static final String SILENT = "it does not answer";
  private static final String RAGGED = "MALFORMED_CSV_RECORD";
  private static final int PATIENCE_MILLIS = 5_000;

  /** Opens a session, with a folder for what Spark keeps on this machine. */
  static Cluster open(String master, Path work) {
    return open(master, () -> session(master, work));
  }

  /** Opens the session that was submitted to a cluster. */
  static Cluster submitted() {
    return open(
        new SparkConf().get("spark.master", "none"),
        () -> SparkSession.builder().appName("mahnmf").getOrCreate());
  }

  private static Cluster open(String master, Supplier<SparkSession> session) {
    if (master.startsWith(STANDALONE)) {
      requireAnswer(master); // at once: Spark asks for a minute, and then fails anywhere
    }
    try {
      return new Cluster(master, session.get());
    } catch (Exception e) { // Spark throws checked exceptions without declaring them
      // What else is thrown comes of a context that was stopped before it was whole.
      throw unusable(master, isSparks(e) ? inOneLine(e) : SILENT, e);
    }
  }

  /** Makes sure that one of the masters takes a connection. */
  private static void requireAnswer(String master) {
    Exception failure = null;
    for (String address : master.substring(STANDALONE.length()).split(",")) {
      int colon = address.lastIndexOf(':');
      try (Socket socket = new Socket()) {
        int port = Integer.parseInt(address.substring(colon + 1));
        socket.connect(
            new InetSocketAddress(address.substring(0, Math.max(0, colon)), port), PATIENCE_MILLIS);
        return;
      } catch (IOException | IllegalArgumentException e) {
        failure = e;
      }
    }
    throw unusable(master, SILENT, failure);
  }

  private static IllegalArgumentException unusable(String master, String why, Exception cause) {
    return new IllegalArgumentException(
        "Spark's master '" + master + "' cannot be used: " + why, cause);
  }

  private static SparkSession session(String master, Path work) {
    boolean local = master.startsWith("local");
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("mahnmf")
            .master(master)
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", work.resolve("local").toString());
    if (local) {
      builder
          .config("spark.driver.host", "localhost")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.checkpoint.dir", work.resolve("checkpoints").toString());
    }
    if (!local || master.startsWith("local-cluster")) {
      builder.config("spark.jars", ownJars());
    }
    return builder.getOrCreate();
  }

  /** The jars that executors need beside Spark's own. */
  private static String ownJars() {
    return Stream.of(Cluster.class, Model.class, NpyReader.class)
        .map(one -> one.getProtectionDomain().getCodeSource().getLocation().toString())
        .distinct()
        .sorted()
        .collect(Collectors.joining(","));
  }

  @FunctionalInterface
  interface Work<T> {
    T with(SparkSession spark) throws IOException;
  }

  /** Works; what Spark complains of, or that its master went away, is one line. */
  <T> T use(Work<T> work) throws IOException {
    try {
      return work.with(spark);
    } catch (Exception e) { // Spark throws checked exceptions without declaring them
      if (spark.sparkContext().isStopped()) {
        throw unusable(master, "it ended the application", e);
      }
      if (isSparks(e)) {
        throw new IllegalArgumentException(inOneLine(e), e);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    spark.close();
  }

  /** Whether Spark complains, and not this project. */
  private static boolean isSparks(Exception failure) {
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (one instanceof SparkThrowable) {
        return true;
      }
    }
    return false;
  }

  /** Returns the first line of the innermost cause, without Spark's numbers of errors. */
  static String inOneLine(Exception failure) {
    Throwable cause = failure;
    for (Throwable one = failure; one != null; one = one.getCause()) {
      if (one instanceof SparkThrowable spark && spark.getCondition() != null) {
        cause = one;
      }
    }
    String first = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    String plain = first.replaceAll("^(\\[[A-Z0-9_.]+\\] )+| ?SQLSTATE: \\w+$", "").strip();
    boolean ragged = cause instanceof SparkThrowable spark && RAGGED.equals(spark.getCondition());
    return ragged ? plain + ": every row must have as many cells as the first line" : plain;
  }
}
