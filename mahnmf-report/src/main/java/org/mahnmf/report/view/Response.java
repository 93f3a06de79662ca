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

/** What goes back to a browser. */
record Response(int status, String type, Content content, Map<String, String> headers) {

  /** What is sent; a file is not read into memory, since many may ask for a large one. */
  record Content(long length, IoConsumer<OutputStream> writer) {

    /** Returns bytes as content; <em>kept</em>. */
    static Content of(byte[] bytes) {
      return new Content(bytes.length, out -> out.write(bytes));
    }

    /** Returns a file as it is now. */
    static Content of(Path file) throws IOException {
      return new Content(Files.size(file), out -> Files.copy(file, out));
    }
  }

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
    return json(200, value);
  }

  static Response json(int status, Object value) {
    return new Response(
        status,
        "application/json; charset=utf-8",
        Content.of(JsonWriter.format(value).getBytes(StandardCharsets.UTF_8)),
        Map.of());
  }

  /** A refusal with a reason that a person can read. */
  static Response refusal(int status, String reason) {
    return json(status, Map.of("error", reason));
  }

  static Response of(String type, byte[] content) {
    return of(type, Content.of(content));
  }

  static Response of(String type, Content content) {
    return new Response(200, type, content, Map.of());
  }

  Response with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Response(status, type, content, more);
  }

  void send(HttpExchange exchange) throws IOException {
    Headers all = exchange.getResponseHeaders();
    all.set("Content-Type", type);
    all.set("Content-Security-Policy", STRICT);
    all.set("X-Content-Type-Options", "nosniff");
    all.set("Referrer-Policy", "no-referrer");
    all.set("Cache-Control", "no-store");
    headers.forEach(all::set);
    exchange.sendResponseHeaders(status, content.length() == 0 ? -1 : content.length());
    try (OutputStream out = exchange.getResponseBody()) {
      content.writer().accept(out);
    }
  }
}
