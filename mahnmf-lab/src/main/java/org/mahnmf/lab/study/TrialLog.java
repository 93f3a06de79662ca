package org.mahnmf.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;

/**
 * The trials that are done, one JSON object on each line of a file that only grows; the first line
 * says of which study. A line that was cut off by a crash does not count.
 */
final class TrialLog {

  private final Path file;
  private final Map<String, Map<String, Double>> done = new LinkedHashMap<>();

  private TrialLog(Path file) {
    this.file = file;
  }

  /** Opens a log, or begins one; an existing one must have the same head. */
  static TrialLog open(Path file, Map<String, Object> head) throws IOException {
    TrialLog log = new TrialLog(file);
    String first = line(head);
    if (!Files.exists(file)) {
      log.append(first);
      return log;
    }
    String text = Files.readString(file);
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(first)) {
      throw new InputException(
          file + ": holds trials of other settings or data; choose another folder for these");
    }
    lines.stream().skip(1).forEach(log::load);
    if (!text.endsWith("\n")) {
      log.append(""); // the next trial has a line of its own
    }
    return log;
  }

  private void load(String line) {
    Map<?, ?> entry;
    try {
      entry = (Map<?, ?>) JsonReader.parse(line);
    } catch (IllegalArgumentException e) {
      return; // cut off
    }
    Map<String, Double> values = new LinkedHashMap<>();
    ((Map<?, ?>) entry.get("values"))
        .forEach((name, value) -> values.put(name.toString(), ((Number) value).doubleValue()));
    done.put(entry.get("trial").toString(), values);
  }

  /** Returns the values of the trials that are done, by their key. */
  synchronized Map<String, Map<String, Double>> done() {
    return new LinkedHashMap<>(done);
  }

  /** Writes down a trial. */
  synchronized void add(String key, Map<String, Double> values) throws IOException {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("trial", key);
    entry.put("values", values);
    append(line(entry));
    done.put(key, values);
  }

  private void append(String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(Map<String, Object> map) {
    return JsonWriter.format(map).replaceAll("\\s*\\n\\s*", " ").strip();
  }
}
