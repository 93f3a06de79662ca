package org.mahnmf.report.view;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * Decides who may talk to the page: programs of this machine that know the token. The Host header
 * must be the page's own, so that a foreign name which resolves to this machine is of no use, and
 * so must the Origin of everything that changes something.
 */
final class Guard {

  private static final int TOKEN_BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String token;
  private final Set<String> hosts;

  Guard(int port) {
    byte[] random = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(random);
    token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
  }

  String token() {
    return token;
  }

  /** Returns the path after the token, or null if the request must not pass. */
  String admit(HttpExchange exchange) {
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
}
