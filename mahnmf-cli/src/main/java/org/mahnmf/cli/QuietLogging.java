package org.mahnmf.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Lets libraries log warnings, but nothing less, to standard error, unless the user has settings of
 * his own. The JVM makes an object of this class when a library first logs; a fit of a table never
 * comes to that.
 */
public final class QuietLogging {

  /**
   * Reads the settings.
   *
   * @throws IOException never
   */
  public QuietLogging() throws IOException {
    String settings = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n";
    try (InputStream in =
        new ByteArrayInputStream(settings.getBytes(StandardCharsets.ISO_8859_1))) {
      LogManager.getLogManager().readConfiguration(in);
    }
  }
}
