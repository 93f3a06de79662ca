package org.mahnmf.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.file.JsonReader;

/** Nobody but the user of this machine gets in, and nobody can keep the user out. */
class ViewerSecurityTest extends ViewerFixture {

  private static final String JOB =
      "{\"input\": \"demo\", \"rank\": 1, \"solver\": \"toy\", \"seed\": 0}";

  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  private Socket connect(String request) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), viewer.address().getPort());
    open.add(socket);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  private String host() {
    return "127.0.0.1:" + viewer.address().getPort();
  }

  /** Asks for a run as a page of some origin would; the first line of the answer. */
  private String startFrom(String host, String headers, String type, String body)
      throws IOException {
    return raw(
        "POST "
            + viewer.address().getPath()
            + "api/runs HTTP/1.1\r\nHost: "
            + host
            + "\r\n"
            + headers
            + "Content-Type: "
            + type
            + "\r\nContent-Length: "
            + body.length()
            + "\r\nConnection: close\r\n\r\n"
            + body);
  }

  private int runs() throws Exception {
    return ((List<?>) json(get("api/state")).get("runs")).size();
  }

  /** Bound to 127.0.0.1 alone, not to all addresses, among which this one would be. */
  @Test
  void noOtherAddressOfThisMachineAnswers() throws IOException {
    try (Socket socket = new Socket()) {
      InetSocketAddress there = new InetSocketAddress("127.0.0.2", viewer.address().getPort());
      assertThrows(IOException.class, () -> socket.connect(there, 500));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://%s", "none"})
  void theOwnPageStartsRuns(String origin) throws Exception {
    String header =
        origin.equals("none") ? "" : "Origin: " + String.format(origin, host()) + "\r\n";
    assertTrue(startFrom(host(), header, "application/json", JOB).contains(" 200 "));
    assertEquals(1, runs());
  }

  /** The same request as above, but from elsewhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "null",
        "https://%s",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "http://localhost.evil.example",
        "http://%s.evil.example",
        "http://%s@evil.example",
        "HTTP://EVIL"
      })
  void otherOriginsStartNothing(String origin) throws Exception {
    String header = "Origin: " + String.format(origin, host()) + "\r\n";
    assertTrue(startFrom(host(), header, "application/json", JOB).contains(" 403 "), origin);
    assertEquals(0, runs());
  }

  /** A name of somebody else's that leads to this machine (DNS rebinding). */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example:%d", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:%d", "evil"})
  void otherHostsStartNothing(String host) throws Exception {
    String name = String.format(host, viewer.address().getPort());
    String header = "Origin: http://" + name + "\r\n";
    assertTrue(startFrom(name, header, "application/json", JOB).contains(" 403 "), host);
    assertEquals(0, runs());
  }

  /** What a form of another page can send without being asked for its origin. */
  @ParameterizedTest
  @CsvSource({
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/json"
  })
  void formsStartNothing(String type) throws Exception {
    assertTrue(startFrom(host(), "", type, JOB).contains(" 415 "));
    assertEquals(0, runs());
  }

  @Test
  void noOtherOriginStopsARun() throws Exception {
    run("demo", "toy");
    waitFor(1, "running");
    String answer =
        raw(
            "POST "
                + viewer.address().getPath()
                + "api/runs/1/stop HTTP/1.1\r\nHost: "
                + host()
                + "\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assertTrue(answer.contains(" 403 "), answer);
    assertEquals("running", json(get("api/runs/1/progress")).get("state"));
  }

  /** Written by hand, because clients tidy up such paths before they send them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../../../../etc/passwd",
        "..%2f..%2f..%2fetc/passwd",
        "%2e%2e/%2e%2e/secret.csv",
        "api/runs/1/files/../../../secret.csv",
        "api/runs/1/files/..%2f..%2f..%2fsecret.csv",
        "api/runs/1/files/%2e%2e",
        "api/runs/1/files//etc/passwd",
        "api/runs/1/files/..%5c..%5csecret.csv",
        "api/runs/1/files/run.json%00.html",
        "api/runs/-1/progress",
        "api/runs/99999999999/progress",
        "page.js/../../secret.csv",
        "file:///etc/passwd"
      })
  void pathsLeadNowhere(String path) throws Exception {
    run("demo", "toy");
    waitFor(1, "running");
    String line =
        raw(
            "GET "
                + viewer.address().getPath()
                + path
                + " HTTP/1.1\r\nHost: "
                + host()
                + "\r\nConnection: close\r\n\r\n");
    assertTrue(line.contains(" 404 ") || line.contains(" 400 ") || line.contains(" 403 "), line);
  }

  @Test
  void uploadsAreCountedWhateverTheySayOfThemselves() throws Exception {
    String start =
        "POST "
            + viewer.address().getPath()
            + "api/upload?name=big.csv HTTP/1.1\r\nHost: "
            + host()
            + "\r\nConnection: close\r\n";
    String chunk = "200\r\n" + "1".repeat(0x200) + "\r\n";
    String chunked = start + "Transfer-Encoding: chunked\r\n\r\n" + chunk.repeat(4) + "0\r\n\r\n";
    assertTrue(raw(chunked).contains(" 413 "));
    // Refused by its header: nothing of it was sent.
    assertTrue(raw(start + "Content-Length: 99999999999\r\n\r\n").contains(" 413 "));
    assertFalse(Files.exists(folder.resolve("out/uploads/big.csv")));
    // Cut: what came is no file.
    connect(start + "Content-Length: 900\r\n\r\n1,2").close();
    assertEquals(200, get("api/state").statusCode());
    for (int k = 0; k < 400 && uploads() > 0; k++) {
      Thread.sleep(5);
    }
    assertEquals(0, uploads());
  }

  private long uploads() throws IOException {
    if (!Files.exists(folder.resolve("out/uploads"))) {
      return 0;
    }
    try (var files = Files.list(folder.resolve("out/uploads"))) {
      return files.count();
    }
  }

  /** All have asked before the first has read its answer. */
  @Test
  @Timeout(60)
  void twoHundredReadersAtOnceWhileARunIsAtWork() throws Exception {
    run("demo", "toy");
    waitFor(1, "running");
    String request =
        "GET "
            + viewer.address().getPath()
            + "api/runs/1/progress HTTP/1.1\r\nHost: "
            + host()
            + "\r\nConnection: close\r\n\r\n";
    List<Socket> readers = new ArrayList<>();
    for (int k = 0; k < 200; k++) {
      readers.add(connect(request));
    }
    for (Socket reader : readers) {
      String answer = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      String body = answer.substring(answer.indexOf("\r\n\r\n"));
      assertEquals("running", ((Map<?, ?>) JsonReader.parse(body.strip())).get("state"));
    }
    mayEnd.countDown();
    waitFor(1, "done");
  }

  /** More of them than threads would be free if each kept one for good. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HT",
        "GET %sapi/state HTTP/1.1\r\nHost: ",
        "POST %sapi/runs HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length:"
            + " 100\r\n\r\n{",
        "POST %sapi/upload?name=x.csv HTTP/1.1\r\nHost: %s\r\nContent-Length: 900\r\n\r\n1"
      })
  @Timeout(60)
  void slowClientsKeepNobodyOut(String beginning) throws Exception {
    String request = String.format(beginning, viewer.address().getPath(), host());
    for (int k = 0; k < 300; k++) {
      connect(request);
    }
    long begin = System.nanoTime();
    assertEquals(200, get("api/state").statusCode());
    assertEquals(200, run("demo", "toy").statusCode());
    waitFor(1, "running");
    assertTrue(System.nanoTime() - begin < 30_000_000_000L, "others had to wait");
  }

  /** A client that asks for much and reads nothing. */
  @Test
  @Timeout(60)
  void whoDoesNotReadKeepsNobodyOut() throws Exception {
    mayEnd.countDown();
    run("demo", "toy");
    waitFor(1, "done");
    Files.write(folder.resolve("out/run-1/basis.npy"), new byte[8 << 20]);
    String request =
        "GET " + viewer.address().getPath() + "api/runs/1/files/basis.npy HTTP/1.1\r\nHost: ";
    for (int k = 0; k < 100; k++) {
      connect(request + host() + "\r\n\r\n");
    }
    assertEquals(200, get("api/state").statusCode());
    assertEquals(8 << 20, get("api/runs/1/files/basis.npy").body().length);
  }

  @Test
  void runsSurviveAReloadOfThePage() throws Exception {
    run("0/table.npy", "toy");
    waitFor(1, "running");
    // The page goes away in the middle of an answer ...
    Socket page =
        connect("GET " + viewer.address().getPath() + "api/runs/1/progress HTTP/1.1\r\nHost: ");
    page.setSoLinger(true, 0);
    page.close();
    // ... and a new one knows nothing but the address.
    HttpClient fresh = HttpClient.newHttpClient();
    HttpRequest state = HttpRequest.newBuilder(viewer.address().resolve("api/state")).build();
    Map<?, ?> seen = json(fresh.send(state, HttpResponse.BodyHandlers.ofByteArray()));
    Map<?, ?> run = (Map<?, ?>) ((List<?>) seen.get("runs")).get(0);
    assertEquals("running", run.get("state"));
    assertEquals("0/table.npy", run.get("input"));
    assertEquals("toy", run.get("solver"));
    mayEnd.countDown();
    waitFor(1, "done");
    assertEquals(200, get("api/runs/1/files/run.json").statusCode());
  }

  @Test
  void aConnectionThatIsResetDoesNoHarm() throws Exception {
    for (int k = 0; k < 50; k++) {
      Socket socket = connect("GET " + viewer.address().getPath() + " HTTP/1.1\r\nHost: " + host());
      socket.setSoLinger(true, 0);
      socket.close();
    }
    Socket nonsense = connect("\u0016\u0003\u0001 this is not HTTP\r\n\r\n");
    nonsense.setSoTimeout(10_000);
    try (InputStream in = nonsense.getInputStream()) {
      in.readAllBytes();
    } catch (SocketException e) {
      // closed without a word: also an answer
    }
    assertEquals(200, get("api/state").statusCode());
  }
}
