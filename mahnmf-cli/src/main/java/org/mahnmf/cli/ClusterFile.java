package org.mahnmf.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The group of every sample as CSV text. */
final class ClusterFile {

  private ClusterFile() {}

  /**
   * Writes a line for each sample: its name, or its number from 1 on, and that of its group.
   *
   * @param out where to
   * @param names of the samples, or empty
   * @param labels from 0 on; <em>not modified</em>
   */
  static void write(OutputStream out, List<String> names, int[] labels) throws IOException {
    StringBuilder text = new StringBuilder("sample,cluster\n");
    for (int i = 0; i < labels.length; i++) {
      String name = names.isEmpty() ? Integer.toString(i + 1) : names.get(i);
      text.append(quoted(name)).append(',').append(labels[i] + 1).append('\n');
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String name) {
    boolean plain = name.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
