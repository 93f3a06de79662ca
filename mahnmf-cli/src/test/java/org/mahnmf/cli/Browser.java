package org.mahnmf.cli;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;

/** A real Chromium, driven by the WebDriver protocol; no more of it than the tests need. */
final class Browser implements AutoCloseable {

  private static final int MOST_TRIES = 20;
  private static final List<Path> DRIVERS =
      List.of(Path.of("/usr/bin/chromedriver"), Path.of("/usr/lib/chromium/chromedriver"));
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process driver;
  private final String base;
  private final String session;

  private Browser(Path program, Path profile) throws IOException, InterruptedException {
    int port = freePort();
    driver =
        new ProcessBuilder(program.toString(), "--port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("driver.log").toFile())
            .start();
    base = "http://127.0.0.1:" + port;
    waitUntilReady();
    Map<?, ?> made =
        (Map<?, ?>)
            call(
                "POST",
                "/session",
                Map.of(
                    "capabilities",
                    Map.of(
                        "alwaysMatch",
                        Map.of(
                            "browserName",
                            "chrome",
                            "goog:chromeOptions",
                            Map.of(
                                "args",
                                List.of(
                                    "--headless",
                                    "--no-sandbox",
                                    "--disable-gpu",
                                    "--disable-quic",
                                    "--no-first-run",
                                    "--disable-background-networking",
                                    "--disable-component-update",
                                    "--disable-sync",
                                    "--disable-dev-shm-usage",
                                    "--window-size=1200,1400",
                                    "--user-data-dir=" + profile.resolve("profile")))))));
    session = "/session/" + made.get("sessionId");
  }

  /**
   * Starts Chromium, or says by an empty answer that this machine has none.
   *
   * @param folder for its own files
   */
  static Optional<Browser> start(Path folder) throws IOException, InterruptedException {
    Optional<Path> program = DRIVERS.stream().filter(Files::isExecutable).findFirst();
    return program.isEmpty() ? Optional.empty() : Optional.of(new Browser(program.get(), folder));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void waitUntilReady() throws IOException, InterruptedException {
    for (int k = 0; k < 300; k++) {
      try {
        if (((Map<?, ?>) call("GET", "/status", null)).get("ready").equals(true)) {
          return;
        }
      } catch (IOException e) {
        // not yet there
      }
      Thread.sleep(100);
    }
    throw new IOException("chromedriver does not answer");
  }

  private Object call(String method, String path, Object body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).header("Content-Type", "application/json");
    request.method(
        method,
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JsonWriter.format(body)));
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Map<?, ?> answer = (Map<?, ?>) JsonReader.parse(response.body());
    if (response.statusCode() != 200) {
      throw new IOException(method + " " + path + ": " + response.body());
    }
    return answer.get("value");
  }

  /** Opens an address. */
  void open(URI address) throws IOException, InterruptedException {
    call("POST", session + "/url", Map.of("url", address.toString()));
  }

  /** Clicks as a person does: the element must be visible and not be covered. */
  void click(String selector) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        call("POST", session + "/element/" + element(selector) + "/click", Map.of());
        return;
      } catch (IOException e) {
        // The page drew its rows anew between finding and clicking: the new one is meant.
        if (tries == MOST_TRIES || !e.getMessage().contains("stale element reference")) {
          throw e;
        }
      }
    }
  }

  /** Types into a field, instead of what is there. */
  void type(String selector, String text) throws IOException, InterruptedException {
    String element = element(selector);
    call("POST", session + "/element/" + element + "/clear", Map.of());
    call("POST", session + "/element/" + element + "/value", Map.of("text", text));
  }

  /** Gives a file to a field for files. */
  void choose(String selector, Path file) throws IOException, InterruptedException {
    call(
        "POST",
        session + "/element/" + element(selector) + "/value",
        Map.of("text", file.toAbsolutePath().toString()));
  }

  private String element(String selector) throws IOException, InterruptedException {
    Map<?, ?> found =
        (Map<?, ?>)
            call("POST", session + "/element", Map.of("using", "css selector", "value", selector));
    return (String) found.get(ELEMENT);
  }

  /** Returns the value of an expression in the page. */
  Object value(String expression) throws IOException, InterruptedException {
    return call(
        "POST",
        session + "/execute/sync",
        Map.of("script", "return " + expression, "args", List.of()));
  }

  /** Waits until an expression in the page is true. */
  void waitFor(String expression) throws IOException, InterruptedException {
    for (int k = 0; k < 1200; k++) {
      if (Boolean.TRUE.equals(value("!!(" + expression + ")"))) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(
        "never true: " + expression + "; the page says " + value("document.body.innerText"));
  }

  /** Returns what is seen, as PNG. */
  byte[] screenshot() throws IOException, InterruptedException {
    return Base64.getDecoder().decode((String) call("GET", session + "/screenshot", null));
  }

  @Override
  public void close() throws IOException {
    try {
      call("DELETE", session, null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      driver.destroy();
    }
  }
}
