package org.mahnmf.report.view;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The page at work, until it is closed. Programs of this machine that know the token may talk to
 * it.
 */
public final class Viewer implements AutoCloseable {

  /** Largest file that may be uploaded, in bytes. */
  public static final long MOST_UPLOAD = 512L << 20;

  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int MOST_THREADS = 1024;
  private static final int BACKLOG = 256;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 24;

  static {
    // Somebody who sends or takes a message drop by drop must not hold a thread for ever, and all
    // of them together must leave some, since otherwise the thread that accepts connections would
    // wait for one of them. The JDK reads these once, when its server is first used; those that do
    // not know the last have the threads alone.
    setIfUnset("sun.net.httpserver.maxReqTime", "120");
    setIfUnset("sun.net.httpserver.maxRspTime", "120");
    setIfUnset("sun.net.httpserver.idleInterval", "30");
    setIfUnset("jdk.httpserver.maxConnections", Integer.toString(MOST_THREADS - 64));
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final String token;
  private final Set<String> hosts;
  private final Routes routes;
  private final RunQueue runs;

  /**
   * Starts the page on this machine's own address.
   *
   * @param folders with inputs; must exist
   * @param out folder for results; created if need be
   * @param port to listen at, or 0 for any
   * @param mostUpload bytes of the largest file that may be uploaded
   * @throws IOException if the port is taken or a folder cannot be used
   */
  public Viewer(Work work, List<Path> folders, Path out, int port, long mostUpload)
      throws IOException {
    Files.createDirectories(out);
    InputFolders inputs = new InputFolders(folders);
    server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
    byte[] random = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(random);
    token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    int taken = server.getAddress().getPort();
    hosts = Set.of("127.0.0.1:" + taken, "localhost:" + taken, "[::1]:" + taken);
    runs = new RunQueue(work, out);
    routes = new Routes(work, inputs, runs, out.resolve("uploads"), mostUpload);
    threads =
        new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            RunQueue.daemons("mahnmf-view"),
            new ThreadPoolExecutor.CallerRunsPolicy());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static void setIfUnset(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }

  /** Returns the address to open in a browser, with the token. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = admit(exchange);
      Response response =
          path == null
              ? Response.refusal(403, "open the address that the program printed")
              : routes.answer(exchange, path);
      response.send(exchange);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Returns the path after the token, or null if the request must not pass. The Host header must be
   * the page's own, so that a foreign name which resolves to this machine is of no use, and so must
   * the Origin of everything that changes something.
   */
  private String admit(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    boolean local = exchange.getRemoteAddress().getAddress().isLoopbackAddress();
    if (!local || host == null || !hosts.contains(host)) {
      return null;
    }
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    if (origin != null && !origin.equals("http://" + host)) {
      return null;
    }
    String[] parts = exchange.getRequestURI().getPath().split("/", 3);
    return parts.length == 3 && isToken(parts[1]) ? parts[2] : null;
  }

  /** Takes as long for a nearly right guess as for a wrong one. */
  private boolean isToken(String guess) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.US_ASCII), guess.getBytes(StandardCharsets.UTF_8));
  }

  /** Asks the current run to save its best so far, and ends the page. */
  @Override
  public void close() {
    runs.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
