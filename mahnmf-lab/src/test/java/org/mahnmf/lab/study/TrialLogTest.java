package org.mahnmf.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialLogTest {

  @TempDir private Path folder;

  /** A crash may cut a line off; the next trial must not be part of what is left of it. */
  @Test
  void losesNothingButALineThatWasCutOff() throws IOException {
    Path file = folder.resolve("trials.jsonl");
    Map<String, Object> head = Map.of("study", "some");
    TrialLog log = TrialLog.open(file, head);
    log.add("first", Map.of("value", 1.0));
    log.add("cut", Map.of("value", 2.0));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 7));
    TrialLog.open(file, head).add("next", Map.of("value", 3.0));
    Map<String, Map<String, Double>> done = TrialLog.open(file, head).done();
    assertEquals(List.of("first", "next"), List.copyOf(done.keySet()));
    assertEquals(3.0, done.get("next").get("value"));
  }
}
