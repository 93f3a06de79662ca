package org.mahnmf.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.Json;
import org.mahnmf.data.NpyFile;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.picture.PictureShape;

class ViewerTest {

  private static final long MOST_UPLOAD = 1000;

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private Viewer viewer;

  /** Shows one picture, waits until it may end or is stopped, and writes one file. */
  private final class Toy implements Work {

    @Override
    public List<String> solvers() {
      return List.of("toy", "broken");
    }

    @Override
    public void run(Request request, Path out, Watch watch) throws IOException {
      if (request.solver().equals("broken")) {
        throw new IllegalArgumentException("in.csv: row 3 is no number");
      }
      watch.input(
          DenseMatrix.ofRows(new double[][] {{0, 100, 200, 255}, {1, 2, 3, 4}}),
          Optional.of(new PictureShape(2, 2, 1, 255)));
      watch.factors(
          DenseMatrix.ofRows(new double[][] {{0, 50, 100, 100}}),
          DenseMatrix.ofRows(new double[][] {{2}, {0}}));
      while (!watch.isStopWanted() && mayEnd.getCount() > 0) {
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      Files.writeString(out.resolve("run.json"), "{\"rank\": " + request.rank() + "}");
      Files.writeString(out.resolve("report.html"), "<!doctype html><title>r</title>");
    }
  }

  @BeforeEach
  void open() throws IOException {
    Path inputs = Files.createDirectories(folder.resolve("inputs"));
    NpyFile.write(inputs.resolve("table.npy"), new DenseMatrix(2, 2));
    Files.writeString(folder.resolve("secret.csv"), "1,2\n3,4\n");
    viewer = new Viewer(new Toy(), List.of(inputs), folder.resolve("out"), 0, MOST_UPLOAD);
  }

  @AfterEach
  void close() {
    mayEnd.countDown();
    viewer.close();
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(viewer.address().resolve(path)));
  }

