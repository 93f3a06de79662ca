package org.mahnmf.report.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.mahnmf.data.file.IoConsumer;
import org.mahnmf.data.file.JsonWriter;

/**
 * What goes back to a browser.
 *
 * @param writer sends the content; a file is not read into memory, since many may ask for one
 */
record Response(
    int status,
    String type,
    long length,
    IoConsumer<OutputStream> writer,
    Map<String, String> headers) {

  private static final String JSON = "application/json; charset=utf-8";

  /** The page loads its own script and style and talks to its own server, and nothing else. */
  static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
          + " 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors"
          + " 'none'";

  /** A report brings its script along; it runs in a box without access to the page. */
  static final String BOXED =
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src"
          + " 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

  static Response json(Object value) {
    return of(200, JSON, JsonWriter.format(value).getBytes(StandardCharsets.UTF_8));
  }

  /** A refusal with a reason that a person can read. */
  static Response refusal(int status, String reason) {
    Object value = Map.of("error", reason);
    return of(status, JSON, JsonWriter.format(value).getBytes(StandardCharsets.UTF_8));
  }

  static Response of(int status, String type, byte[] bytes) {
    return new Response(status, type, bytes.length, out -> out.write(bytes), Map.of());
  }

  /** Sends a file as it is now. */
  static Response of(String type, Path file) throws IOException {
    return new Response(200, type, Files.size(file), out -> Files.copy(file, out), Map.of());
  }

  Response with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Response(status, type, length, writer, more);
  }

  void send(HttpExchange exchange) throws IOException {
    Headers all = exchange.getResponseHeaders();
    all.set("Content-Type", type);
    all.set("Content-Security-Policy", STRICT);
    all.set("X-Content-Type-Options", "nosniff");
    all.set("Referrer-Policy", "no-referrer");
    all.set("Cache-Control", "no-store");
    headers.forEach(all::set);
    exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
    try (OutputStream out = exchange.getResponseBody()) {
      writer.accept(out);
    }
  }
}
