package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;

class SparkEngineTest {

  @TempDir private Path folder;

  private Engine.Result fit(Path input, String codes) throws IOException {
    Engine.Job job =
        new Engine.Job(
            Optional.of("local[1]"), input.toString(), 1, folder.resolve(codes), Optional.empty());
    return MahNmf.withRank(1).withMaxIterations(3).fit(new SparkEngine(), job);
  }

  private String refusal(Path input) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> fit(input, "codes")).getMessage();
    assertEquals(1, message.lines().count(), message);
    assertFalse(Files.exists(folder.resolve("codes")));
    return message;
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    String missing = refusal(folder.resolve("nothing.csv"));
    assertTrue(missing.startsWith("Path does not exist: "), missing);
    assertTrue(refusal(folder.resolve("table.xyz")).startsWith("its name must end in .parquet"));
    Path words = Files.writeString(folder.resolve("words.csv"), "1,2\nabc,3\n");
    assertTrue(refusal(words).contains("holds string but must hold numbers"));
    Path negative = Files.writeString(folder.resolve("negative.csv"), "1,2\n-4,3\n");
    assertTrue(refusal(negative).contains("is -4.0 but entries must be"));
  }

  @Test
  void readsWhatItWrites() throws IOException {
    Path csv = Files.writeString(folder.resolve("table.csv"), "a,b\n1,2\n2,4\n3,6\n4,8\n");
    assertEquals(0, fit(csv, "one.parquet").record().outcome().relativeError(), 1e-6);
    Engine.Result codes = fit(folder.resolve("one.parquet"), "two.parquet");
    assertEquals(1, codes.record().data().features());
    Path svm = Files.writeString(folder.resolve("table.libsvm"), "0 1:1 2:2\n0 1:2 2:4\n");
    assertEquals(2, fit(svm, "three.parquet").record().data().features());
  }
}