  private HttpResponse<byte[]> post(String path, String type, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(viewer.address().resolve(path))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static Map<?, ?> json(HttpResponse<byte[]> response) {
    return (Map<?, ?>) Json.parse(new String(response.body(), StandardCharsets.UTF_8));
  }

  private HttpResponse<byte[]> run(String input, String solver) throws Exception {
    return post(
        "api/runs",
        "application/json",
        Json.format(Map.of("input", input, "rank", 1, "solver", solver, "seed", 0)));
  }

  private Map<?, ?> waitFor(int run, String state) throws Exception {
    for (int k = 0; k < 2000; k++) {
      Map<?, ?> now = json(get("api/runs/" + run + "/progress"));
      if (now.get("state").equals(state)) {
        return now;
      }
      Thread.sleep(5);
    }
    throw new AssertionError("run " + run + " never became " + state);
  }

  /** The answer's first line to a request written by hand. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), viewer.address().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void pageAndStateAreThere() throws Exception {
    HttpResponse<byte[]> page = get("");
    assertEquals(200, page.statusCode());
    assertTrue(new String(page.body(), StandardCharsets.UTF_8).contains("<title>MahNMF viewer"));
    assertEquals(200, get("page.css").statusCode());
    assertEquals(200, get("page.js").statusCode());
    Map<?, ?> state = json(get("api/state"));
    assertEquals(List.of("0/table.npy"), state.get("inputs"));
    assertEquals(List.of("toy", "broken"), state.get("solvers"));
    String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertTrue(policy.startsWith("default-src 'none'"), policy);
    assertEquals("nosniff", page.headers().firstValue("X-Content-Type-Options").orElseThrow());
  }

  @Test
  void whoDoesNotKnowTheTokenGetsNothing() throws Exception {
    URI right = viewer.address();
    String wrong = right.getPath().substring(0, right.getPath().length() - 2) + "!/";
    for (String path : List.of("/", "/api/state", wrong, wrong + "api/state", "/x/y/z")) {
      URI uri = URI.create("http://127.0.0.1:" + right.getPort() + path);
      assertEquals(403, send(HttpRequest.newBuilder(uri)).statusCode(), path);
    }
  }

  @Test
  void foreignHostsAndOriginsGetNothing() throws Exception {
    String path = viewer.address().getPath();
    int port = viewer.address().getPort();
    String good = "GET " + path + "api/state HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
    assertTrue(raw(good + "Connection: close\r\n\r\n").contains(" 200 "));
    String bad = "GET " + path + "api/state HTTP/1.1\r\nHost: evil.example:" + port + "\r\n";
    assertTrue(raw(bad + "Connection: close\r\n\r\n").contains(" 403 "));
    String origin =
        "POST "
            + path
            + "api/runs HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    assertTrue(raw(origin).contains(" 403 "));
    assertEquals(List.of(), json(get("api/state")).get("runs"));
  }

  @Test
  void listensToThisMachineAlone() {
    assertEquals("127.0.0.1", viewer.address().getHost());
  }

  @Test
  void runsAreWatchedStoppedAndDownloaded() throws Exception {
    assertEquals(200, run("0/table.npy", "toy").statusCode());
    Map<?, ?> now = waitFor(1, "running");
    while (now.get("parts") == null) {
      now = json(get("api/runs/1/progress"));
    }
    assertEquals(2.0, ((Number) now.get("samples")).doubleValue());
    HttpResponse<byte[]> rest = get("api/runs/1/picture?kind=rest&index=0");
    // sample 0 100 200 255 minus 2·(0 50 100 100) = 0 0 0 55 of 255
    assertArrayEquals(
        new byte[] {(byte) 128, (byte) 128, (byte) 128, (byte) (128 + 27)}, rest.body());
    assertEquals("2", rest.headers().firstValue("X-Width").orElseThrow());
    assertEquals(4, get("api/runs/1/picture?kind=basis&index=0").body().length);
    assertEquals(404, get("api/runs/1/picture?kind=basis&index=1").statusCode());
    assertEquals(404, get("api/runs/1/picture?kind=nonsense&index=0").statusCode());
    assertEquals(404, get("api/runs/1/files/run.json").statusCode(), "not yet written");
    assertEquals(200, post("api/runs/1/stop", "text/plain", "").statusCode());
    waitFor(1, "stopped");
    assertEquals(1.0, ((Number) json(get("api/runs/1/files/run.json")).get("rank")).doubleValue());
    HttpResponse<byte[]> report = get("api/runs/1/files/report.html");
    assertTrue(
        report.headers().firstValue("Content-Security-Policy").orElseThrow().contains("sandbox"));
  }

  @Test
  void queueKeepsItsOrderAndHasALimit() throws Exception {
    for (int k = 0; k < 21; k++) {
      assertEquals(200, run("demo", "toy").statusCode());
    }
    waitFor(1, "running");
    int more = 0;
    while (run("demo", "toy").statusCode() == 200) {
      more++;
    }
    assertTrue(more <= 1, "waiting runs are limited");
    assertEquals(429, run("demo", "toy").statusCode());
    assertEquals("waiting", json(get("api/runs/2/progress")).get("state"));
    mayEnd.countDown();
    waitFor(21, "done");
  }

  @Test
  void mistakesAreToldInALine() throws Exception {
    assertEquals(200, run("demo", "broken").statusCode());
    assertEquals("in.csv: row 3 is no number", waitFor(1, "failed").get("message"));
    assertEquals(400, run("demo", "nonsense").statusCode());
    assertEquals(400, post("api/runs", "application/json", "{").statusCode());
    assertEquals(400, post("api/runs", "application/json", "[]").statusCode());
    assertEquals(
        400,
        post("api/runs", "application/json", "{\"input\":\"demo\",\"rank\":0,\"solver\":\"toy\"}")
            .statusCode());
    assertEquals(415, post("api/runs", "text/plain", "{}").statusCode());
    assertEquals(413, post("api/runs", "application/json", " ".repeat(20_000)).statusCode());
    assertEquals(404, get("api/runs/7/progress").statusCode());
    assertEquals(
        405,
        send(HttpRequest.newBuilder(viewer.address().resolve("api/state")).DELETE()).statusCode());
  }

  @Test
  void nothingOutsideTheFoldersCanBeReached() throws Exception {
    Files.createSymbolicLink(
        folder.resolve("inputs").resolve("link.csv"), folder.resolve("secret.csv"));
    for (String name :
        List.of(
            "0/../secret.csv",
            "0/../../etc/passwd",
            "0//etc/passwd",
            "/etc/passwd",
            "1/table.npy",
            "-1/table.npy",
            "0/link.csv",
            "0/a\u0000b",
            "upload/../../secret.csv",
            "upload/..")) {
      assertEquals(400, run(name, "toy").statusCode(), name);
    }
    assertEquals(404, get("api/runs/1/files/..%2F..%2Fsecret.csv").statusCode());
    assertEquals(200, run("0/table.npy", "toy").statusCode());
    waitFor(1, "running");
    for (String name : List.of("secret.csv", "..%2Frun.json", "%2e%2e", "uploads")) {
      assertEquals(404, get("api/runs/1/files/" + name).statusCode(), name);
    }
  }

  @Test
  void uploadsHaveALimitAndPlainNames() throws Exception {
    assertEquals(200, post("api/upload?name=a%20b.csv", "text/csv", "1,2\n").statusCode());
    assertTrue(Files.exists(folder.resolve("out/uploads/a b.csv")));
    assertEquals(200, run("upload/a b.csv", "toy").statusCode());
    assertEquals(413, post("api/upload?name=big.csv", "text/csv", "1".repeat(1001)).statusCode());
    for (String name : List.of("..%2Fx.csv", "%2Fetc%2Fx", ".hidden", "a..csv", "", "a%00b")) {
      assertEquals(400, post("api/upload?name=" + name, "text/csv", "1").statusCode(), name);
    }
    try (var files = Files.list(folder.resolve("out/uploads"))) {
      assertEquals(1, files.count(), "no parts of refused files are left");
    }
    assertFalse(Files.exists(folder.resolve("x.csv")));
  }

  @Test
  void manyReadersAreServedWhileARunIsAtWork() throws Exception {
    run("demo", "toy");
    waitFor(1, "running");
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int k = 0; k < 200; k++) {
      HttpRequest request =
          HttpRequest.newBuilder(viewer.address().resolve("api/runs/1/progress")).build();
      answers.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.discarding())
              .thenApply(HttpResponse::statusCode));
    }
    for (CompletableFuture<Integer> answer : answers) {
      assertEquals(200, answer.get());
    }
  }

  @Test
  void slowClientsDoNotStopOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    for (int k = 0; k < 50; k++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), viewer.address().getPort());
      socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      slow.add(socket);
    }
    assertEquals(200, get("api/state").statusCode());
    for (Socket socket : slow) {
      socket.close();
    }
  }
}
