package org.mahnmf.data;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** Files kept beside the tests. */
public final class TestFiles {

  private TestFiles() {}

  /** Returns a file that another program made. */
  public static Path golden(String folder, String name) {
    URL url = TestFiles.class.getResource("/" + folder + "/" + name);
    try {
      return Path.of(Objects.requireNonNull(url, folder + "/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
