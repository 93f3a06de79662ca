package org.mahnmf.view;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.mahnmf.data.Json;

/**
 * What goes back to a browser.
 *
 * @param status of HTTP
 * @param type of the content
 * @param content all of it
 * @param headers more of them
 */
record Answer(int status, String type, Content content, Map<String, String> headers) {

  /** What is sent; a file is not read into memory, since many may ask for a large one. */
  interface Content {

    /** Returns how many bytes there are. */
    long length();

    /**
     * Sends them.
     *
     * @param out where to
     */
    void writeTo(OutputStream out) throws IOException;

    /** Returns bytes as content; <em>kept</em>. */
    static Content of(byte[] bytes) {
      return new Content() {
        @Override
        public long length() {
          return bytes.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
          out.write(bytes);
        }
      };
    }

    /** Returns a file as it is now. */
    static Content of(Path file) throws IOException {
      long length = Files.size(file);
      return new Content() {
        @Override
        public long length() {
          return length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
          Files.copy(file, out);
        }
      };
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

  static Answer json(Object value) {
    return json(200, value);
  }

  static Answer json(int status, Object value) {
    return new Answer(
        status,
        "application/json; charset=utf-8",
        Content.of(Json.format(value).getBytes(StandardCharsets.UTF_8)),
        Map.of());
  }

  /** A refusal with a reason that a person can read. */
  static Answer refusal(int status, String reason) {
    return json(status, Map.of("error", reason));
  }

  static Answer of(String type, byte[] content) {
    return of(type, Content.of(content));
  }

  static Answer of(String type, Content content) {
    return new Answer(200, type, content, Map.of());
  }

  Answer with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Answer(status, type, content, more);
  }

  void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Content-Security-Policy", STRICT);
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, content.length() == 0 ? -1 : content.length());
    try (OutputStream out = exchange.getResponseBody()) {
      content.writeTo(out);
    }
  }
}
